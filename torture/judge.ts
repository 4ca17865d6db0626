import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { compareBooks } from '../bench/cluster/books.ts'
import type { Purchase } from '../bench/cluster/customers.ts'
import type { Db } from '../db/handle.ts'
import { findViolations } from '../domain/invariants/invariants.ts'
import { compareWithSandbox, readSandboxBooks } from './sandbox-books.ts'

/**
 * A worker that was killed leaves its rows to a lease of a minute; a refund or a transfer in doubt waits for 80 s, and
 * twice that when the next worker was killed too.
 */
const CALM_WITHIN_MS = 420_000
const LOOK_EVERY_MS = 1000

/** What is judged: its database, asked for anew each time since it may have moved, and the sandbox's data folder. */
export type Accused = { db(): Db; sandbox_folder: string }

/**
 * Waits until nothing is under way, then looks for whatever is wrong: work that never ends, money against the
 * invariants and against the sandbox's own books, and each purchase against what its customer was told.
 */
export async function judge(accused: Accused, purchases: readonly Purchase[]): Promise<string[]> {
  const stuck = await untilCalm(accused)
  const db = accused.db()
  const { lost, doubled, violations } = await compareBooks(db, purchases)
  const sent_back = await whoGotMoneyBack(db)
  const with_sandbox = await compareWithSandbox(db, readSandboxBooks(accused.sandbox_folder))
  return [
    ...stuck,
    ...violations,
    ...with_sandbox,
    ...doubled,
    ...lost.filter((line) => !sent_back.has(line.split(':')[0] ?? '')),
  ]
}

/** Money alone, when nothing of it is under way: for the verbs in this process, where nobody sends messages. */
export async function judgeMoney(accused: Accused): Promise<string[]> {
  const violations = await judgeInPassing(accused)
  return [...violations, ...(await compareWithSandbox(accused.db(), readSandboxBooks(accused.sandbox_folder)))]
}

/** The invariants alone: they hold at every moment, whatever is under way. */
export async function judgeInPassing({ db }: Accused): Promise<string[]> {
  const violations = await findViolations(db())
  return violations.map(({ invariant, subject, problem }) => `${invariant}: ${subject} ${problem}`)
}

/** Answers what is still under way when patience ends. */
async function untilCalm(accused: Accused): Promise<string[]> {
  const give_up_at_ms = performance.now() + CALM_WITHIN_MS
  for (;;) {
    const waiting = await underWay(accused).catch((error: unknown) => [`the database does not answer: ${error}`])
    if (waiting.length === 0 || performance.now() > give_up_at_ms) return waiting
    await sleep(LOOK_EVERY_MS)
  }
}

async function underWay({ db, sandbox_folder }: Accused): Promise<string[]> {
  const [{ rows }, recorded] = await Promise.all([
    db().execute<{ what: string }>(sql`
      select 'a webhook that nobody worked on: ' || id || ' ' || coalesce(last_error, outcome, '') as what
        from provider_events where consumed_at is null
      union all
      select 'a refund that is ' || status || ': ' || id || ' ' || coalesce(last_error, '')
        from refunds where status <> 'Done'
      union all
      select 'a rejection that nobody carried out: ' || id from orders where reject_at is not null
      union all
      select 'a transfer that is ' || status || ': ' || reference || ' ' || coalesce(last_error, '')
        from payout_transfers where status <> 'Successful'
      union all
      select 'a message that was not sent: ' || id || ' ' || status || ' ' || coalesce(last_error, '')
        from messages where status in ('Queued', 'Failed')`),
    db().execute<{ id: string }>(sql`select provider_transaction_id as id from payments`),
  ])
  const known = new Set(recorded.rows.map(({ id }) => id))
  const unseen = readSandboxBooks(sandbox_folder).taken.filter(({ id }) => !known.has(String(id)))
  return [...rows.map(({ what }) => what), ...unseen.map(({ id }) => `money that nobody recorded: charge ${id}`)]
}

/** Who paid too late, for a kitchen that had closed, or twice, and has the money back. */
async function whoGotMoneyBack(db: Db): Promise<Set<string>> {
  const { rows } = await db.execute<{ email: string }>(sql`
    select c.email from checkouts c
    where c.status <> 'Paid' and exists (
      select 1 from payments p join refunds r on r.payment_id = p.id
      where p.tx_ref = c.tx_ref and r.status = 'Done' and r.amount = p.amount)`)
  return new Set(rows.map(({ email }) => email))
}
