import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { firstIssues } from '../catalog/forms.ts'
import { vendors } from '../catalog/tables.ts'
import { DAY_MS } from '../clock.ts'
import { deliveries, order_keys } from '../delivery/tables.ts'
import type { Deps } from '../events.ts'
import { ends_without_food } from '../orders/lifecycle.ts'
import { order_history, orders } from '../orders/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { type RatingErrors, type RatingField, rating_form } from './forms.ts'
import { ratings } from './tables.ts'

/** How long after the delivery it can be rated. */
const RATABLE_DAYS = 30

/** Whether an order that was delivered then can still be rated. */
export const isRatable = (delivered_at: Date, now: Date): boolean =>
  now.getTime() - delivered_at.getTime() <= RATABLE_DAYS * DAY_MS

export type RatingRefusal =
  | Refused<'fields', RatingErrors>
  | Refused<'not_found' | 'not_delivered' | 'too_late' | 'already_rated', undefined>

/**
 * The customer of a delivered order rates its food and its delivery, 1 to 5, with an optional line. Only the holder of
 * the order's tracking link may, once, within 30 days (docs/product.md#ratings). The vendor's `rating` is updated in
 * the same commit.
 */
export async function rateOrder(
  { db, clock }: Deps,
  track_token: string,
  input: Record<RatingField, string>,
): Promise<Accepted<{ order_id: number }> | RatingRefusal> {
  const parsed = rating_form.safeParse(input)
  if (!parsed.success) return refused('fields', firstIssues<RatingField>(parsed.error))
  const now = clock.now()
  return db.transaction(async (tx) => {
    const [order] = await tx
      .select({
        id: orders.id,
        vendor_id: orders.vendor_id,
        status: orders.status,
        name: orders.customer_name,
      })
      .from(order_keys)
      .innerJoin(orders, eq(orders.id, order_keys.order_id))
      .where(eq(order_keys.track_token, track_token))
    if (!order) return refused('not_found')
    if (order.status !== 'Delivered') return refused('not_delivered')
    const [delivered] = await tx
      .select({ moved_at: order_history.moved_at, verb: order_history.verb })
      .from(order_history)
      .where(and(eq(order_history.order_id, order.id), eq(order_history.to_status, 'Delivered')))
    if (delivered && ends_without_food.includes(delivered.verb)) return refused('not_delivered')
    if (!delivered || !isRatable(delivered.moved_at, now)) return refused('too_late')
    const [delivery] = await tx
      .select({ rider_id: deliveries.rider_id })
      .from(deliveries)
      .where(eq(deliveries.order_id, order.id))
    const { food, delivery: brought, line } = parsed.data
    // Locked before the rating refers to the vendor, so that two customers of one vendor take turns without a deadlock.
    await tx.select({ id: vendors.id }).from(vendors).where(eq(vendors.user_id, order.vendor_id)).for('no key update')
    const [rated] = await tx
      .insert(ratings)
      .values({
        order_id: order.id,
        vendor_id: order.vendor_id,
        rider_id: delivery?.rider_id ?? null,
        food,
        delivery: brought,
        line: line || null,
        first_name: order.name.split(' ')[0] ?? order.name,
        rated_at: now,
      })
      .onConflictDoNothing({ target: ratings.order_id })
      .returning({ order_id: ratings.order_id })
    if (!rated) return refused('already_rated')
    await countVendorRating(tx, order.vendor_id)
    return accepted({ order_id: order.id })
  })
}

/** The average of the food's stars, one decimal, and their number; the caller holds the vendor's lock. */
async function countVendorRating(tx: Tx, vendor_id: string): Promise<void> {
  const own = sql`from ${ratings} where ${ratings.vendor_id} = ${vendor_id}`
  await tx
    .update(vendors)
    .set({
      rating: sql`(select round(avg(${ratings.food}), 1) ${own})`,
      rating_count: sql`(select count(*)::int ${own})`,
    })
    .where(eq(vendors.user_id, vendor_id))
}
