import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ada, nowhere } from '../../test/ada.ts'
import { control } from '../../test/control.ts'
import { deliveryWorld, vendorActor } from '../../test/delivery.ts'
import { insertRider } from '../../test/rider.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { decideIncident, markComeBack } from '../delivery/incidents/decide-incident.ts'
import { assignDelivery } from '../delivery/offers/assign-delivery.ts'
import { riderEarnings } from '../delivery/riders/rider-earnings.ts'
import { handOver, pickUp } from '../delivery/steps/take-step.ts'
import { order_keys } from '../delivery/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { sumKobo } from '../money.ts'
import { messages, notifications } from '../notifications/tables.ts'
import { acceptOrder } from '../orders/acceptance/accept-order.ts'
import { completeOrder } from '../orders/complete-order.ts'
import { deliverOrder } from '../orders/deliver-order.ts'
import { marketplaceFigures } from '../orders/figures/marketplace-figures.ts'
import { cancelOrder } from '../orders/refunds/cancel-order.ts'
import { giveBackCheckout } from '../orders/refunds/give-back.ts'
import { rejectOrder } from '../orders/refunds/reject-order.ts'
import { orders } from '../orders/tables.ts'
import { orderMargin } from '../payments/margin.ts'
import { journal_entries, payments, refunds, review_cases } from '../payments/tables.ts'
import { payableDeliveries, requestRiderPayout } from '../payouts/request-rider-payout.ts'
import { ORDER_RULES } from '../settings/definitions.ts'
import { settings } from '../settings/tables.ts'
import { placeCheckout } from './place-checkout.ts'
import { acceptShortPayment } from './review/decide-review.ts'
import { settleCheckout } from './settlement/settle-checkout.ts'
import { withdrawable, withdrawOrder } from './track/withdraw-order.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin', { admin_role: 'owner' })
let rider: Actor
const { pinOf, deliveryOf, earnedBy } = deliveryWorld(world)
beforeEach(async () => {
  rider = await insertRider(world.deps.db)
})
afterEach(async () => {
  expect(await findViolations(world.deps.db)).toEqual([])
  await world.deps.db.delete(settings)
})

/** Paid orders with a tip for their riders, one plate of NGN 1,500 from each kitchen. */
async function tipped(tip_kobo: number, count = 1) {
  const { deps } = world
  const kitchens = await Promise.all(Array.from({ length: count }, () => insertVendor(deps.db)))
  const cart = kitchens.map((kitchen) => jollofFor(kitchen, 1))
  const checkout = await startedCheckout(world, cart, { tip_kobo })
  await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
  await settleCheckout(deps, { tx_ref: checkout.tx_ref })
  const placed = await deps.db.select().from(orders).where(eq(orders.checkout_id, checkout.id)).orderBy(orders.id)
  return { checkout, placed, owners: kitchens.map(vendorActor) }
}

/** One that a rider has; `pin` is what its customer tells at the door. */
async function carried(tip_kobo: number) {
  const { placed, owners } = await tipped(tip_kobo)
  const [order] = placed
  const [owner] = owners
  if (!order || !owner) throw new Error('nothing was ordered')
  await acceptOrder(world.deps, owner, { order_id: order.id, minutes: 15 })
  await completeOrder(world.deps, owner, order.id)
  const { id: delivery_id } = await deliveryOf(order.id)
  await assignDelivery(world.deps, admin, { delivery_id, rider_id: rider.user_id })
  await pickUp(world.deps, rider, { delivery_id, packs: 1 })
  return { order, owner, delivery_id, pin: await pinOf(order.id) }
}

const placing = (tip_kobo: number, more: { collects?: boolean } = {}) =>
  insertVendor(world.deps.db).then((kitchen) =>
    placeCheckout(world.deps, {
      ...{ idempotency_key: randomUUID(), form: ada, place: nowhere, cart: [jollofFor(kitchen)], tip_kobo },
      ...more,
    }),
  )
const refundsOf = (order_id: number) => world.deps.db.select().from(refunds).where(eq(refunds.order_id, order_id))
async function heldTips(order_id: number) {
  const entries = await world.deps.db.select().from(journal_entries).where(eq(journal_entries.order_id, order_id))
  return 0 - sumKobo(entries.filter(({ account }) => account === 'tips').map(({ amount }) => amount))
}
const text_of = { reason: 'As decided', borne_by: 'vendor' } as const

