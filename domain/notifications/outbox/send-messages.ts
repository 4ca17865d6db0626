import { and, eq } from 'drizzle-orm'
import type { MailGateway, PushGateway } from '../../../adapters/messages/message-gateway.ts'
import type { Db } from '../../../db/handle.ts'
import type { Clock } from '../../clock.ts'
import { retryAt } from '../../due.ts'
import { type Errands, workOnDue } from '../../lane.ts'
import { type MessageChannel, message_channels } from '../lifecycle.ts'
import { messages } from '../tables.ts'
import { claimDue } from './claim-messages.ts'
import { recordTaken } from './record-submission.ts'
import { sendPush } from './send-push.ts'
import { type Attempt, type SmsGateways, sendSms } from './send-sms.ts'

type Deps = SmsGateways & { db: Db; clock: Clock; mail: MailGateway; push: PushGateway }
type Message = typeof messages.$inferSelect

/** A message whose words must not be kept. */
export const emptied = { body: '', html: null }

/** After this many attempts (about a day) a message is given up and shown to an admin. */
const MOST_ATTEMPTS = 30

/**
 * What is due in the outbox on these channels, for the worker's lane of each. A send with an unknown outcome is
 * repeated under the same `ext_ref`, which the gateway treats as one.
 */
export function messageErrands(deps: Deps, channels: readonly MessageChannel[]): Errands<Message> {
  return { claim: (limit) => claimDue(deps, channels, limit), work: (message) => send(deps, message) }
}

/** Sends what is due in the outbox and waits for all of it, at most `limit` messages. Answers how many it worked on. */
export function sendDueMessages(deps: Deps, limit = 20): Promise<number> {
  return workOnDue(messageErrands(deps, message_channels), limit)
}

async function send(deps: Deps, message: Message): Promise<void> {
  const outcome = await sendBy(deps, message)
  const now = deps.clock.now()
  const { gateway, refused_by } = outcome
  if (outcome.sent && message.channel === 'sms' && gateway !== null) {
    const { gateway_message_id } = outcome
    return recordTaken(deps.db, message, { gateway, gateway_message_id }, now)
  }
  const given_up = !outcome.sent && (outcome.final || message.attempts >= MOST_ATTEMPTS)
  // A mail that expires holds a link that opens an account: afterwards nobody may find it here.
  const holds_link = message.channel === 'mail' && message.expires_at !== null
  await deps.db
    .update(messages)
    .set({
      ...(holds_link && (outcome.sent || given_up) && emptied),
      ...(outcome.sent
        ? {
            status: 'Sent' as const,
            sent_at: now,
            gateway,
            gateway_message_id: outcome.gateway_message_id,
            next_attempt_at: null,
            last_error: null,
          }
        : {
            status: given_up
              ? outcome.expired || holds_link
                ? ('Expired' as const)
                : ('Failed' as const)
              : ('Queued' as const),
            next_attempt_at: given_up ? null : outcome.at_once ? now : retryAt(message.attempts, now),
            gateway,
            refused_by,
            last_error: outcome.message,
          }),
    })
    .where(
      and(
        eq(messages.id, message.id),
        // Another worker may have taken it over after the lease; then our failure is out of date.
        ...(outcome.sent ? [] : [eq(messages.status, 'Queued'), eq(messages.attempts, message.attempts)]),
      ),
    )
}

async function sendBy(deps: Deps, message: Message): Promise<Attempt> {
  if (message.expires_at && message.expires_at <= deps.clock.now()) return tooLate(message)
  if (message.channel === 'sms') return sendSms(deps, message)
  if (message.channel === 'mail') return sendMail(deps, message)
  return sendPush(deps, message)
}

/** A gateway that may have it is still noted. */
function tooLate({ gateway, refused_by }: Message): Attempt {
  return { sent: false, message: 'Too late', final: true, expired: true, at_once: false, gateway, refused_by }
}

async function sendMail(deps: Deps, message: Message): Promise<Attempt> {
  const nobody = { gateway: null, refused_by: null }
  try {
    const outcome = await deps.mail.send({
      to: message.recipient,
      subject: message.subject ?? '',
      text: message.body,
      html: message.html,
      ext_ref: message.id,
    })
    return outcome.sent ? { ...outcome, ...nobody } : { ...outcome, ...nobody, final: true, at_once: false }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { sent: false, message: reason, final: false, at_once: false, ...nobody }
  }
}
