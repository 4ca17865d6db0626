import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliveryWorld } from '../../test/delivery.ts'
import { insertRider } from '../../test/rider.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from '../../test/world.ts'
import { cases } from '../cases/tables.ts'
import { UNTIL_CHANGED } from '../catalog/hours/availability.ts'
import { recordDeed } from '../catalog/kitchen-history.ts'
import { vendors } from '../catalog/tables.ts'
import { DAY_MS } from '../clock.ts'
import { shift_places, shifts } from '../delivery/shifts/tables.ts'
import { deliveries, incidents } from '../delivery/tables.ts'
import { the_system } from '../lifecycle.ts'
import { kobo } from '../money.ts'
import { messages } from '../notifications/tables.ts'
import { lapseOrder } from '../orders/acceptance/lapse-order.ts'
import { missing_dishes, orders } from '../orders/tables.ts'
import { payments, refunds, review_cases } from '../payments/tables.ts'
import { payout_transfers, payouts } from '../payouts/tables.ts'
import { places, ways } from '../places/tables.ts'
import { reconciliation_cases } from '../reconciliation/tables.ts'
import type { WaitingKind } from './kinds.ts'
import { MOST_LINES } from './waiting-line.ts'
import { whatWaits } from './what-waits.ts'

const world = await worldOfFile()
const people = deliveryWorld(world)

const db = () => world.deps.db
const counted = async (kinds?: readonly WaitingKind[]) =>
  Object.fromEntries((await whatWaits(db(), world.clock.now(), kinds)).map(({ kind, count }) => [kind, count]))
const linesOf = async (kind: WaitingKind) => (await whatWaits(db(), world.clock.now(), [kind]))[0]?.lines ?? []

test('an empty marketplace waits for nothing but its places', async () => {
  expect(await counted()).toEqual({})
  const now = world.clock.now()
  const planted = await db().select({ id: places.id }).from(places)
  await db().update(places).set({ retired_at: now })
  expect(await counted()).toEqual({ no_places: 1 })
  for (const { id } of planted) await db().update(places).set({ retired_at: null }).where(eq(places.id, id))
  expect(await counted()).toEqual({})
})

test('money, people and messages that are stuck are each found with what somebody needs to act', async () => {
  const now = world.clock.now()
  const kitchen = await insertVendor(db(), { name: 'Iya Desk' })
  const [order] = await people.paidOrders([kitchen])
  const [payment] = await db()
    .select()
    .from(payments)
    .where(eq(payments.checkout_id, order?.checkout_id ?? ''))
  if (!order || !payment) throw new Error('no order')
  const by = { payment_id: payment.id, reason: 'complaint', asked_role: 'admin', created_at: now } as const
  await db()
    .insert(refunds)
    .values({ ...by, order_id: order.id, amount: kobo(500_00), status: 'Failed', last_error: 'No such card' })
  await db().insert(review_cases).values({ payment_id: payment.id, kind: 'short', created_at: now })
  const account = { bank_name: 'Bank', bank_code: '1', account_number: '2', account_name: 'IYA DESK' }
  const payout = { ...account, vendor_id: kitchen.user_id, amount: kobo(5_000_00), created_at: now }
  const [waits, failed, under_way] = await db().insert(payouts).values([payout, payout, payout]).returning()
  const transfer = (payout_id = 0, status: 'Failed' | 'Queued') => ({
    ...account,
    payout_id,
    status,
    provider: 'flutterwave',
    reference: `desk ${payout_id}`,
    last_error: status === 'Failed' ? 'Account is closed' : null,
    asked_by: kitchen.user_id,
    created_at: now,
  })
  await db()
    .insert(payout_transfers)
    .values([transfer(failed?.id, 'Failed'), transfer(under_way?.id, 'Queued')])
  const message = { channel: 'sms', recipient: '+2348030000000', body: '', created_at: now } as const
  await db()
    .insert(messages)
    .values([
      { ...message, dedupe_key: 'new_order:12', status: 'Failed', last_error: 'No credit' },
      { ...message, dedupe_key: 'new_order:13', status: 'Held' },
    ])
  await insertVendor(db(), { status: 'Pending', name: 'Iya New' })
  await insertVendor(db(), { status: 'Pending', name: null })
  await insertRider(db(), { status: 'Pending', name: 'Bayo', on_duty_since: null })
  await insertRider(db(), { status: 'Pending', submitted_at: null, on_duty_since: null })
  await db().insert(reconciliation_cases).values({
    provider: 'flutterwave',
    provider_number: '1',
    kind: 'fee',
    found_at: now,
    seen_at: now,
  })

  expect(await counted()).toEqual({
    payments_on_review: 1,
    refunds_failed: 1,
    payouts_failed: 1,
    payouts_waiting: 1,
    messages_failed: 1,
    messages_held: 1,
    vendors_pending: 1,
    riders_pending: 1,
    differences: 1,
  })
  expect(await linesOf('payments_on_review')).toMatchObject([{ amount: payment.amount, about: 'short' }])
  expect(await linesOf('refunds_failed')).toMatchObject([
    { order_id: order.id, amount: kobo(500_00), error: 'No such card' },
  ])
  expect(await linesOf('payouts_failed')).toMatchObject([
    { id: failed?.id, name: 'Iya Desk', error: 'Account is closed' },
  ])
  expect(await linesOf('payouts_waiting')).toMatchObject([{ id: waits?.id }])
  expect(await linesOf('messages_failed')).toMatchObject([{ about: 'new_order:12', error: 'No credit' }])
  expect(await linesOf('riders_pending')).toMatchObject([{ name: 'Bayo' }])
  expect(await counted(['riders_pending', 'payouts_failed'])).toEqual({ riders_pending: 1, payouts_failed: 1 })
})

