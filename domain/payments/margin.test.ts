import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { deliveryWorld, vendorActor } from '../../test/delivery.ts'
import { insertRider } from '../../test/rider.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { insertVendor, worldOfFile } from '../../test/world.ts'
import { assignDelivery } from '../delivery/offers/assign-delivery.ts'
import { handOver, pickUp } from '../delivery/steps/take-step.ts'
import { findViolations } from '../invariants/invariants.ts'
import { kobo, sumKobo } from '../money.ts'
import { acceptOrder } from '../orders/acceptance/accept-order.ts'
import { completeOrder } from '../orders/complete-order.ts'
import { giveBack } from '../orders/refunds/give-back.ts'
import { orders } from '../orders/tables.ts'
import { RIDER_PAY } from '../settings/definitions.ts'
import { settings } from '../settings/tables.ts'
import { bookJournal, type Entry, type JournalKind } from './ledger.ts'
import { margin_of_order, marginsByDay, orderMargin } from './margin.ts'
import { payments } from './tables.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
const { paidOrders, deliveryOf, pinOf } = deliveryWorld(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

test('an order’s margin is what its entries leave on the platform’s own accounts, to the kobo', async () => {
  const { db } = world.deps
  const value = { ...RIDER_PAY.default, minimum_kobo: kobo(700_00), top_up_kobo: kobo(25_00) }
  await db.insert(settings).values({ key: RIDER_PAY.key, value })
  const kitchens = [
    await insertVendor(db, { commission_percent: 10 }),
    await insertVendor(db, { commission_percent: 5 }),
  ]
  const placed = await paidOrders(kitchens)
  const [one, other] = placed
  if (!one || !other) throw new Error('two orders')
  const [payment] = await db.select().from(payments).where(eq(payments.checkout_id, one.checkout_id))
  const at_first = [await orderMargin(db, one.id), await orderMargin(db, other.id)]
  // Fees and commission, less what the provider kept: shared among both orders.
  expect(sumKobo(at_first.map((margin) => margin?.margin_kobo ?? 0))).toBe(
    one.delivery_fee + one.commission + other.commission - (payment?.provider_fee ?? 0),
  )

  const rider = await insertRider(db)
  for (const [place, kitchen] of kitchens.entries()) {
    const order_id = placed[place]?.id ?? 0
    await acceptOrder(world.deps, vendorActor(kitchen), { order_id, minutes: 15 })
    await completeOrder(world.deps, vendorActor(kitchen), order_id)
    const { id: delivery_id } = await deliveryOf(order_id)
    await assignDelivery(world.deps, admin, { delivery_id, rider_id: rider.user_id })
    await pickUp(world.deps, rider, { delivery_id, packs: 2 })
    await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })
  }
  await giveBack(world.deps, admin, {
    order_id: one.id,
    amount_kobo: 500_00,
    with_delivery_fee: false,
    reason: 'It came cold',
    borne_by: 'platform',
    request_key: crypto.randomUUID(),
  })
  const margin = await orderMargin(db, one.id)
  expect(margin?.lines).toEqual([
    { account: 'delivery_fees', of: 'sale', amount_kobo: 600_00 },
    { account: 'delivery_fees', of: 'rider', amount_kobo: -600_00 },
    { account: 'commission', of: 'sale', amount_kobo: one.commission },
    { account: 'rider_top_ups', of: 'rider', amount_kobo: -25_00 },
    ...(margin?.lines ?? []).filter(({ account }) => account === 'provider_fees'),
    { account: 'platform_losses', of: 'refund', amount_kobo: -500_00 },
  ])
  const listed = await db.select({ margin: margin_of_order }).from(orders).orderBy(orders.id)
  expect(listed[0]?.margin).toBe(margin?.margin_kobo)
  const days = await marginsByDay(db, world.clock.now(), 14)
  expect(days.at(-1)?.margin_kobo).toBe(sumKobo(listed.map((order) => order.margin ?? 0)))
  expect(sumKobo(days.map((day) => day.margin_kobo))).toBe(days.at(-1)?.margin_kobo)
})

const moved = (debited: string, credited: string, amount_kobo: number): Entry[] => [
  { account: debited, amount: kobo(amount_kobo) },
  { account: credited, amount: kobo(-amount_kobo) },
]
const book = (order_id: number, kind: JournalKind, entries: Entry[]) =>
  world.deps.db.transaction((tx) =>
    bookJournal(tx, { kind, subject: `order:${order_id}`, order_id, recorded_at: world.clock.now(), entries }),
  )

test('an order that the books do not name has no margin, nor has one whose sale they do not name', async () => {
  expect(await orderMargin(world.deps.db, 999_999)).toBeNull()
  await book(999_999, 'order_refunded', moved('delivery_fees', 'rider_top_ups', 600_00))
  expect(await orderMargin(world.deps.db, 999_999)).toBeNull()
})

test('what was booked and then taken back is no part of a margin', async () => {
  await book(999_998, 'payment_received', moved('provider_fees', 'delivery_fees', 50_00))
  await book(999_998, 'order_refunded', moved('rider_top_ups', 'provider_fees', 20_00))
  await book(999_998, 'order_given_back', moved('provider_fees', 'rider_top_ups', 20_00))
  expect(await orderMargin(world.deps.db, 999_998)).toEqual({
    lines: [
      { account: 'delivery_fees', of: 'sale', amount_kobo: 50_00 },
      { account: 'provider_fees', of: 'sale', amount_kobo: -50_00 },
    ],
    margin_kobo: 0,
  })
})
