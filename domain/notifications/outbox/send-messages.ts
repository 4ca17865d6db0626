import { and, eq, gt, sql } from 'drizzle-orm'
import type { MailGateway, PushGateway } from '../../../adapters/messages/message-gateway.ts'
import type { Db } from '../../../db/handle.ts'
import type { Clock } from '../../clock.ts'
import { retryAt } from '../../due.ts'
import type { Errands } from '../../lane.ts'
import { writtenTogether } from '../../written-together.ts'
import type { MessageChannel } from '../lifecycle.ts'
import { messages } from '../tables.ts'
import { claimDue } from './claim-messages.ts'
import { moveMessages } from './move-messages.ts'
import { recordTaken, type Taken } from './record-submission.ts'
import { emptied, holdsLink } from './secret-links.ts'
import { sendPush } from './send-push.ts'
import { type Attempt, noteAsked, type SmsGateways, type SmsNotes, sendSms } from './send-sms.ts'

type Deps = SmsGateways & { db: Db; clock: Clock; mail: MailGateway; push: PushGateway }
type Message = typeof messages.$inferSelect

/** After this many attempts (about a day) a message is given up and shown to an admin. */
const MOST_ATTEMPTS = 30

/**
 * What is due in the outbox on these channels, for the worker's lane of each. A send with an unknown outcome is
 * repeated under the same `ext_ref`, which the gateway treats as one.
 */
export function messageErrands(deps: Deps, channels: readonly MessageChannel[]): Errands<Message> {
  const notes: Notes = {
    asked: writtenTogether((these) => noteAsked(deps.db, these)),
    taken: writtenTogether((these) => recordTaken(deps.db, these, deps.clock.now())),
    sent: writtenTogether((these) => recordSent(deps.db, these, deps.clock.now())),
  }
  return { claim: (limit) => claimDue(deps, channels, limit), work: (message) => send(deps, notes, message) }
}

/** What the messages of a lane write down together. */
type Notes = SmsNotes & { taken(taken: Taken): Promise<void>; sent(sent: Sent): Promise<void> }
type Sent = Pick<Message, 'id' | 'channel' | 'dedupe_key' | 'expires_at' | 'gateway_message_id'>

async function send(deps: Deps, notes: Notes, message: Message): Promise<void> {
  const outcome = await sendBy(deps, notes, message)
  const now = deps.clock.now()
  const { gateway, refused_by } = outcome
  if (outcome.sent && message.channel === 'sms' && gateway !== null) {
    const { gateway_message_id } = outcome
    return notes.taken({ ...message, gateway, gateway_message_id })
  }
  const is_link = holdsLink(message)
  if (outcome.sent) return notes.sent({ ...message, gateway_message_id: outcome.gateway_message_id })
  // Another worker may have taken it over after the lease; then our failure is out of date.
  const ours = and(eq(messages.id, message.id), eq(messages.status, 'Queued'), eq(messages.attempts, message.attempts))
  const failed = { gateway, refused_by, last_error: outcome.message }
  if (!outcome.final && message.attempts < MOST_ATTEMPTS) {
    const next_attempt_at = outcome.at_once ? now : retryAt(message.attempts, now)
    await deps.db
      .update(messages)
      .set({ ...failed, next_attempt_at })
      .where(ours)
    return
  }
  await moveMessages(deps.db, {
    verb: outcome.expired || is_link ? 'expire' : 'give_up',
    by: 'worker',
    where: ours,
    set: { ...failed, ...(is_link && emptied), next_attempt_at: null },
  })
  if (message.beside !== null) await sendAtOnce(deps.db, message.beside, now)
}

/** A text message that waits for pushes of the same news waits no longer, once none of them is left. */
async function sendAtOnce(db: Db, dedupe_key: string, now: Date): Promise<void> {
  const left = sql`exists (select from ${messages} push where push.beside = ${dedupe_key}
    and push.status in ('Queued', 'Sent'))`
  await db
    .update(messages)
    .set({ next_attempt_at: now })
    .where(
      and(
        eq(messages.dedupe_key, dedupe_key),
        eq(messages.status, 'Queued'),
        eq(messages.attempts, 0),
        gt(messages.next_attempt_at, now),
        sql`not ${left}`,
      ),
    )
}

/** Writes down that these mails or pushes were taken. */
async function recordSent(db: Db, all: readonly Sent[], now: Date): Promise<void> {
  for (const some of Map.groupBy(all, holdsLink).values()) {
    const ids = sql.param(some.map(({ id }) => id))
    const numbers = sql.param(some.map(({ gateway_message_id }) => gateway_message_id))
    // A phone may say that it showed a push before this is written; then it is moved no more.
    await moveMessages(db, {
      verb: 'take',
      by: 'worker',
      from: sql`unnest(${ids}::uuid[], ${numbers}::text[]) as taken (id, number)`,
      where: eq(messages.id, sql`taken.id`),
      set: {
        ...(some.some(holdsLink) && emptied),
        sent_at: now,
        gateway_message_id: sql`taken.number`,
        next_attempt_at: null,
        last_error: null,
      },
    })
  }
}

async function sendBy(deps: Deps, notes: Notes, message: Message): Promise<Attempt> {
  if (message.expires_at && message.expires_at <= deps.clock.now()) return tooLate(message)
  if (message.channel === 'sms') return sendSms(deps, notes, message)
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
