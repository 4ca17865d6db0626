import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { SmsGateway } from '../../../adapters/messages/message-gateway.ts'
import type { Db } from '../../../db/handle.ts'
import type { Clock } from '../../clock.ts'
import { leaseUntil } from '../../due.ts'
import type { Errands } from '../../lane.ts'
import { sms_submissions } from '../tables.ts'
import { recordOutcomes } from './record-outcome.ts'
import { FIRST_ASK_SECONDS, type Submission } from './record-submission.ts'
import type { SmsGateways } from './send-sms.ts'

type Deps = SmsGateways & { db: Db; clock: Clock }

/**
 * The most messages in one question; no limit is documented, this is the sandbox's
 * (docs/providers.md#smarthive-reports).
 */
const MOST_AT_ONCE = 100

/** After this long, networks have dropped the message of a phone that was off, and no news will come. */
const LAST_ASK_SECONDS = 3 * 24 * 3600

/**
 * Messages whose report is due at one gateway, for a lane of the worker: asked about at once after a posted report,
 * else after five minutes and then less and less often for three days, up to 100 in one question. An unanswered
 * question is repeated a minute later; `work` throws ProviderUnavailable then. Nothing is due at a gateway that cannot
 * be asked.
 */
export function reportErrands(deps: Deps, gateway: SmsGateway): Errands<Submission[]> {
  return {
    async claim() {
      const due = gateway.lookUp ? await claimDue(deps.db, gateway.name, deps.clock.now()) : []
      return { claimed: due.length > 0 ? [due] : [] }
    },
    work: (due) => ask(deps, gateway, due),
  }
}

async function ask(deps: Deps, gateway: SmsGateway, due: readonly Submission[]): Promise<void> {
  const now = deps.clock.now()
  const ids = due.map(({ gateway_message_id }) => gateway_message_id ?? '')
  const answers = await gateway.lookUp?.(ids)
  const said = due.map((submission) => {
    const answer = answers?.get(submission.gateway_message_id ?? '')
    return {
      ...submission,
      outcome: answer?.outcome ?? null,
      reason: answer?.reason ?? null,
      cost_kobo: null,
      // If a report came meanwhile, it is asked about again at once.
      ask_at: nextAsk(submission.submitted_at, now),
      leased_until: submission.ask_at,
    }
  })
  await recordOutcomes(deps, said)
}

/**
 * Claims what is due under a lease, so that two workers do not ask about the same; the answered `ask_at` is its end.
 */
async function claimDue(db: Db, gateway: string, now: Date): Promise<Submission[]> {
  const due = db
    .select({ message_id: sms_submissions.message_id, round: sms_submissions.round })
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
    .for('no key update', { skipLocked: true })
  return db
    .update(sms_submissions)
    .set({ ask_at: leaseUntil(now) })
    .where(
      and(
        eq(sms_submissions.gateway, gateway),
        sql`(${sms_submissions.message_id}, ${sms_submissions.round}) in ${due}`,
      ),
    )
    .returning()
}

function nextAsk(submitted_at: Date, now: Date): Date | null {
  const age_seconds = (now.getTime() - submitted_at.getTime()) / 1000
  if (age_seconds >= LAST_ASK_SECONDS) return null
  return new Date(now.getTime() + Math.max(FIRST_ASK_SECONDS, age_seconds) * 1000)
}
