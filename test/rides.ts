import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { founderOf } from '../domain/accounts/actor.ts'
import { startPayment } from '../domain/checkout/payment/start-payment.ts'
import { placeCheckout } from '../domain/checkout/place-checkout.ts'
import { settleCheckout } from '../domain/checkout/settlement/settle-checkout.ts'
import { checkouts } from '../domain/checkout/tables.ts'
import { withdrawOrder } from '../domain/checkout/track/withdraw-order.ts'
import { order_keys } from '../domain/delivery/tables.ts'
import { acceptOrder } from '../domain/orders/acceptance/accept-order.ts'
import { UNDO_SECONDS } from '../domain/orders/lifecycle.ts'
import { closeRuns } from '../domain/orders/runs/close-runs.ts'
import { run_shares, runs } from '../domain/orders/runs/tables.ts'
import { orders } from '../domain/orders/tables.ts'
import { refunds } from '../domain/payments/tables.ts'
import { ada, nowhere } from './ada.ts'
import { control } from './control.ts'
import { vendorActor } from './delivery.ts'
import { phoneOf } from './promotions.ts'
import { type insertVendor, jollofFor, LUNCH_TIME, startedCheckout, type World } from './world.ts'

type Kitchen = Awaited<ReturnType<typeof insertVendor>>

/** Orders that share rides, in a world that stands at lunch time; the slot begins two hours later. */
export function ridesUnderTest(world: World) {
  const { db } = world.deps
  const later = (minutes: number) => new Date(LUNCH_TIME.getTime() + minutes * 60_000)
  const slot_from = later(120)

  let placed_so_far = 0
  const placing = (kitchen: Kitchen, how: Partial<Parameters<typeof placeCheckout>[1]> = {}) =>
    placeCheckout(world.deps, {
      idempotency_key: randomUUID(),
      form: { ...ada, phone: phoneOf(++placed_so_far) },
      cart: [jollofFor(kitchen)],
      place: nowhere,
      slot_from,
      shares_ride: true,
      ...how,
    })
  const linkOf = (placed: Awaited<ReturnType<typeof placeCheckout>>) => {
    if (!placed.ok) throw new Error(placed.reason)
    return placed.value.link_token
  }
  const start = (link_token: string) => startPayment(world.deps, link_token, { accepts_wait: true })

  const starting = (kitchen: Kitchen, how: { code?: string } = {}) =>
    startedCheckout(world, [jollofFor(kitchen)], {
      ...{ slot_from, shares_ride: true, phone: phoneOf(++placed_so_far) },
      ...how,
    })
  async function paying(checkout: Awaited<ReturnType<typeof starting>>) {
    await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
    await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
    const [order] = await db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
    if (!order) throw new Error('no order')
    return order
  }
  /** An order that shares the ride from this kitchen, which has not accepted it; and one that it has. */
  const joined = async (kitchen: Kitchen, how: { code?: string } = {}) => paying(await starting(kitchen, how))
  async function accepted(kitchen: Kitchen, how: { code?: string } = {}) {
    const order = await joined(kitchen, how)
    await acceptOrder(world.deps, vendorActor(kitchen), { order_id: order.id, minutes: 15 })
    return order
  }

  const shareOf = async ({ id }: { id: number }) =>
    (await db.select().from(run_shares).where(eq(run_shares.order_id, id)))[0]
  const backOf = async ({ id }: { id: number }) =>
    (await db.select().from(refunds).where(eq(refunds.order_id, id)).orderBy(refunds.created_at)).map(
      ({ amount, reason }) => [reason, amount],
    )
  /** The runs of that minute close, and their kitchens accept what waits. Answers for how many money went back. */
  async function closing(minutes = 120) {
    world.clock.set(later(minutes))
    const before = await closeRuns(world.deps)
    await answering()
    world.clock.set(new Date(later(minutes).getTime() + UNDO_SECONDS * 1000))
    return before + (await closeRuns(world.deps))
  }
  /** The kitchens accept what waits of the rides that are closed. */
  async function answering() {
    const waiting = await db
      .select({ order_id: orders.id, user_id: orders.vendor_id })
      .from(orders)
      .innerJoin(checkouts, eq(checkouts.id, orders.checkout_id))
      .innerJoin(runs, eq(runs.id, checkouts.run_id))
      .where(and(eq(orders.status, 'Pending'), eq(runs.status, 'Closed')))
    for (const { order_id, user_id } of waiting) {
      const answer = await acceptOrder(world.deps, founderOf({ user_id, email: '' }), { order_id, minutes: 15 })
      expect(answer).toMatchObject({ ok: true })
    }
  }

  async function withdraw({ id }: { id: number }) {
    const [key] = await db.select().from(order_keys).where(eq(order_keys.order_id, id))
    const withdrawn = await withdrawOrder(world.deps, key?.track_token ?? '')
    expect(withdrawn).toMatchObject({ ok: true })
  }

  const phone = () => phoneOf(++placed_so_far)
  return {
    ...{ accepted, answering, backOf, closing, db, joined, later, linkOf, paying, phone, placing, shareOf, start },
    ...{ starting, withdraw },
  }
}
