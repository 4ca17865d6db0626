import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { order_keys } from '../domain/delivery/tables.ts'
import { order_history, orders } from '../domain/orders/tables.ts'
import { rateOrder } from '../domain/ratings/rate-order.ts'
import { demo_vendors } from './campus.ts'
import { pick, randomFrom } from './seeded-random.ts'

const lines = [
  'Hot and plenty, thank you!',
  'The pepper is correct.',
  'Came before my lecture. Well done.',
  'Small meat this time o.',
  'Everything neat, nothing poured.',
] as const

/** Two of three customers rate what was delivered, around the rating that each demo vendor is known for. */
export async function ratePastOrders(db: Db, userIdOf: (key: string) => string, now: Date): Promise<void> {
  const random = randomFrom('what they said')
  const taste = new Map(demo_vendors.map((vendor) => [userIdOf(vendor.key), vendor.rating]))
  const delivered = await db
    .select({
      vendor_id: orders.vendor_id,
      track_token: order_keys.track_token,
      delivered_at: order_history.moved_at,
    })
    .from(orders)
    .innerJoin(order_keys, eq(order_keys.order_id, orders.id))
    .innerJoin(order_history, and(eq(order_history.order_id, orders.id), eq(order_history.to_status, 'Delivered')))
    .where(eq(orders.status, 'Delivered'))
    .orderBy(orders.id)
  for (const { vendor_id, track_token, delivered_at } of delivered) {
    const typical = taste.get(vendor_id) ?? null
    if (typical === null || random() > 2 / 3) continue
    const food = random() < typical - Math.floor(typical) ? Math.ceil(typical) : Math.floor(typical)
    // After the meal, within the evening.
    const rated_at = new Date(delivered_at.getTime() + (15 + Math.floor(random() * 180)) * 60_000)
    const clock = { now: () => (rated_at < now ? rated_at : now) }
    await rateOrder({ db, clock }, track_token, {
      food: String(food),
      delivery: String(pick(random, [3, 4, 4, 5, 5, 5])),
      line: random() < 0.4 ? pick(random, lines) : '',
    })
  }
}
