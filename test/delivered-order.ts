import { eq } from 'drizzle-orm'
import type { vendors } from '../domain/catalog/tables.ts'
import { moveOrder } from '../domain/orders/move-order.ts'
import { orders } from '../domain/orders/tables.ts'
import { actingOn } from './accepted-order.ts'
import { some } from './movers.ts'
import { paidOrderFor } from './paid-order.ts'
import type { TestApp } from './start-app.ts'
import { keysOf } from './tracked-order.ts'
import { complete_profile, insertVendor } from './world.ts'

/** An order that came, of a customer of its own: their claims are counted. */
export async function deliveredOrderOf(app: TestApp, kept: Partial<typeof vendors.$inferInsert> = {}) {
  const email = `${crypto.randomUUID()}@example.com`
  const kitchen = await insertVendor(app.db, { name: 'Iya Bose Buka', email, ...complete_profile, ...kept })
  const order_id = await paidOrderFor(app, kitchen, 2)
  const { track_token } = await keysOf(app, order_id)
  const whose = { customer_phone: `+23480${10_000_000 + order_id}`, user_email: `ada${order_id}@example.com` }
  await app.db.update(orders).set(whose).where(eq(orders.id, order_id))
  const { announce } = actingOn(app)
  const move = { order_id, verb: 'deliver', by: some('admin'), now: new Date() } as const
  await app.db.transaction((tx) => moveOrder(tx, announce, move))
  return { order_id, track_token, kitchen }
}
