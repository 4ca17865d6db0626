import { and, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { kobo } from '../../money.ts'
import { SMS_PRICES } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { canMoveMessage } from '../lifecycle.ts'
import { messages, sms_submissions } from '../tables.ts'
import { smsSegments } from '../words/sms-segments.ts'
import { priceAt } from './sms-prices.ts'

type Message = typeof messages.$inferSelect
export type Submission = typeof sms_submissions.$inferSelect

/** How long a report may take before the gateway is asked for it. */
export const FIRST_ASK_SECONDS = 5 * 60

/**
 * Writes down that a gateway took a text message, with its parts and their cost by our price list (decision 049), and
 * moves the message to Sent; a report that came before the gateway's answer stays.
 */
export async function recordTaken(
  db: Db,
  message: Message,
  taken: { gateway: string; gateway_message_id: string | null },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const current = await lockMessage(tx, message.id)
    if (!current) return
    const submission = await ensureSubmission(tx, message, taken, now)
    if (submission.outcome !== null || current.round !== message.round) return
    if (!canMoveMessage('take', current.status)) return
    await tx
      .update(messages)
      .set({ status: 'Sent', sent_at: now, next_attempt_at: null, last_error: null, ...taken })
      .where(eq(messages.id, message.id))
  })
}

/** The message's row, locked. Everybody locks it before any row of its submissions. */
export async function lockMessage(tx: Tx, id: string): Promise<Message | undefined> {
  const [message] = await tx.select().from(messages).where(eq(messages.id, id)).for('no key update')
  return message
}

/** The submission of a message's round to a gateway, created if missing; a known gateway id stays. */
export async function ensureSubmission(
  tx: Tx,
  { id, round, body }: Pick<Message, 'id' | 'round' | 'body'>,
  { gateway, gateway_message_id }: { gateway: string; gateway_message_id: string | null },
  now: Date,
): Promise<Submission> {
  const segments = smsSegments(body)
  const [submission] = await tx
    .insert(sms_submissions)
    .values({
      message_id: id,
      round,
      gateway,
      gateway_message_id,
      submitted_at: now,
      segments,
      cost: kobo(segments * priceAt(await readSetting(tx, SMS_PRICES), gateway)),
      ask_at: new Date(now.getTime() + FIRST_ASK_SECONDS * 1000),
    })
    .onConflictDoUpdate({
      target: [sms_submissions.message_id, sms_submissions.round, sms_submissions.gateway],
      set: {
        gateway_message_id: sql`coalesce(${sms_submissions.gateway_message_id}, excluded.gateway_message_id)`,
      },
    })
    .returning()
  if (!submission) throw new Error(`The submission of message ${id} was not written`)
  return submission
}

/** One submission by its key. */
export function isSubmission({ message_id, round, gateway }: Pick<Submission, 'message_id' | 'round' | 'gateway'>) {
  return and(
    eq(sms_submissions.message_id, message_id),
    eq(sms_submissions.round, round),
    eq(sms_submissions.gateway, gateway),
  )
}
