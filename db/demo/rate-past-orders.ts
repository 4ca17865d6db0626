import { eq } from 'drizzle-orm'
import { order_keys } from '../../domain/delivery/tables.ts'
import { orders } from '../../domain/orders/tables.ts'
import { rateOrder } from '../../domain/ratings/rate-order.ts'
import type { Db } from '../open.ts'
import { demo_vendors } from './campus.ts'
import { pick, seededRandom } from './seeded-random.ts'

const lines = [
  'Hot and plenty, thank you!',
  'The pepper is correct.',
  'Came before my lecture. Well done.',
  'Small meat this time o.',
  'Everything neat, nothing poured.',
] as const

/** Two of three customers rate what was delivered, around the taste that each demo kitchen is known for. */
export async function ratePastOrders(db: Db, userIdOf: (key: string) => string, now: Date): Promise<void> {
  const random = seededRandom('what they said')
  const taste = new Map(demo_vendors.map((vendor) => [userIdOf(vendor.key), vendor.rating]))
  const delivered = await db
    .select({ vendor_id: orders.vendor_id, track_token: order_keys.track_token })
    .from(orders)
    .innerJoin(order_keys, eq(order_keys.order_id, orders.id))
    .where(eq(orders.status, 'Delivered'))
    .orderBy(orders.id)
  for (const { vendor_id, track_token } of delivered) {
    const typical = taste.get(vendor_id) ?? null
    if (typical === null || random() > 2 / 3) continue
    const food = random() < typical - Math.floor(typical) ? Math.ceil(typical) : Math.floor(typical)
    await rateOrder({ db, clock: { now: () => now } }, track_token, {
      food: String(food),
      delivery: String(pick(random, [3, 4, 4, 5, 5, 5])),
      line: random() < 0.4 ? pick(random, lines) : '',
    })
  }
}
