import { and, desc, eq, inArray, isNull, min, sql } from 'drizzle-orm'
import { anyOf } from '../../db/columns.ts'
import type { Db } from '../../db/handle.ts'
import { users } from '../accounts/tables.ts'
import { carried_statuses } from '../delivery/lifecycle.ts'
import { deliveries, riders } from '../delivery/tables.ts'
import { orders } from '../orders/tables.ts'
import { type ChatPartner, chat_lines } from './tables.ts'

/** A line as customers and riders see it: `name` is the rider's first name, null for others. */
export type ShownLine = {
  id: number
  order_id: number
  partner: ChatPartner
  from_role: (typeof chat_lines.$inferSelect)['from_role']
  name: string | null
  text: string
  written_at: Date
  is_read: boolean
}

/** Of longer ones, the newest. */
const MOST_SHOWN = 200

const shown = {
  id: chat_lines.id,
  order_id: chat_lines.order_id,
  partner: chat_lines.partner,
  from_role: chat_lines.from_role,
  name: sql<string | null>`split_part(${riders.name}, ' ', 1)`,
  text: chat_lines.text,
  written_at: chat_lines.written_at,
  is_read: sql<boolean>`${chat_lines.read_at} is not null`,
}

/** What was written about these orders, oldest first. */
export async function linesOfOrders(db: Db, order_ids: readonly number[]): Promise<ShownLine[]> {
  if (order_ids.length === 0) return []
  const newest = await db
    .select(shown)
    .from(chat_lines)
    .leftJoin(riders, eq(riders.user_id, chat_lines.from_id))
    .where(anyOf(chat_lines.order_id, order_ids))
    .orderBy(desc(chat_lines.id))
    .limit(MOST_SHOWN)
  return newest.toReversed()
}

/** What was written between a rider and the customers of what they carry now, oldest first; nothing else is theirs. */
export async function linesForRider(db: Db, rider_id: string): Promise<ShownLine[]> {
  const newest = await db
    .select(shown)
    .from(chat_lines)
    .innerJoin(deliveries, eq(deliveries.order_id, chat_lines.order_id))
    .leftJoin(riders, eq(riders.user_id, chat_lines.from_id))
    .where(
      and(
        eq(deliveries.rider_id, rider_id),
        inArray(deliveries.status, [...carried_statuses]),
        eq(chat_lines.partner, 'rider'),
      ),
    )
    .orderBy(desc(chat_lines.id))
    .limit(MOST_SHOWN)
  return newest.toReversed()
}

/** The same of one order for the desk, with the account of who wrote. */
export async function chatOfOrder(db: Db, order_id: number) {
  const newest = await db
    .select({ line: chat_lines, rider_name: riders.name, writer: users.name })
    .from(chat_lines)
    .leftJoin(riders, eq(riders.user_id, chat_lines.from_id))
    .leftJoin(users, eq(users.id, chat_lines.from_id))
    .where(eq(chat_lines.order_id, order_id))
    .orderBy(desc(chat_lines.id))
    .limit(MOST_SHOWN)
  return newest.toReversed()
}

const waits = and(
  isNull(chat_lines.read_at),
  eq(chat_lines.partner, 'desk').inlineParams(),
  eq(chat_lines.from_role, 'customer').inlineParams(),
)

/** The orders whose customers wrote to us and have no answer yet, who waited longest first, at most `limit`. */
export async function waitingChats(db: Db, limit: number) {
  const since = min(chat_lines.written_at)
  return db
    .select({
      order_id: chat_lines.order_id,
      since: sql<Date>`${since}`.mapWith(chat_lines.written_at),
      text: sql<string>`(array_agg(${chat_lines.text} order by ${chat_lines.id} desc))[1]`,
      first_name: sql<string>`split_part(min(${orders.customer_name}), ' ', 1)`,
      phone: sql<string>`min(${orders.customer_phone})`,
    })
    .from(chat_lines)
    .innerJoin(orders, eq(orders.id, chat_lines.order_id))
    .where(waits)
    .groupBy(chat_lines.order_id)
    .orderBy(since, desc(chat_lines.order_id))
    .limit(limit)
}