test('a refund and a transfer that never end are found after their time, and how the provider knows them', async () => {
  const kitchen = await insertVendor(db(), { name: 'Iya Slow' })
  const [order] = await people.paidOrders([kitchen])
  const [payment] = await db()
    .select()
    .from(payments)
    .where(eq(payments.checkout_id, order?.checkout_id ?? ''))
  if (!order || !payment) throw new Error('no order')
  const now = world.clock.now().getTime()
  const ago = (days: number, ms = 0) => new Date(now - days * DAY_MS - ms)
  // A week, as there is a weekend between: five working days.
  const by = { payment_id: payment.id, order_id: order.id, reason: 'complaint', asked_role: 'admin' } as const
  const refund = { ...by, amount: kobo(100_00), last_error: 'no answer' }
  const [asked, sent] = await db()
    .insert(refunds)
    .values([
      { ...refund, status: 'Asked', created_at: ago(7, 1) },
      { ...refund, status: 'Sent', created_at: ago(8), provider_refund_id: '8612' },
      { ...refund, status: 'Sent', created_at: ago(7) },
      { ...refund, status: 'Sent', created_at: ago(9), round: 2, round_at: ago(1) },
      { ...refund, status: 'Done', created_at: ago(9) },
    ])
    .returning()
  const account = { bank_name: 'Bank', bank_code: '1', account_number: '2', account_name: 'IYA SLOW' }
  const payout = { ...account, vendor_id: kitchen.user_id, amount: kobo(5_000_00), created_at: ago(2) }
  const [slow, young] = await db().insert(payouts).values([payout, payout]).returning()
  const transfer = { ...account, provider: 'flutterwave', asked_by: kitchen.user_id, last_error: 'not listed' }
  await db()
    .insert(payout_transfers)
    .values([
      { ...transfer, payout_id: slow?.id ?? 0, status: 'Queued', reference: 'slow', created_at: ago(1, 1) },
      { ...transfer, payout_id: young?.id ?? 0, status: 'Asked', reference: 'young', created_at: ago(1) },
    ])
  expect(await linesOf('refunds_slow')).toMatchObject([
    { id: sent?.id, order_id: order.id, about: 'its refund 8612', error: 'no answer', since: ago(8) },
    { id: asked?.id, about: `the refund of its transaction ${payment.provider_transaction_id}` },
  ])
  expect(await linesOf('payouts_slow')).toMatchObject([
    { id: slow?.id, name: 'Iya Slow', about: 'slow', error: 'not listed', since: ago(2) },
  ])
  await db()
    .delete(payout_transfers)
    .where(inArray(payout_transfers.reference, ['slow', 'young']))
  await db().delete(payouts).where(eq(payouts.account_name, 'IYA SLOW'))
  await db().delete(refunds).where(eq(refunds.order_id, order.id))
})

test('a shift that nobody has taken is found once it is near, with how many places', async () => {
  const now = world.clock.now()
  const hours = (from: number) => ({
    begins_at: new Date(now.getTime() + from * 3_600_000),
    ends_at: new Date(now.getTime() + (from + 2) * 3_600_000),
    planned_at: now,
  })
  const planned_by = (await insertRider(db(), { on_duty_since: null, status: 'Inactive' })).user_id
  const made = await db()
    .insert(shifts)
    .values([-3, -1, 2.5, 4].map((from) => ({ ...hours(from), planned_by })))
    .returning()
  const places = made.flatMap(({ id }) =>
    (['Open', 'Open', 'Planned', 'Called off'] as const).map((status) => ({
      shift_id: id,
      status,
    })),
  )
  await db().insert(shift_places).values(places)
  expect(await linesOf('shift_open')).toMatchObject([
    { id: made[1]?.id, about: '2 places', promised_until: made[1]?.begins_at },
    { id: made[2]?.id, about: '2 places' },
  ])
  await db().delete(shifts)
})

