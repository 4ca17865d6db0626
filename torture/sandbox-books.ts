import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'

type Taken = { id: number; tx_ref: string; amount_kobo: number; currency: string }
type GivenBack = { id: number; amount_kobo: number }
type PaidOut = { reference: string; amount_kobo: number }

/** What the provider says of itself, out of its own store: this file shares nothing with the product's books. */
export type SandboxBooks = { taken: Taken[]; given_back: GivenBack[]; paid_out: PaidOut[] }

/** Reads the store of a sandbox whose data folder this is, also while it runs. */
export function readSandboxBooks(data_dir: string): SandboxBooks {
  const store = new DatabaseSync(join(data_dir, 'sandbox.sqlite'), { readOnly: true })
  store.exec('pragma busy_timeout = 5000')
  try {
    const rows = <Row>(question: string) => store.prepare(question).all() as Row[]
    return {
      taken: rows(`select id, tx_ref, amount_kobo, currency from transactions where status = 'successful'`),
      given_back: rows(`select id, amount_kobo from refunds where status = 'completed'`),
      paid_out: rows(`select reference, amount_kobo from transfers where status = 'SUCCESSFUL'`),
    }
  } finally {
    store.close()
  }
}

/**
 * Compares what the sandbox took, gave back and paid out with our tables and our ledger, each piece of it and the sum.
 * Answers what differs. Only when nothing is under way.
 */
export async function compareWithSandbox(db: Db, books: SandboxBooks): Promise<string[]> {
  const taken = await db.execute<Line>(sql`
    select provider_transaction_id as key, (amount * 100)::bigint::text as kobo from payments`)
  const given_back = await db.execute<Line>(sql`
    select coalesce(provider_refund_id, 'none: ' || id) as key, (amount * 100)::bigint::text as kobo
    from refunds where status = 'Done' and bank_reference is null and covered_by is null`)
  const paid_out = await db.execute<Line>(sql`
    select t.reference as key, (p.amount * 100)::bigint::text as kobo
    from payout_transfers t join payouts p on p.id = t.payout_id where t.status = 'Successful'`)
  return [
    ...differences(
      'taken',
      linesOf(books.taken, ({ id }) => String(id)),
      taken.rows,
    ),
    ...differences(
      'given back',
      linesOf(books.given_back, ({ id }) => String(id)),
      given_back.rows,
    ),
    ...differences(
      'paid out',
      linesOf(books.paid_out, ({ reference }) => reference),
      paid_out.rows,
    ),
    ...(await ledgerDifferences(db, books)),
  ]
}

type Line = { key: string; kobo: string }

const linesOf = <Row extends { amount_kobo: number }>(rows: readonly Row[], keyOf: (row: Row) => string): Line[] =>
  rows.map((row) => ({ key: keyOf(row), kobo: String(row.amount_kobo) }))

/** Each line of one side has its one counterpart on the other, of the same amount. */
function differences(what: string, theirs: readonly Line[], ours: readonly Line[]): string[] {
  const counted = new Map<string, { theirs: string[]; ours: string[] }>()
  const at = (key: string) => {
    const found = counted.get(key) ?? { theirs: [], ours: [] }
    counted.set(key, found)
    return found
  }
  for (const { key, kobo } of theirs) at(key).theirs.push(kobo)
  for (const { key, kobo } of ours) at(key).ours.push(kobo)
  return [...counted]
    .filter(([, both]) => both.theirs.join() !== both.ours.join())
    .map(([key, both]) => `${what} ${key}: the provider has ${said(both.theirs)}, we have ${said(both.ours)}`)
}

const said = (kobo: readonly string[]) => (kobo.length === 0 ? 'nothing' : `${kobo.join(' and ')} kobo`)

/** The ledger by itself, without the tables beside it: what came in, what went back, what was paid out. */
async function ledgerDifferences(db: Db, books: SandboxBooks): Promise<string[]> {
  const { rows } = await db.execute<{ kind: string; kobo: string }>(sql`
    select j.kind, (sum(e.amount) * 100)::bigint::text as kobo
    from journals j join journal_entries e on e.journal_id = j.id
    where (j.kind = 'payment_received' and (e.account like 'provider_clearing:%' or e.account = 'provider_fees'))
      or (j.kind = 'refund_done' and e.account like 'provider_clearing:%')
      or (j.kind = 'payout_paid' and (e.account like 'vendor:%' or e.account like 'rider:%') and exists (
        select 1 from payout_transfers t
        where 'payout:' || t.payout_id = j.subject and t.status = 'Successful'))
    group by j.kind`)
  const booked = new Map(rows.map(({ kind, kobo }) => [kind, Math.abs(Number(kobo))]))
  const sum = (of: readonly { amount_kobo: number }[]) => of.reduce((kobo, row) => kobo + row.amount_kobo, 0)
  const sums = {
    payment_received: sum(books.taken.filter(({ currency }) => currency === 'NGN')),
    refund_done: sum(books.given_back),
    payout_paid: sum(books.paid_out),
  }
  return Object.entries(sums)
    .map(([kind, theirs]) => ({ kind, theirs, ours: booked.get(kind) ?? 0 }))
    .filter(({ theirs, ours }) => theirs !== ours)
    .map(({ kind, theirs, ours }) => `${kind}: the provider's sum is ${theirs} kobo, the ledger's ${ours}`)
}
