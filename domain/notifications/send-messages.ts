import { and, eq } from 'drizzle-orm'
import type { MailGateway, PushGateway } from '../../adapters/messages/message-gateway.ts'
import type { Db } from '../../db/open.ts'
import type { Clock } from '../clock.ts'
import { retryAt } from '../due.ts'
import { claimDue } from './claim-messages.ts'
import { type MessageChannel, message_channels } from './lifecycle.ts'
import { recordTaken } from './record-submission.ts'
import { sendPush } from './send-push.ts'
import { type Attempt, type SmsGateways, sendSms } from './send-sms.ts'
import { messages } from './tables.ts'

type Deps = SmsGateways & { db: Db; clock: Clock; mail: MailGateway; push: PushGateway }
type Message = typeof messages.$inferSelect

/** After so many attempts (about a day of them) a message is given up and shown to a person. */
const MOST_ATTEMPTS = 30

/** How many messages of one channel are on their way at once: a gateway that hangs holds up so many, and no other channel. */
export const LANE_WIDTH = 20

/**
 * Sends what is due in the outbox and waits for all of it, at most `limit` messages. A send whose outcome is unknown is
 * repeated under the same `ext_ref`, which the gateway folds into one effect. Answers how many messages it worked on.
 */
export async function sendDueMessages(deps: Deps, limit = LANE_WIDTH): Promise<number> {
  const { claimed, kept_back } = await claimDue(deps, message_channels, limit)
  await Promise.all(claimed.map((message) => send(deps, message)))
  return claimed.length + kept_back
}

/**
 * The lane of one channel, for the worker: `run` claims what is due while there is room and does not wait for it, so that a
 * message that hangs holds up nothing but its own place; with a full lane it waits for the first place that gets free.
 * Answers how many it began or kept back. `finish` waits for what is still on its way.
 */
export function messageLane(
  deps: Deps & { complain(error: unknown): void },
  channel: MessageChannel,
  width = LANE_WIDTH,
): { run(): Promise<number>; finish(): Promise<void> } {
  const on_their_way = new Set<Promise<void>>()
  const start = (message: Message) => {
    const sending = send(deps, message)
      // Its lease ends by itself, and it is tried again.
      .catch((error) => deps.complain(error))
      .finally(() => on_their_way.delete(sending))
    on_their_way.add(sending)
  }
  return {
    async run() {
      if (on_their_way.size >= width) await Promise.race(on_their_way)
      const { claimed, kept_back } = await claimDue(deps, [channel], width - on_their_way.size)
      for (const message of claimed) start(message)
      return claimed.length + kept_back
    },
    async finish() {
      await Promise.all(on_their_way)
    },
  }
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
  await deps.db
    .update(messages)
    .set(
      outcome.sent
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
              ? outcome.expired
                ? ('Expired' as const)
                : ('Failed' as const)
              : ('Queued' as const),
            next_attempt_at: given_up ? null : outcome.at_once ? now : retryAt(message.attempts, now),
            gateway,
            refused_by,
            last_error: outcome.message,
          },
    )
    .where(
      and(
        eq(messages.id, message.id),
        // Somebody else took it over when the lease had ended: what we know of a failure is out of date by then.
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

/** What a gateway may have is still its own. */
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
