import { randomUUID } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { control } from '../../../test/control.ts'
import { vendorActor } from '../../../test/delivery.ts'
import { promotionsUnderTest } from '../../../test/promotions.ts'
import { insertRider } from '../../../test/rider.ts'
import { ridesUnderTest } from '../../../test/rides.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { dispatcher } from '../../delivery/dispatch/dispatch-waiting.ts'
import { undoMove } from '../../delivery/kitchen/undo-move.ts'
import { assignDelivery } from '../../delivery/offers/assign-delivery.ts'
import { payForOrder } from '../../delivery/riders/rider-pay.ts'
import { deliveries, offer_deliveries } from '../../delivery/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { kobo } from '../../money.ts'
import { messages } from '../../notifications/tables.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { completeOrder } from '../../orders/complete-order.ts'
import { deliverOrder } from '../../orders/deliver-order.ts'
import { cancelOrder } from '../../orders/refunds/cancel-order.ts'
import { giveBack } from '../../orders/refunds/give-back.ts'
import { rejectOrder } from '../../orders/refunds/reject-order.ts'
import { closeRuns } from '../../orders/runs/close-runs.ts'
import { run_shares } from '../../orders/runs/tables.ts'
import { orders } from '../../orders/tables.ts'
import { orderMargin } from '../../payments/margin.ts'
import { payments, review_cases } from '../../payments/tables.ts'
import { acceptShortPayment } from '../review/decide-review.ts'
import { settleCheckout } from '../settlement/settle-checkout.ts'
import { checkouts } from '../tables.ts'

const world = await worldOfFile()
const bank = control(world)
const admin = await insertAccount(world.deps.db, 'admin', { admin_role: 'owner' })
beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { promotion } = promotionsUnderTest(
  () => world,
  () => admin,
)

const {
  accepted,
  answering,
  backOf,
  closing,
  db,
  joined,
  later,
  linkOf,
  paying,
  placing,
  shareOf,
  start,
  starting,
  withdraw,
} = ridesUnderTest(world)

