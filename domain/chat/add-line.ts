import { and, count, desc, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'
import { noteOrder } from '../../db/after-commit.ts'
import type { Tx } from '../../db/handle.ts'
import type { Announce } from '../events.ts'
import { order_history, orders } from '../orders/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { AT_ONCE_MS, MOST_AT_ONCE, MOST_LINES_OF_ONE, SMS_APART_MS, UNREAD_MS } from './chat-rules.ts'
import { chat_text } from './forms.ts'
import { type ChatPartner, chat_lines } from './tables.ts'

export type ChatLine = typeof chat_lines.$inferSelect

export type AddLineRefusal =
  /** `said` stands beside the field. */
  Refused<'fields', { said: string }> | Refused<'too_often' | 'too_many', undefined>

type NewLine = {
  order: typeof orders.$inferSelect
  partner: ChatPartner
  from: { role: ChatLine['from_role']; id: string | null }
  text: string
  now: Date
  /** How long the line waited on a phone before it came, perhaps a second time. */
  waited_ms?: number
}

/** The words of a line as they are kept; refused where the form would refuse them. */
export function readText(text: string): Accepted<string> | Refused<'fields', { said: string }> {
  const read = chat_text.safeParse(text)
  return read.success ? accepted(read.data) : refused('fields', { said: read.error.issues[0]?.message ?? '' })
}

/**
 * Adds a line to the chat of an order that the caller has locked, and announces it. The same words again within
 * `AT_ONCE_MS`, or since it was first sent, are the same line, so a form may be sent twice. Refused for more lines than
 * a person needs.
 */
export async function addLine(
  tx: Tx,
  announce: Announce,
  { order, partner, from, text, now, waited_ms = 0 }: NewLine,
): Promise<Accepted<ChatLine> | AddLineRefusal> {
  const own = and(
    eq(chat_lines.order_id, order.id),
    eq(chat_lines.from_role, from.role),
    from.id === null ? undefined : eq(chat_lines.from_id, from.id),
  )
  const within = (ms: number) => gt(chat_lines.written_at, new Date(now.getTime() - ms))
  const lately = within(AT_ONCE_MS)
  const since_sent = within(AT_ONCE_MS + waited_ms)
  const [same] = await tx
    .select()
    .from(chat_lines)
    .where(and(own, since_sent, eq(chat_lines.partner, partner), eq(chat_lines.text, text)))
    .limit(1)
  if (same) return accepted(same)
  const [written] = await tx
    .select({ in_all: count(), at_once: sql<number>`(count(*) filter (where ${lately}))::int` })
    .from(chat_lines)
    .where(own)
  if ((written?.in_all ?? 0) >= MOST_LINES_OF_ONE) return refused('too_many')
  if ((written?.at_once ?? 0) >= MOST_AT_ONCE) return refused('too_often')
  const sms = partner === 'desk' && from.role === 'customer' ? null : await nextSms(tx, { order, partner, from, now })
  const [line] = await tx
    .insert(chat_lines)
    .values({
      ...{ order_id: order.id, partner, from_role: from.role, from_id: from.id, text },
      ...{ written_at: now, sms_at: sms?.at ?? null },
    })
    .returning()
  if (!line) throw new Error('The line was not stored')
  noteOrder(tx, order.id)
  await announce(tx, { kind: 'line_written', line, order, instead_of: sms?.instead_of ?? null }, now)
  return accepted(line)
}

/**
 * When a line goes by text message: to the customer once the page had time to show it, to a rider at once, and never
 * within `SMS_APART_MS` of the one before of the same thread. Where one of it waits, this line takes its place
 * (`instead_of`): what the desk wrote is not what a rider writes, whose lines are dropped with their way.
 */
async function nextSms(tx: Tx, { order, partner, from, now }: Omit<NewLine, 'text'>) {
  const to_customer = from.role !== 'customer'
  const [last] = await tx
    .select({ id: chat_lines.id, at: chat_lines.sms_at })
    .from(chat_lines)
    .where(
      and(
        eq(chat_lines.order_id, order.id),
        eq(chat_lines.partner, partner),
        to_customer ? ne(chat_lines.from_role, 'customer') : eq(chat_lines.from_role, 'customer'),
        isNotNull(chat_lines.sms_at),
      ),
    )
    .orderBy(desc(chat_lines.sms_at))
    .limit(1)
  if (last?.at && last.at > now) {
    await tx.update(chat_lines).set({ sms_at: null }).where(eq(chat_lines.id, last.id))
    return { at: last.at, instead_of: last.id }
  }
  const earliest_ms = now.getTime() + (to_customer ? UNREAD_MS : 0)
  const at = new Date(Math.max(earliest_ms, last?.at ? last.at.getTime() + SMS_APART_MS : 0))
  return { at, instead_of: null }
}

/** When an order ended; null while it is under way. */
export async function endedAt(tx: Tx, order: typeof orders.$inferSelect): Promise<Date | null> {
  if (order.status !== 'Delivered' && order.status !== 'Cancelled') return null
  const [last] = await tx
    .select({ at: order_history.recorded_at })
    .from(order_history)
    .where(eq(order_history.order_id, order.id))
    .orderBy(desc(order_history.id))
    .limit(1)
  return last?.at ?? null
}

/** An order by its number, locked. */
export async function lockOrder(tx: Tx, order_id: number): Promise<typeof orders.$inferSelect | null> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, order_id)).for('no key update')
  return order ?? null
}
