import { eq } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import type { Actor } from '../domain/accounts/actor.ts'
import { MINUTE_MS } from '../domain/clock.ts'
import { acceptOffer } from '../domain/delivery/offers/answer-offer.ts'
import { makeOffer } from '../domain/delivery/offers/make-offer.ts'
import { arriveAtVendor, handOver, pickUp } from '../domain/delivery/steps/take-step.ts'
import { deliveries, order_keys } from '../domain/delivery/tables.ts'
import type { Announce } from '../domain/events.ts'
import type { Mover } from '../domain/lifecycle.ts'
import { moveOrder } from '../domain/orders/move-order.ts'
import { orders } from '../domain/orders/tables.ts'

type PastCooking = { id: number; vendor_id: string; placed_at: Date; minutes: number }

/** The vendor's steps of a past order: accepted after two minutes, and ready when it was promised. */
export async function cookPastOrder(db: Db, announce: Announce, order: PastCooking): Promise<void> {
  await acceptPastOrder(db, announce, order)
  const now = readyBy(order)
  const move = { order_id: order.id, verb: 'complete', by: vendorOf(order), now } as const
  await db.transaction((tx) => moveOrder(tx, announce, move))
}

/** A vendor accepts an order two minutes after it was paid, and is still cooking it. */
export async function acceptPastOrder(db: Db, announce: Announce, order: PastCooking): Promise<void> {
  const move = {
    order_id: order.id,
    verb: 'accept',
    by: vendorOf(order),
    reason: `${order.minutes - 2} minutes`,
    now: new Date(order.placed_at.getTime() + 2 * MINUTE_MS),
    sets: { ready_by: readyBy(order) },
  } as const
  await db.transaction((tx) => moveOrder(tx, announce, move))
}

const vendorOf = ({ vendor_id }: PastCooking): Mover => ({ role: 'vendor', user_id: vendor_id })

const readyBy = ({ placed_at, minutes }: PastCooking) => new Date(placed_at.getTime() + minutes * MINUTE_MS)

/** The rider's steps of a past order whose food is ready, with the verbs that real riders use, the PIN included. */
export async function carryPastOrder(
  db: Db,
  announce: Announce,
  rider: Actor,
  order: { id: number; ready_at: Date; way_minutes: number },
): Promise<void> {
  const [delivery] = await db
    .select({ id: deliveries.id, pin: order_keys.pin, items: orders.items })
    .from(deliveries)
    .innerJoin(order_keys, eq(order_keys.order_id, deliveries.order_id))
    .innerJoin(orders, eq(orders.id, deliveries.order_id))
    .where(eq(deliveries.order_id, order.id))
  if (!delivery) throw new Error(`Order ${order.id} has no delivery`)
  const delivery_id = delivery.id
  const after = (minutes: number) => {
    const now = new Date(order.ready_at.getTime() + minutes * MINUTE_MS)
    return { db, announce, clock: { now: () => now } }
  }
  const asked = after(0)
  const offer = await makeOffer(asked, {
    rider_id: rider.user_id,
    delivery_ids: [delivery_id],
    now: asked.clock.now(),
  })
  if (!offer.ok) throw new Error(`Order ${order.id} was not offered: ${offer.reason}`)
  const packs = delivery.items.reduce((sum, item) => sum + item.quantity, 0)
  const steps = [
    () => acceptOffer(after(0.3), rider, offer.value.id),
    () => arriveAtVendor(after(2), rider, delivery_id),
    () => pickUp(after(3), rider, { delivery_id, packs }),
    () => handOver(after(3 + order.way_minutes), rider, { delivery_id, pin: delivery.pin }),
  ]
  for (const step of steps) {
    const done = await step()
    if (!done.ok) throw new Error(`A step of order ${order.id} was refused: ${done.reason}`)
  }
}