describe('the fee', () => {
  test('falls for all who join, and what was paid beyond it goes back once', async () => {
    const kitchen = await insertVendor(db)
    const shared = [await accepted(kitchen), await accepted(kitchen), await accepted(kitchen)]
    expect(shared.map(({ delivery_fee }) => delivery_fee)).toEqual([600_00, 420_00, 300_00])
    expect(await closing(60)).toBe(0)
    expect(await closing()).toBe(2)
    expect(await closing()).toBe(0)
    expect(await Promise.all(shared.map(backOf))).toEqual([[['shared_ride', 300_00]], [['shared_ride', 120_00]], []])
    for (const one of shared) expect(await shareOf(one)).toMatchObject({ final_fee: 300_00, sharers: 3 })
    const told = await db
      .select({ text: messages.body, subject: messages.subject })
      .from(messages)
      .where(like(messages.subject, '%on its way back to you'))
    expect(told.map(({ subject }) => subject)).toEqual([
      '₦300 is on its way back to you',
      '₦120 is on its way back to you',
    ])
    expect(told[0]?.text).toContain('3 orders go together, so its delivery costs NGN 300')
  })

  test('is that of those who have paid and stand, never more than was promised', async () => {
    const kitchen = await insertVendor(db)
    const [first, second, third] = [await accepted(kitchen), await joined(kitchen), await accepted(kitchen)]
    const gone = await starting(kitchen)
    expect(gone.delivery_fee).toBe(300_00)
    await cancelOrder(world.deps, admin, {
      ...{ order_id: third.id, reason: 'Rain', refund_kobo: 'all', borne_by: 'platform' },
    })
    await withdraw(second)
    await closing()
    expect(await shareOf(first)).toMatchObject({ final_fee: 600_00, sharers: 1, back: 0 })
    expect(await shareOf(second)).toMatchObject({ final_fee: null, back: 0 })
    expect(await backOf(second)).toEqual([['cancelled', 3_420_00]])

    world.clock.set(LUNCH_TIME)
    const other = await insertVendor(db)
    const [one, two] = [await accepted(other), await joined(other)]
    await cancelOrder(world.deps, admin, {
      ...{ order_id: one.id, reason: 'Rain', refund_kobo: 'all', borne_by: 'platform' },
    })
    await closing()
    expect(await shareOf(two)).toMatchObject({ final_fee: 420_00, sharers: 1, back: 0 })
  })

  test('is not made lower by who can still leave: that comes back once the kitchen begins', async () => {
    const kitchen = await insertVendor(db)
    const straw = [await joined(kitchen), await joined(kitchen), await joined(kitchen)]
    const last = await joined(kitchen)
    expect([...straw, last].map(({ delivery_fee }) => delivery_fee)).toEqual([600_00, 600_00, 600_00, 600_00])
    for (const one of straw.slice(0, 2)) await withdraw(one)
    await closing()
    expect(await shareOf(last)).toMatchObject({ final_fee: 420_00, sharers: 2, back: 180_00 })
  })

  test('that an admin waived a part of goes back no second time', async () => {
    const kitchen = await insertVendor(db)
    const [other, short] = [await joined(kitchen), await starting(kitchen)]
    await accept(short, 100_00)
    const [order] = await db.select().from(orders).where(eq(orders.checkout_id, short.id))
    await closing()
    expect(await shareOf(order ?? { id: 0 })).toMatchObject({ paid_fee: 600_00, final_fee: 420_00, back: 80_00 })
    expect(await backOf(order ?? { id: 0 })).toEqual([['shared_ride', 80_00]])
    expect(await backOf(other)).toEqual([['shared_ride', 180_00]])
  })

  test('of which more was waived than is too much goes back not at all', async () => {
    const kitchen = await insertVendor(db)
    const [, short] = [await joined(kitchen), await starting(kitchen)]
    await accept(short, 300_00)
    const [order] = await db.select().from(orders).where(eq(orders.checkout_id, short.id))
    await closing()
    expect(await shareOf(order ?? { id: 0 })).toMatchObject({ final_fee: 420_00, back: 0 })
    expect(await backOf(order ?? { id: 0 })).toEqual([])
  })

  test('stays open while the kitchen can take back that the food is ready', async () => {
    const kitchen = await insertVendor(db)
    const first = await accepted(kitchen)
    await completeOrder(world.deps, vendorActor(kitchen), first.id)
    world.clock.set(new Date(LUNCH_TIME.getTime() + 9_000))
    await closeRuns(world.deps)
    await undoMove(world.deps, vendorActor(kitchen), first.id)
    world.clock.set(later(1))
    await closeRuns(world.deps)
    const second = await joined(kitchen)
    expect(second.delivery_fee).toBe(420_00)
    await closing()
    expect(await shareOf(first)).toMatchObject({ final_fee: 420_00, sharers: 2, back: 180_00 })
  })

  test('goes back with the rest where the kitchen rejects it afterwards, never more than was paid', async () => {
    const kitchen = await insertVendor(db)
    const [first] = [await accepted(kitchen), await joined(kitchen)]
    await closing()
    await rejectOrder(world.deps, vendorActor(kitchen), { order_id: first.id, reason: 'No rice' })
    expect(await backOf(first)).toEqual([
      ['shared_ride', 180_00],
      ['rejected', 3_420_00],
    ])
  })

  test('that went back before goes back no second time', async () => {
    const kitchen = await insertVendor(db)
    const [first] = [await joined(kitchen), await joined(kitchen)]
    const give = { amount_kobo: 0, with_delivery_fee: true, reason: 'Our fault', borne_by: 'platform' } as const
    expect(await giveBack(world.deps, admin, { order_id: first.id, request_key: randomUUID(), ...give })).toMatchObject(
      {
        ok: true,
      },
    )
    await closing()
    expect(await shareOf(first)).toMatchObject({ final_fee: 420_00, back: 0 })
  })

  test('that a promotion paid is the promotion’s: it counts for the others, and nothing comes back', async () => {
    const { code } = await promotion({ kind: 'free_delivery' })
    const kitchen = await insertVendor(db)
    const free = await accepted(kitchen, { code })
    const other = await joined(kitchen)
    expect([free.delivery_fee, other.delivery_fee]).toEqual([600_00, 420_00])
    await closing()
    expect(await shareOf(free)).toMatchObject({ final_fee: 420_00, back: 0 })
    expect(await backOf(other)).toEqual([])
  })

  test('of who pays after the kitchen has begun is settled by itself, and the others keep theirs', async () => {
    const kitchen = await insertVendor(db)
    const [first, late] = [await accepted(kitchen), await starting(kitchen)]
    const new_comer = linkOf(await placing(kitchen))
    await completeOrder(world.deps, vendorActor(kitchen), first.id)
    world.clock.set(later(1))
    expect(await closeRuns(world.deps)).toBe(0)
    // It can be paid already, and goes on until the same time; nobody else begins.
    world.clock.set(later(2))
    expect(await start(late.link_token)).toMatchObject({ ok: true })
    const [again] = await db.select().from(checkouts).where(eq(checkouts.id, late.id))
    expect(again?.payable_until).toEqual(late.payable_until)
    expect(await start(new_comer)).toMatchObject({ reason: 'ride_gone', details: { was_begun: false } })
    world.clock.set(late.payable_until ?? LUNCH_TIME)
    expect(await start(late.link_token)).toMatchObject({ reason: 'ride_gone', details: { was_begun: true } })
    world.clock.set(later(2))
    const order = await paying(late)
    await answering()
    world.clock.set(later(3))
    await closeRuns(world.deps)
    expect(await shareOf(order)).toMatchObject({ paid_fee: 420_00, final_fee: 420_00, sharers: 2 })
    expect(await shareOf(first)).toMatchObject({ final_fee: 600_00, sharers: 1 })
  })
})

