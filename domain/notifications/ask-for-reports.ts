import { and, asc, eq, inArray, isNotNull, lte } from 'drizzle-orm'
import type { SmsGateway } from '../../adapters/messages/message-gateway.ts'
import type { Db } from '../../db/open.ts'
import type { Clock } from '../clock.ts'
import { leaseUntil } from '../due.ts'
import { recordOutcome } from './record-outcome.ts'
import { FIRST_ASK_SECONDS, type Submission } from './record-submission.ts'
import type { SmsGateways } from './send-sms.ts'
import { sms_submissions } from './tables.ts'

/** What one call may ask about (providers.md 3.1 gives no limit; this is the sandbox's). */
const MOST_AT_ONCE = 100

/** After so long a phone that was off has thrown the message away, and nothing new will be heard. */
const LAST_ASK_SECONDS = 3 * 24 * 3600

/**
 * Asks the gateways that can be asked about messages whose report is due: at once when one was posted, else after five
 * minutes and then ever more seldom for three days. Answers how many messages it asked about. Throws ProviderUnavailable; they
 * are asked about again a minute later.
 */
export async function askForReports(deps: SmsGateways & { db: Db; clock: Clock }): Promise<number> {
  const gateways = [deps.sms, deps.second_sms].filter((gateway) => gateway?.lookUp !== undefined)
  let asked = 0
  for (const gateway of gateways) if (gateway) asked += await ask(deps, gateway)
  return asked
}

async function ask(deps: SmsGateways & { db: Db; clock: Clock }, gateway: SmsGateway): Promise<number> {
  const now = deps.clock.now()
  const due = await claimDue(deps.db, gateway.name, now)
  if (due.length === 0 || !gateway.lookUp) return 0
  const answers = await gateway.lookUp(due.map(({ gateway_message_id }) => gateway_message_id ?? ''))
  for (const submission of due) {
    const said = answers.get(submission.gateway_message_id ?? '')
    await recordOutcome(deps, submission, {
      outcome: said?.outcome ?? null,
      reason: said?.reason ?? null,
      cost_kobo: null,
      // A report that came meanwhile has it asked about anew, at once.
      ask_at: nextAsk(submission.submitted_at, now),
      leased_until: submission.ask_at,
    })
  }
  return due.length
}

/** Takes what is due under a lease, so that two workers do not ask about the same; `ask_at` of the answer is its end. */
async function claimDue(db: Db, gateway: string, now: Date): Promise<Submission[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(sms_submissions)
      .where(
        and(
          eq(sms_submissions.gateway, gateway),
          lte(sms_submissions.ask_at, now),
          isNotNull(sms_submissions.gateway_message_id),
        ),
      )
      .orderBy(asc(sms_submissions.ask_at))
      .limit(MOST_AT_ONCE)
      .for('update', { skipLocked: true })
    if (due.length === 0) return due
    const ids = due.map(({ gateway_message_id }) => gateway_message_id ?? '')
    const leased_until = leaseUntil(now)
    await tx
      .update(sms_submissions)
      .set({ ask_at: leased_until })
      .where(and(eq(sms_submissions.gateway, gateway), inArray(sms_submissions.gateway_message_id, ids)))
    return due.map((submission) => ({ ...submission, ask_at: leased_until }))
  })
}

function nextAsk(submitted_at: Date, now: Date): Date | null {
  const age_seconds = (now.getTime() - submitted_at.getTime()) / 1000
  if (age_seconds >= LAST_ASK_SECONDS) return null
  return new Date(now.getTime() + Math.max(FIRST_ASK_SECONDS, age_seconds) * 1000)
}
