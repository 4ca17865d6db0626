import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { MailGateway, SendOutcome, SmsGateway } from '../../adapters/messages/message-gateway.ts'
import type { Db } from '../../db/open.ts'
import type { Clock } from '../clock.ts'
import { leaseUntil, retryAt } from '../due.ts'
import { messages } from './tables.ts'

type Deps = { db: Db; clock: Clock; sms: SmsGateway; mail: MailGateway }
type Message = typeof messages.$inferSelect

/** After so many attempts (about a day of them) a message is given up and shown to a person. */
const MOST_ATTEMPTS = 30

/**
 * Sends what is due in the outbox, at most `limit` messages. A send whose outcome is unknown is repeated under the same
 * `ext_ref`, which the gateway folds into one effect. Answers how many messages it worked on.
 */
export async function sendDueMessages(deps: Deps, limit = 20): Promise<number> {
  const now = deps.clock.now()
  const due = deps.db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.status, 'Queued'), lte(messages.next_attempt_at, now)))
    .orderBy(messages.next_attempt_at)
    .limit(limit)
    .for('update', { skipLocked: true })
  const claimed = await deps.db
    .update(messages)
    .set({ next_attempt_at: leaseUntil(now), attempts: sql`${messages.attempts} + 1` })
    .where(inArray(messages.id, due))
    .returning()
  await Promise.all(claimed.map((message) => send(deps, message)))
  return claimed.length
}

async function send(deps: Deps, message: Message): Promise<void> {
  const outcome = await attempt(deps, message)
  const now = deps.clock.now()
  const given_up = !outcome.sent && (outcome.final || message.attempts >= MOST_ATTEMPTS)
  await deps.db
    .update(messages)
    .set(
      outcome.sent
        ? {
            status: 'Sent' as const,
            sent_at: now,
            gateway_message_id: outcome.gateway_message_id,
            next_attempt_at: null,
            last_error: null,
          }
        : {
            status: given_up ? ('Failed' as const) : ('Queued' as const),
            next_attempt_at: given_up ? null : retryAt(message.attempts, now),
            last_error: outcome.message,
          },
    )
    .where(eq(messages.id, message.id))
}

async function attempt(
  deps: Deps,
  message: Message,
): Promise<Extract<SendOutcome, { sent: true }> | { sent: false; message: string; final: boolean }> {
  try {
    const outcome =
      message.channel === 'sms'
        ? await deps.sms.send({ to: message.recipient, text: message.body, ext_ref: message.id })
        : await deps.mail.send({
            to: message.recipient,
            subject: message.subject ?? '',
            text: message.body,
            html: message.html,
            ext_ref: message.id,
          })
    return outcome.sent ? outcome : { ...outcome, final: true }
  } catch (error) {
    return { sent: false, message: error instanceof Error ? error.message : String(error), final: false }
  }
}