/** An admin accepts a payment that is so much short. */
async function accept(checkout: Awaited<ReturnType<typeof starting>>, missing_kobo: number) {
  await bank.pay({ tx_ref: checkout.tx_ref, amount: (checkout.total - missing_kobo) / 100 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  const [found] = await db
    .select({ id: review_cases.id })
    .from(review_cases)
    .innerJoin(payments, eq(payments.id, review_cases.payment_id))
    .where(eq(payments.checkout_id, checkout.id))
  const decided = { case_id: found?.id ?? '', reason: 'Rounded by the bank' }
  expect(await acceptShortPayment(world.deps, admin, decided)).toMatchObject({ ok: true })
}

describe('the rider', () => {
  test('earns by what each pays, one least pay for the ride, and the platform bears what was promised', async () => {
    const kitchen = await insertVendor(db)
    const shared = [await accepted(kitchen), await accepted(kitchen), await accepted(kitchen)]
    await closing()
    // 80 % of NGN 300, and not NGN 300 each.
    expect(await Promise.all(shared.map(({ id }) => payForOrder(db, id)))).toEqual([240_00, 240_00, 240_00])
    for (const { id } of shared.slice(0, 2)) {
      await cancelOrder(world.deps, admin, { order_id: id, reason: 'Rain', refund_kobo: 'all', borne_by: 'platform' })
    }
    // Alone on a ride of NGN 600, of which NGN 300 was paid.
    const [, , last] = shared
    if (!last) throw new Error('nobody is left')
    expect(await payForOrder(db, last.id)).toBe(480_00)
    const [delivery] = await db.select().from(deliveries).where(eq(deliveries.order_id, last.id))
    const rider = await insertRider(db)
    await assignDelivery(world.deps, admin, { delivery_id: delivery?.id ?? 0, rider_id: rider.user_id })
    await deliverOrder(world.deps, admin, { order_id: last.id })
    const margin = await orderMargin(db, last.id)
    expect(margin?.lines).toContainEqual({ account: 'rider_top_ups', of: 'rider', amount_kobo: kobo(-180_00) })
  })

  test('earns the same before it is closed, by how many share it then', async () => {
    const kitchen = await insertVendor(db)
    const shared = [await joined(kitchen), await joined(kitchen), await joined(kitchen)]
    expect(await Promise.all(shared.map(({ id }) => payForOrder(db, id)))).toEqual([240_00, 240_00, 240_00])
    await closing()
  })

  test('takes all of it in one trip', async () => {
    const kitchen = await insertVendor(db)
    const shared = [await joined(kitchen), await joined(kitchen)]
    await closing(100)
    const riders = [await insertRider(db), await insertRider(db)]
    expect(riders).toHaveLength(2)
    for (const { id } of shared) {
      await acceptOrder(world.deps, vendorActor(kitchen), { order_id: id, minutes: 5 })
      await completeOrder(world.deps, vendorActor(kitchen), id)
    }
    world.clock.set(later(112))
    await dispatcher(world.deps)()
    const offered = await db
      .select({ offer_id: offer_deliveries.offer_id })
      .from(offer_deliveries)
      .innerJoin(deliveries, eq(deliveries.id, offer_deliveries.delivery_id))
      .innerJoin(run_shares, eq(run_shares.order_id, deliveries.order_id))
      .innerJoin(orders, eq(orders.id, deliveries.order_id))
      .where(eq(orders.vendor_id, kitchen.user_id))
    expect(new Set(offered.map(({ offer_id }) => offer_id)).size).toBe(1)
    expect(offered).toHaveLength(2)
  })
})
