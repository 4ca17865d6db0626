import { and, eq, sql } from 'drizzle-orm'
import { anyOf } from '../../../db/columns.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { kobo } from '../../money.ts'
import { SMS_PRICES } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { messages, sms_submissions } from '../tables.ts'
import { smsSegments } from '../words/sms-segments.ts'
import { moveMessages } from './move-messages.ts'
import { priceAt } from './sms-prices.ts'

type Message = typeof messages.$inferSelect
export type Submission = typeof sms_submissions.$inferSelect

/** A text message as a gateway took it. */
export type Taken = Pick<Message, 'id' | 'round' | 'body'> & { gateway: string; gateway_message_id: string | null }

/** How long a report may take before the gateway is asked for it. */
export const FIRST_ASK_SECONDS = 5 * 60

/**
 * Writes down that a gateway took these text messages, with their parts and their cost by our price list (decision
 * 049), and moves the messages to Sent; a report that came before the gateway's answer stays.
 */
export async function recordTaken(db: Db, all: readonly Taken[], now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const current = await lockMessages(
      tx,
      all.map(({ id }) => id),
    )
    const submissions = await ensureSubmissions(
      tx,
      all.filter(({ id }) => current.has(id)),
      now,
    )
    const sent = submissions.filter(({ message_id, round, outcome }) => {
      const message = current.get(message_id)
      return outcome === null && message?.round === round
    })
    for (const some of alike(sent)) {
      await moveMessages(tx, {
        verb: 'take',
        by: 'worker',
        from: sms_submissions,
        where: and(areSubmissions(some), eq(messages.id, sms_submissions.message_id)),
        set: { sent_at: now, next_attempt_at: null, last_error: null, ...of_its_submission },
      })
    }
  })
}

/** What a message knows of the submission that it is updated `from`. */
export const of_its_submission = {
  gateway: sql`${sms_submissions.gateway}`,
  gateway_message_id: sql`${sms_submissions.gateway_message_id}`,
}

/** The rows of messages, locked, by id. Everybody locks them before any row of their submissions. */
export async function lockMessages(tx: Tx, ids: readonly string[]) {
  const { id, round, body, status, sent_at, gateway, recipient, dispensable, refused_by } = messages
  const { channel, dedupe_key, expires_at } = messages
  const of_link = { channel, dedupe_key, expires_at }
  const rows = await tx
    .select({ id, round, body, status, sent_at, gateway, recipient, dispensable, refused_by, ...of_link })
    .from(messages)
    .where(anyOf(id, ids))
    .orderBy(id)
    .for('no key update')
  return new Map(rows.map((row) => [row.id, row]))
}

/** The submissions of messages' rounds to a gateway, created where missing; a known gateway id stays. */
export async function ensureSubmissions(tx: Tx, all: readonly Taken[], now: Date): Promise<Submission[]> {
  if (all.length === 0) return []
  const prices = await readSetting(tx, SMS_PRICES)
  return tx
    .insert(sms_submissions)
    .values(
      all.map(({ id, round, body, gateway, gateway_message_id }) => {
        const segments = smsSegments(body)
        return {
          message_id: id,
          round,
          gateway,
          gateway_message_id,
          submitted_at: now,
          segments,
          cost: kobo(segments * priceAt(prices, gateway)),
          ask_at: new Date(now.getTime() + FIRST_ASK_SECONDS * 1000),
        }
      }),
    )
    .onConflictDoUpdate({
      target: [sms_submissions.message_id, sms_submissions.round, sms_submissions.gateway],
      set: {
        gateway_message_id: sql`coalesce(${sms_submissions.gateway_message_id}, excluded.gateway_message_id)`,
      },
    })
    .returning()
}

type Key = Pick<Submission, 'message_id' | 'round' | 'gateway'>

/** Submissions by what one statement can name: a gateway, a round, and what else makes them `alike`. */
export function alike<Row extends Key>(all: readonly Row[], alsoBy: (row: Row) => unknown = () => null): Row[][] {
  const groups = Map.groupBy(all, (row) => JSON.stringify([row.gateway, row.round, alsoBy(row)]))
  return [...groups.values()]
}

/** Submissions of one gateway and one round. */
export function areSubmissions([first, ...others]: readonly Key[]) {
  if (!first) return sql`false`
  const ids = [first, ...others].map(({ message_id }) => message_id)
  return and(
    anyOf(sms_submissions.message_id, ids),
    eq(sms_submissions.round, first.round),
    eq(sms_submissions.gateway, first.gateway),
  )
}
