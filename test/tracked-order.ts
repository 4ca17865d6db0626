import { eq } from 'drizzle-orm'
import type { Actor } from '../domain/accounts/actor.ts'
import type { DeliveryVerb } from '../domain/delivery/lifecycle.ts'
import { moveDelivery } from '../domain/delivery/steps/move-delivery.ts'
import { deliveries, order_keys } from '../domain/delivery/tables.ts'
import type { Mover } from '../domain/lifecycle.ts'
import { kobo } from '../domain/money.ts'
import { moveOrder } from '../domain/orders/move-order.ts'
import { reactions } from '../domain/reactions.ts'
import type { TestApp } from './start-app.ts'

const announce = reactions({ public_url: 'http://localhost:3000' })

/** The token of an order's tracking link, and its PIN. */
export async function keysOf(app: TestApp, order_id: number) {
  const [keys] = await app.db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  if (!keys) throw new Error(`Order ${order_id} has no keys`)
  return keys
}

/** What a rider does with the delivery of an order, one move after the other, with what follows for the order. */
export async function ride(app: TestApp, rider: Actor, order_id: number, ...verbs: DeliveryVerb[]): Promise<void> {
  const by = (verb: DeliveryVerb): Mover => (verb === 'assign' ? { role: 'admin', user_id: null } : rider)
  for (const verb of verbs) {
    await app.db.transaction(async (tx) => {
      const now = new Date()
      const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.order_id, order_id))
      if (!delivery) throw new Error(`Order ${order_id} has no delivery`)
      const moved = await moveDelivery(tx, announce, {
        delivery_id: delivery.id,
        verb,
        by: by(verb),
        now,
        ...(verb === 'assign' ? { rider: { rider_id: rider.user_id, pay: kobo(500_00) } } : {}),
      })
      if (!moved.ok) throw new Error(`${verb}: ${moved.reason}`)
      if (verb === 'pick_up' || verb === 'hand_over') {
        await moveOrder(tx, announce, { order_id, verb, by: rider, now })
      }
    })
  }
}
