import type { Actor } from '../../domain/accounts/actor.ts'
import { assignDelivery } from '../../domain/delivery/offers/assign-delivery.ts'
import { pickUp } from '../../domain/delivery/steps/take-step.ts'
import { completeOrder } from '../../domain/orders/complete-order.ts'
import { actingOn } from '../accepted-order.ts'
import { deliveryOf } from '../assigned-order.ts'
import { vendorActor } from '../delivery.ts'
import { insertRider } from '../rider.ts'
import { insertAccount } from '../sign-in.ts'
import type { TestApp } from '../start-app.ts'

/** Riders around a kitchen's board. */
export function ridersAround(app: TestApp) {
  async function assign(order_id: number, rider: Actor): Promise<number> {
    const { id: delivery_id } = await deliveryOf(app, order_id)
    const admin = await insertAccount(app.db, 'admin')
    await assignDelivery(actingOn(app), admin, { delivery_id, rider_id: rider.user_id })
    return delivery_id
  }

  /** Where a rider is who comes in some minutes, by a position of just now. */
  const nearby = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }) => ({
    latitude: (latitude ?? 7.3) + 0.004,
    longitude: longitude ?? 5.14,
    located_at: new Date(),
  })

  /** The food is ready, and a rider has picked it up. */
  async function bring(order_id: number, kitchen: Parameters<typeof vendorActor>[0], packs = 2): Promise<Actor> {
    const rider = await insertRider(app.db, { on_duty_since: null })
    const delivery_id = await assign(order_id, rider)
    await completeOrder(actingOn(app), vendorActor(kitchen), order_id)
    const picked = await pickUp(actingOn(app), rider, { delivery_id, packs })
    if (!picked.ok) throw new Error(picked.reason)
    return rider
  }

  return { assign, nearby, bring }
}
