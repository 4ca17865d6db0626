import { and, eq, sql } from 'drizzle-orm'
import type { DeliveryOutcome } from '../../../adapters/messages/message-gateway.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Clock } from '../../clock.ts'
import type { Kobo } from '../../money.ts'
import { type MessageVerb, mayReport } from '../lifecycle.ts'
import { messages, sms_submissions } from '../tables.ts'
import { moveMessages } from './move-messages.ts'
import {
  alike,
  areSubmissions,
  ensureSubmissions,
  lockMessages,
  of_its_submission,
  type Submission,
} from './record-submission.ts'
import { body_without_link, emptied, holdsLink } from './secret-links.ts'
import type { SmsGateways } from './send-sms.ts'

type Messages = Awaited<ReturnType<typeof lockMessages>>
type Message = NonNullable<ReturnType<Messages['get']>>
type Deps = SmsGateways & { db: Db; clock: Clock }

/** One sending of a message, which a gateway reports about. */
export type Sending = {
  message_id: string
  round: number
  gateway: string
  gateway_message_id: string | null
}
type Said = {
  outcome: DeliveryOutcome | null
  reason: string | null
  cost_kobo: Kobo | null
  ask_at?: Date | null
  leased_until?: Date | null
}

/**
 * Writes down what a gateway says about messages that it took, and moves them by the lifecycle table (decision 049):
 * Delivered; Undelivered if its reader can do without it; else on to the other gateway, once, and then to an admin. A
 * repeated report changes nothing, a late "undelivered" never takes back a "delivered", and a report about an earlier
 * sending only changes its own record. `ask_at`: when to ask the gateway next, if `said` is not final; with
 * `leased_until`, only if nobody has set another time since that lease.
 */
export async function recordOutcomes(deps: Deps, all: readonly (Sending & Said)[]): Promise<void> {
  try {
    await recordTogether(deps, all)
  } catch (error) {
    if (all.length === 1) throw error
    // One that cannot be written down holds up no other.
    let failed = false
    for (const one of all) {
      await recordTogether(deps, [one]).catch(() => {
        failed = true
      })
    }
    if (failed) throw error
  }
}

async function recordTogether(deps: Deps, all: readonly (Sending & Said)[]): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const ids = all.map(({ message_id }) => message_id)
    const messages = await lockMessages(tx, ids)
    const submissions = await submissionsOf(tx, all, messages, now)
    const heard = submissions.map((submission) => {
      const said = all.find((one) => keyOf(one) === keyOf(submission))
      const news = said?.outcome && mayReport(submission.outcome, said.outcome) ? said.outcome : null
      return { ...submission, news, changes: said ? changesOf(submission, said, news, now) : {} }
    })
    for (const some of alike(heard, ({ changes }) => changes)) {
      const changes = some[0]?.changes ?? {}
      if (Object.keys(changes).length === 0) continue
      await tx.update(sms_submissions).set(changes).where(areSubmissions(some))
    }
    await arrive(
      tx,
      heard.filter(({ news }) => news === 'Delivered'),
      now,
    )
    for (const { news, ...submission } of heard) {
      const message = messages.get(submission.message_id)
      if (news === 'Undelivered' && message) await miss(tx, deps, message, submission, now)
    }
  })
}

const keyOf = ({ message_id, round, gateway }: Pick<Sending, 'message_id' | 'round' | 'gateway'>) =>
  `${message_id} ${round} ${gateway}`

/** Written down when a gateway took them, but for a report that is earlier than that. */
async function submissionsOf(tx: Tx, all: readonly Sending[], messages: Messages, now: Date): Promise<Submission[]> {
  const sendings = all.filter(({ message_id }) => messages.has(message_id))
  const known: Submission[] = []
  for (const some of alike(sendings)) {
    // Locked, so that a report that comes now does not set another time for asking in between.
    known.push(...(await tx.select().from(sms_submissions).where(areSubmissions(some)).for('no key update')))
  }
  const complete = new Set(known.filter((row) => row.gateway_message_id !== null).map(keyOf))
  const missing = sendings.filter((sending) => !complete.has(keyOf(sending)))
  const made = await ensureSubmissions(
    tx,
    missing.map(({ message_id, ...sending }) => ({ ...sending, id: message_id, body: bodyOf(messages, message_id) })),
    now,
  )
  return [...known.filter((row) => complete.has(keyOf(row))), ...made]
}

const bodyOf = (messages: Messages, id: string) => messages.get(id)?.body ?? ''

function changesOf(
  { outcome, ask_at: asks_at }: Submission,
  { reason, cost_kobo, ask_at, leased_until }: Said,
  news: DeliveryOutcome | null,
  now: Date,
): Partial<Submission> {
  const is_leased = leased_until === undefined || asks_at?.getTime() === leased_until?.getTime()
  return {
    ...(cost_kobo !== null && { cost: cost_kobo, cost_told: true }),
    ...(news
      ? { outcome: news, reason, reported_at: now, ask_at: null }
      : outcome === null && ask_at !== undefined && is_leased && { ask_at }),
  }
}

/** Whether a gateway has a message or may have it (decision 043). */
export function mayHave({ second_sms }: SmsGateways, message: Pick<Message, 'gateway'>, gateway: string): boolean {
  // With a single gateway, nobody notes which one is asked.
  return (message.gateway ?? (second_sms ? null : gateway)) === gateway
}

async function arrive(tx: Tx, all: readonly Submission[], now: Date): Promise<void> {
  for (const some of alike(all)) {
    await moveMessages(tx, {
      verb: 'arrive',
      by: 'gateway',
      from: sms_submissions,
      where: and(areSubmissions(some), eq(messages.id, sms_submissions.message_id)),
      set: {
        sent_at: sql`coalesce(${messages.sent_at}, ${now.toISOString()}::timestamptz)`,
        next_attempt_at: null,
        last_error: null,
        body: body_without_link,
        ...of_its_submission,
      },
    })
  }
}

async function miss(
  tx: Tx,
  deps: Deps,
  message: Message,
  { gateway, round, changes: { reason } }: Submission & { changes: Partial<Submission> },
  now: Date,
): Promise<void> {
  if (!mayHave(deps, message, gateway) || message.round !== round) return
  // Its words are deleted by now: nothing is left to send.
  if (message.recipient === '') return
  const last_error = `${gateway} could not deliver it${reason ? `: ${reason}` : ''}`
  const move = (verb: MessageVerb, set: Partial<typeof messages.$inferInsert>) =>
    moveMessages(tx, { verb, by: 'gateway', where: eq(messages.id, message.id), set: { ...set, last_error } })
  const nobody = { gateway: null, gateway_message_id: null }
  if (message.dispensable) await move('miss', { next_attempt_at: null })
  else if (deps.second_sms && message.refused_by === null) {
    await move('send_otherwise', { ...nobody, next_attempt_at: now, refused_by: gateway })
  }
  // Whoever still wants a link asks for a new one.
  else if (holdsLink(message)) await move('miss', { ...emptied, next_attempt_at: null })
  else await move('ask_a_person', { ...nobody, next_attempt_at: null })
}
