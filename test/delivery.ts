import { eq } from 'drizzle-orm'
import { type Actor, founderOf } from '../domain/accounts/actor.ts'
import type { CartLine } from '../domain/catalog/menu/cart-line.ts'
import { settleCheckout } from '../domain/checkout/settlement/settle-checkout.ts'
import { checkouts } from '../domain/checkout/tables.ts'
import { acceptOffer } from '../domain/delivery/offers/answer-offer.ts'
import { makeOffer } from '../domain/delivery/offers/make-offer.ts'
import { pickUp } from '../domain/delivery/steps/take-step.ts'
import { deliveries, offers, order_keys } from '../domain/delivery/tables.ts'
import { kobo, sumKobo } from '../domain/money.ts'
import { acceptOrder } from '../domain/orders/acceptance/accept-order.ts'
import { completeOrder } from '../domain/orders/complete-order.ts'
import { order_history, orders } from '../domain/orders/tables.ts'
import { journal_entries } from '../domain/payments/tables.ts'
import { places } from '../domain/places/tables.ts'
import { control } from './control.ts'
import { insertRider } from './rider.ts'
import { insertVendor, jollofFor, startedCheckout, type World } from './world.ts'

export type Kitchen = Awaited<ReturnType<typeof insertVendor>>
export const vendorActor = (kitchen: Kitchen): Actor => founderOf(kitchen)

const ON_CAMPUS = { latitude: 7.3, longitude: 5.14 }

/** What riders, vendors and admins do with deliveries, in as few words as possible. */
export function deliveryWorld(world: World) {
  const db = () => world.deps.db

  /** Paid orders of these vendors, in one cart. */
  async function paidOrders(kitchens: Kitchen[], how: { collects?: boolean } = {}) {
    const lines: CartLine[] = kitchens.map((kitchen) => jollofFor(kitchen))
    const checkout = await startedCheckout(world, lines, how)
    await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
    await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
    return db().select().from(orders).where(eq(orders.checkout_id, checkout.id)).orderBy(orders.id)
  }

  /** An order that its vendor accepted, and its delivery, which waits. */
  async function waiting(kitchen?: Kitchen) {
    const at = kitchen ?? (await insertVendor(db()))
    const vendor = vendorActor(at)
    const [order] = await paidOrders([at])
    if (!order) throw new Error('no order')
    await acceptOrder(world.deps, vendor, { order_id: order.id, minutes: 15 })
    const delivery = await deliveryOf(order.id)
    return { kitchen: at, vendor, order_id: order.id, delivery_id: delivery.id }
  }

  async function deliveryOf(order_id: number) {
    const [delivery] = await db().select().from(deliveries).where(eq(deliveries.order_id, order_id))
    if (!delivery) throw new Error(`order ${order_id} has no delivery`)
    return delivery
  }

  /** Its customer chose to meet the rider at this place. */
  async function metAt(order_id: number, meet_at: string) {
    const [place] = await db()
      .insert(places)
      .values({ name: meet_at, kind: 'building', ...ON_CAMPUS })
      .returning()
    const [order] = await db().update(orders).set({ meet_at }).where(eq(orders.id, order_id)).returning()
    const { id: place_id = 0 } = place ?? {}
    const met = {
      kind: 'meeting_point',
      place_id,
      name: meet_at,
      ...ON_CAMPUS,
      fee_kobo: kobo(0),
      walk_minutes: 1,
    } as const
    await db()
      .update(checkouts)
      .set({ place_id, hand_overs: [met] })
      .where(eq(checkouts.id, order?.checkout_id ?? ''))
  }

  async function offer(rider: Actor, delivery_ids: number[]): Promise<number> {
    const now = world.clock.now()
    const made = await makeOffer(world.deps, { rider_id: rider.user_id, delivery_ids, now })
    if (!made.ok) throw new Error(made.reason)
    return made.value.id
  }

  /** A delivery that a rider has taken; with `ready`, its food is ready too. */
  async function assigned(how: { rider?: Actor; ready?: boolean; kitchen?: Kitchen } = {}) {
    const rider = how.rider ?? (await insertRider(db()))
    const placed = await waiting(how.kitchen)
    const taken = await acceptOffer(world.deps, rider, await offer(rider, [placed.delivery_id]))
    if (!taken.ok) throw new Error(taken.reason)
    if (how.ready) await completeOrder(world.deps, placed.vendor, placed.order_id)
    return { ...placed, rider, step_key: taken.value[0]?.step_key ?? '' }
  }

  /** One that is on its way to the customer, whose PIN is `pin`. */
  async function pickedUp(how: { rider?: Actor; kitchen?: Kitchen } = {}) {
    const placed = await assigned({ ...how, ready: true })
    await pickUp(world.deps, placed.rider, { delivery_id: placed.delivery_id, packs: 2 })
    return { ...placed, pin: await pinOf(placed.order_id) }
  }

  async function pinOf(order_id: number): Promise<string> {
    const [key] = await db().select().from(order_keys).where(eq(order_keys.order_id, order_id))
    if (!key) throw new Error('no PIN')
    return key.pin
  }

  async function offerRow(id: number) {
    const [row] = await db().select().from(offers).where(eq(offers.id, id))
    return row
  }

  async function orderStatus(id: number) {
    const [order] = await db().select({ status: orders.status }).from(orders).where(eq(orders.id, id))
    return order?.status
  }

  /** The newest line of an order's history. */
  async function lastMove(order_id: number) {
    const moves = await db()
      .select()
      .from(order_history)
      .where(eq(order_history.order_id, order_id))
      .orderBy(order_history.id)
    return moves.at(-1)
  }

  /** What the books owe a rider, in kobo. */
  async function earnedBy(rider: Actor) {
    const entries = await db()
      .select()
      .from(journal_entries)
      .where(eq(journal_entries.account, `rider:${rider.user_id}`))
    return 0 - sumKobo(entries.map((entry) => entry.amount))
  }

  return {
    paidOrders,
    waiting,
    assigned,
    pickedUp,
    offer,
    offerRow,
    deliveryOf,
    metAt,
    pinOf,
    orderStatus,
    lastMove,
    earnedBy,
  }
}

/** A PIN that is not this one. */
export const wrongPin = (pin: string) => String((Number(pin) + 1) % 10_000).padStart(4, '0')