describe('a tip at the checkout', () => {
  test('is in the total, and in the books a line of its own', async () => {
    const { checkout, placed } = await tipped(200_00)
    expect(checkout).toMatchObject({ subtotal: 1_500_00, delivery_fee: 600_00, tip: 200_00, total: 2_300_00 })
    expect(placed).toMatchObject([
      { tip: 200_00, total_price: 1_500_00, grand_total: 2_300_00, vendor_share: 1_500_00 },
    ])
    const [order] = placed
    expect(await heldTips(order?.id ?? 0)).toBe(200_00)
    const margin = await orderMargin(world.deps.db, order?.id ?? 0)
    expect(margin?.lines.find(({ account }) => account === 'delivery_fees')?.amount_kobo).toBe(600_00)
    const [mail] = await world.deps.db
      .select()
      .from(messages)
      .where(eq(messages.dedupe_key, `receipt:${checkout.id}`))
    expect(mail?.body).toContain('Tip for the rider: ₦200')
  })

  test.each([1_000_000_00, 5_000_01, -1, 0.5, Number.NaN])(
    'is refused at %d kobo, with the most it can be',
    async (tip) => {
      expect(await placing(tip)).toEqual({ ok: false, reason: 'bad_tip', details: { most_kobo: 5_000_00 } })
    },
  )

  test('is none where none is asked for', async () => {
    await world.deps.db.insert(settings).values({ key: ORDER_RULES.key, value: { most_tip_kobo: 0 } })
    expect(await placing(100_00)).toMatchObject({ reason: 'bad_tip', details: { most_kobo: 0 } })
    expect(await placing(0)).toMatchObject({ ok: true })
  })

  test('is not taken for what is collected', async () => {
    const kitchen = await insertVendor(world.deps.db)
    const checkout = await startedCheckout(world, [jollofFor(kitchen)], { collects: true, tip_kobo: 200_00 })
    expect(checkout).toMatchObject({ tip: 0, total: 3_000_00 })
  })

  test('is split evenly over the kitchens of a cart, each with a rider of its own', async () => {
    const { placed } = await tipped(100_00, 3)
    expect(placed.map(({ tip }) => tip)).toEqual([33_34, 33_33, 33_33])
  })
})

describe('a tip is its rider’s', () => {
  test('with the hand-over: earned, shown by itself and paid out', async () => {
    const { delivery_id, pin, order } = await carried(200_00)
    expect(await earnedBy(rider)).toBe(0)
    await handOver(world.deps, rider, { delivery_id, pin })
    const { pay } = await deliveryOf(order.id)
    expect(await earnedBy(rider)).toBe((pay ?? 0) + 200_00)
    expect(await heldTips(order.id)).toBe(0)
    const { today, days } = await riderEarnings(world.deps.db, rider.user_id, world.clock.now())
    expect(today).toEqual({ deliveries: 1, earned: (pay ?? 0) + 200_00 })
    expect(days[0]?.deliveries).toMatchObject([{ pay, tip: 200_00 }])
    expect(await payableDeliveries(world.deps.db, rider.user_id)).toMatchObject([{ pay, tip: 200_00 }])
    expect(await requestRiderPayout(world.deps, rider)).toMatchObject({ value: { amount: (pay ?? 0) + 200_00 } })
  })

  test('also where the food was left at a place', async () => {
    const { delivery_id, order } = await carried(200_00)
    const left = { reason: 'customer_absent', way_out: 'leave', place: 'FUTA North Gate', words: 'She asked for it' }
    expect(await decideIncident(world.deps, admin, { delivery_id, ...left })).toMatchObject({ ok: true })
    expect(await heldTips(order.id)).toBe(0)
    expect((await deliveryOf(order.id)).tip).toBe(200_00)
    expect(await refundsOf(order.id)).toEqual([])
  })

  test('and stays theirs when the whole checkout is given back', async () => {
    const { delivery_id, pin, order } = await carried(200_00)
    await handOver(world.deps, rider, { delivery_id, pin })
    const back = await giveBackCheckout(world.deps, admin, {
      ...{ order_id: order.id, reason: 'Cold food', borne_by: 'platform', request_key: randomUUID() },
    })
    expect(back).toMatchObject({ value: [{ amount: 2_100_00, tip: 0 }] })
  })
})