test('an order that cannot be brought is found until its ways are back or somebody closed its case', async () => {
  const now = world.clock.now()
  const [order] = await people.paidOrders([await insertVendor(db(), { landmark: 'FUTA North Gate' })])
  const found = async () =>
    (await linesOf('cut_off')).map(({ order_id }) => order_id).filter((order_id) => order_id === order?.id)
  const set = (of: Partial<typeof orders.$inferInsert>) =>
    db()
      .update(orders)
      .set(of)
      .where(eq(orders.id, order?.id ?? 0))
  expect(await found()).toEqual([])
  // What is on its way is past the hours of its gates.
  await db().update(ways).set({ closed_from: '00:00', closed_until: '23:59' })
  expect(await found()).toEqual([order?.id])
  await set({ status: 'Picked up' })
  expect(await found()).toEqual([])
  await db().update(ways).set({ closed_at: now, closed_from: null, closed_until: null })
  expect(await found()).toEqual([order?.id])
  const made = { cause: `cut_off:${order?.id}`, subject_kind: 'order', subject_id: String(order?.id) } as const
  await db()
    .insert(cases)
    .values({ ...made, title: 'Cut off', opened_at: now, request_key: randomUUID() })
  expect(await found()).toEqual([order?.id])
  await db().update(cases).set({ status: 'Closed', is_settled: true, closed_at: now })
  expect(await found()).toEqual([order?.id])
  await db().update(cases).set({ is_settled: false })
  expect(await found()).toEqual([])
  await db().delete(cases)
  await db().update(ways).set({ closed_at: null })
  expect(await found()).toEqual([])
  await set({ status: 'Pending' })
})

test('silent kitchens, missing dishes and hand-overs are found, and no list grows without bound', async () => {
  const now = world.clock.now()
  const kitchen = await insertVendor(db(), { name: 'Iya Silent', phone: '+2348030000001' })
  const [lapsed] = await people.paidOrders([kitchen])
  await lapseOrder(world.deps, lapsed?.id ?? 0)
  await db()
    .update(vendors)
    .set({ paused_for_lapses: true, paused_until: UNTIL_CHANGED })
    .where(eq(vendors.user_id, kitchen.user_id))
  await db().transaction((tx) => recordDeed(tx, kitchen.user_id, the_system, { did: 'paused' }, now))
  expect(await linesOf('kitchens_silent')).toMatchObject([{ id: kitchen.user_id, phone: '+2348030000001', since: now }])

  const carried = await people.assigned()
  const dish = { order_id: carried.order_id, item: 0, quantity: 2, price: kobo(0), dish: 'Amala', name: 'Amala' }
  await db()
    .insert(missing_dishes)
    .values({ ...dish, marked_by: carried.vendor.user_id, marked_at: now, answer_by: now })
  expect(await linesOf('missing_dishes')).toMatchObject([{ order_id: carried.order_id, about: '2 Amala' }])

  await db()
    .update(deliveries)
    .set({ no_pin_reason: 'Phone was flat', closed_at: now })
    .where(eq(deliveries.id, carried.delivery_id))
  await db()
    .insert(incidents)
    .values({
      delivery_id: carried.delivery_id,
      rider_id: carried.rider.user_id,
      reason: 'damaged_food',
      pay: kobo(200_00),
      happened_at: now,
    })
  const ours = [{ order_id: carried.order_id, name: 'Musa Bello' }]
  expect(await linesOf('without_pin')).toMatchObject(ours)
  expect(await linesOf('ways_to_see')).toMatchObject(ours)

  const flood = Array.from({ length: MOST_LINES + 5 }, (_, n) => ({
    channel: 'sms' as const,
    recipient: '',
    body: '',
    status: 'Failed' as const,
    dedupe_key: `flood:${n}`,
    created_at: new Date(LUNCH_TIME.getTime() - n * 1000),
  }))
  await db().insert(messages).values(flood)
  const stuck = await linesOf('messages_failed')
  expect(stuck).toHaveLength(MOST_LINES)
  expect(stuck[0]?.about).toBe(`flood:${MOST_LINES + 4}`)
})

test('text messages that a gateway refuses for minutes are one line, and a single one is none', async () => {
  await db().delete(messages)
  const refused = (n: number, minutes: number) => ({
    ...{ channel: 'sms' as const, recipient: '+2348030000000', body: '', status: 'Queued' as const, attempts: 2 },
    dedupe_key: `refused:${n}`,
    last_error: 'Insufficient balance',
    created_at: new Date(LUNCH_TIME.getTime() - minutes * 60_000),
    next_attempt_at: new Date(LUNCH_TIME.getTime() + n * 1000),
  })
  await db()
    .insert(messages)
    .values([refused(1, 5), refused(2, 7), refused(3, 4)])
  expect(await linesOf('messages_stand')).toEqual([])
  await db().insert(messages).values(refused(4, 6))
  const since = new Date(LUNCH_TIME.getTime() - 7 * 60_000)
  const line = { id: 'sms', about: '3', error: 'Insufficient balance', since }
  expect(await linesOf('messages_stand')).toMatchObject([line])
  await db().update(messages).set({ last_error: null })
  expect(await linesOf('messages_stand')).toEqual([])
})
