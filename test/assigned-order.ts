import { eq } from 'drizzle-orm'
import type { Actor } from '../domain/accounts/actor.ts'
import type { vendors } from '../domain/catalog/tables.ts'
import { assignDelivery } from '../domain/delivery/offers/assign-delivery.ts'
import { deliveries } from '../domain/delivery/tables.ts'
import { acceptOrder } from '../domain/orders/acceptance/accept-order.ts'
import { completeOrder } from '../domain/orders/complete-order.ts'
import { actingOn } from './accepted-order.ts'
import { paidOrderFor } from './paid-order.ts'
import { insertAccount } from './sign-in.ts'
import type { TestApp } from './start-app.ts'
import { insertVendor } from './world.ts'

/** An order whose food is ready, and which an admin gave to this rider. */
export async function assignedOrder(
  app: TestApp,
  people: { admin: Actor; rider: Actor },
  vendor: Partial<typeof vendors.$inferInsert> = {},
): Promise<number> {
  const deps = actingOn(app)
  const kitchen = await insertVendor(app.db, { email: `${crypto.randomUUID()}@example.com`, ...vendor })
  const owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
  const order_id = await paidOrderFor(app, kitchen)
  await acceptOrder(deps, owner, { order_id, minutes: 5 })
  await completeOrder(deps, owner, order_id)
  const delivery = await deliveryOf(app, order_id)
  const assigned = await assignDelivery(deps, people.admin, {
    delivery_id: delivery.id,
    rider_id: people.rider.user_id,
  })
  if (!assigned.ok) throw new Error(assigned.reason)
  return order_id
}

/** The delivery of an order; throws where it has none. */
export async function deliveryOf(app: TestApp, order_id: number) {
  const [delivery] = await app.db.select().from(deliveries).where(eq(deliveries.order_id, order_id))
  if (!delivery) throw new Error(`Order ${order_id} has no delivery`)
  return delivery
}
