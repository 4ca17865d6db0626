import { eq } from 'drizzle-orm'
import type { DeliveryOutcome } from '../../../adapters/messages/message-gateway.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Clock } from '../../clock.ts'
import type { Kobo } from '../../money.ts'
import { canMoveMessage, type MessageVerb, mayReport, message_moves } from '../lifecycle.ts'
import { messages, sms_submissions } from '../tables.ts'
import { ensureSubmission, isSubmission, lockMessage, type Submission } from './record-submission.ts'
import type { SmsGateways } from './send-sms.ts'

type Message = typeof messages.$inferSelect
type Deps = SmsGateways & { db: Db; clock: Clock }

/** One sending of a message, which a gateway reports about. */
export type Sending = {
  message_id: string
  round: number
  gateway: string
  gateway_message_id: string | null
}
type Said = { outcome: DeliveryOutcome | null; reason: string | null; cost_kobo: Kobo | null }

/**
 * Writes down what a gateway says about a message that it took, and moves the message by the lifecycle table (decision
 * 049): Delivered; Undelivered if its reader can do without it; else on to the other gateway, once, and then to an
 * admin. A repeated report changes nothing, a late "undelivered" never takes back a "delivered", and a report about an
 * earlier sending only changes its own record. `ask_at`: when to ask the gateway next, if `said` is not final; with
 * `leased_until`, only if nobody has set another time since that lease.
 */
export async function recordOutcome(
  deps: Deps,
  { message_id, round, gateway, gateway_message_id }: Sending,
  said: Said & { ask_at?: Date | null; leased_until?: Date | null },
): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const message = await lockMessage(tx, message_id)
    if (!message) return
    const taken = { gateway, gateway_message_id }
    const submission = await ensureSubmission(tx, { ...message, round }, taken, now)
    const { outcome, reason, cost_kobo, ask_at, leased_until } = said
    const is_leased = leased_until === undefined || submission.ask_at?.getTime() === leased_until?.getTime()
    const news = outcome !== null && mayReport(submission.outcome, outcome) ? outcome : null
    const changes: Partial<Submission> = {
      ...(cost_kobo !== null && { cost: cost_kobo, cost_told: true }),
      ...(news
        ? { outcome: news, reason, reported_at: now, ask_at: null }
        : submission.outcome === null && ask_at !== undefined && is_leased && { ask_at }),
    }
    if (Object.keys(changes).length > 0) {
      await tx.update(sms_submissions).set(changes).where(isSubmission(submission))
    }
    if (news === 'Delivered') await arrive(tx, message, submission, now)
    if (news === 'Undelivered') await miss(tx, deps, message, submission, reason, now)
  })
}

/** Whether a gateway has a message or may have it (decision 043). */
export function mayHave({ second_sms }: SmsGateways, message: Pick<Message, 'gateway'>, gateway: string): boolean {
  // With a single gateway, nobody notes which one is asked.
  return (message.gateway ?? (second_sms ? null : gateway)) === gateway
}

async function arrive(tx: Tx, message: Message, submission: Submission, now: Date): Promise<void> {
  await move(tx, message, 'arrive', {
    sent_at: message.sent_at ?? now,
    gateway: submission.gateway,
    gateway_message_id: submission.gateway_message_id,
    next_attempt_at: null,
    last_error: null,
  })
}

async function miss(
  tx: Tx,
  deps: Deps,
  message: Message,
  { gateway, round }: Submission,
  reason: string | null,
  now: Date,
): Promise<void> {
  if (!mayHave(deps, message, gateway) || message.round !== round) return
  // Its words are deleted by now: nothing is left to send.
  if (message.recipient === '') return
  const last_error = `${gateway} could not deliver it${reason ? `: ${reason}` : ''}`
  if (message.dispensable) {
    return move(tx, message, 'miss', { next_attempt_at: null, last_error })
  }
  const nobody = { gateway: null, gateway_message_id: null, last_error }
  if (deps.second_sms && message.refused_by === null) {
    return move(tx, message, 'send_otherwise', { ...nobody, next_attempt_at: now, refused_by: gateway })
  }
  return move(tx, message, 'ask_a_person', { ...nobody, next_attempt_at: null })
}

async function move(
  tx: Tx,
  message: Message,
  verb: MessageVerb,
  changes: Partial<Omit<Message, 'status'>>,
): Promise<void> {
  if (!canMoveMessage(verb, message.status)) return
  const { to } = message_moves[verb]
  await tx
    .update(messages)
    .set({ ...changes, status: to })
    .where(eq(messages.id, message.id))
}