describe('a tip goes back to its customer', () => {
  test('with the order that its kitchen rejects, of a cart only its part, and never the kitchen’s money', async () => {
    const { placed, owners } = await tipped(101_01, 2)
    const [first, second] = placed
    const [owner] = owners
    if (!first || !second || !owner) throw new Error('nothing was ordered')
    await rejectOrder(world.deps, owner, { order_id: first.id, reason: 'No rice' })
    expect(await refundsOf(first.id)).toMatchObject([{ amount: 2_100_00 + 50_51, tip: 50_51 }])
    expect(await heldTips(first.id)).toBe(0)
    expect(await heldTips(second.id)).toBe(50_50)
    const figures = await marketplaceFigures(world.deps.db, world.clock.now())
    expect(figures.revenue).toBeGreaterThan(0)
  })

  test('with the order that they withdraw, who read the sum before', async () => {
    const { placed, checkout } = await tipped(200_00)
    const order_id = placed[0]?.id ?? 0
    expect(await withdrawable(world.deps.db, checkout.id)).toEqual(new Map([[order_id, 2_300_00]]))
    const token = await tokenOf(order_id)
    await withdrawOrder(world.deps, token)
    expect(await refundsOf(order_id)).toMatchObject([{ amount: 2_300_00, delivery_fee: 600_00, tip: 200_00 }])
  })

  test('besides the part of an order that an admin cancels', async () => {
    const { order } = await carried(200_00)
    const cancel = { order_id: order.id, refund_kobo: 500_00, ...text_of }
    expect(await cancelOrder(world.deps, admin, { ...cancel, confirmed_kobo: 500_00 })).toMatchObject({
      reason: 'not_confirmed',
      details: { total_kobo: 700_00 },
    })
    expect(await cancelOrder(world.deps, admin, { ...cancel, confirmed_kobo: 700_00 })).toMatchObject({ ok: true })
    expect(await refundsOf(order.id)).toMatchObject([{ amount: 700_00, tip: 200_00, delivery_fee: 0 }])
    // The way with the food, at the platform's cost, and nothing of the tip.
    expect(await earnedBy(rider)).toBe(480_00)
  })

  test('where nobody took the food, though its price stays', async () => {
    const { delivery_id, order, owner } = await carried(200_00)
    const away = { reason: 'customer_absent', way_out: 'bring_back', words: 'Nobody came' }
    expect(await decideIncident(world.deps, admin, { delivery_id, ...away })).toMatchObject({ ok: true })
    const back = { delivery_id, kitchen_closed: false, words: 'Back at the kitchen' }
    expect(await markComeBack(world.deps, admin, back)).toMatchObject({ ok: true })
    expect(await refundsOf(order.id)).toMatchObject([{ amount: 200_00, tip: 200_00, reason: 'tip', status: 'Asked' }])
    const [sms] = await world.deps.db
      .select()
      .from(messages)
      .where(eq(messages.dedupe_key, `refund_sms:${(await refundsOf(order.id))[0]?.id}`))
    expect(sms?.body).toContain(`No rider handed over your order ${order.id}, so your tip goes back. NGN 200 is on its`)
    const bell = await world.deps.db.select().from(notifications).where(eq(notifications.user_id, owner.user_id))
    expect(bell.some(({ kind }) => kind === 'order_refunded')).toBe(false)
  })

  test('where an admin delivered it without a rider', async () => {
    const { placed } = await tipped(200_00)
    const order_id = placed[0]?.id ?? 0
    expect(await deliverOrder(world.deps, admin, { order_id })).toMatchObject({ ok: true })
    expect(await refundsOf(order_id)).toMatchObject([{ amount: 200_00, tip: 200_00, reason: 'tip' }])
  })
})

test('what a payment is short comes off the tip first, so that nobody tips with the platform’s money', async () => {
  const { deps } = world
  const short = async (tip_kobo: number, by_naira: number) => {
    const checkout = await startedCheckout(world, [jollofFor(await insertVendor(deps.db), 1)], { tip_kobo })
    await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 - by_naira })
    await settleCheckout(deps, { tx_ref: checkout.tx_ref })
    const [found] = await deps.db
      .select({ id: review_cases.id })
      .from(review_cases)
      .innerJoin(payments, eq(payments.id, review_cases.payment_id))
      .where(eq(payments.tx_ref, checkout.tx_ref))
    const accepted = await acceptShortPayment(deps, admin, { case_id: found?.id ?? '', reason: 'She called us' })
    expect(accepted).toMatchObject({ ok: true })
    const [order] = await deps.db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
    expect(await withdrawable(deps.db, checkout.id)).toEqual(new Map([[order?.id, checkout.total - by_naira * 100]]))
    await withdrawOrder(deps, await tokenOf(order?.id ?? 0))
    return order?.tip
  }
  expect(await short(200_00, 50)).toBe(150_00)
  expect(await short(200_00, 350)).toBe(0)
})

async function tokenOf(order_id: number): Promise<string> {
  const [key] = await world.deps.db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  return key?.track_token ?? ''
}
