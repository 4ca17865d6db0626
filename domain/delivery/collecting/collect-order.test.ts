import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliveryWorld, vendorActor, wrongPin } from '../../../test/delivery.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, jollofFor, LUNCH_TIME, startedCheckout, worldOfFile } from '../../../test/world.ts'
import { trackedCheckout } from '../../checkout/track/tracked-orders.ts'
import { formatCampusTime } from '../../clock.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { messages } from '../../notifications/tables.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { completeOrder } from '../../orders/complete-order.ts'
import { deliverOrder } from '../../orders/deliver-order.ts'
import { cancelOrder } from '../../orders/refunds/cancel-order.ts'
import { requestPayout } from '../../payouts/request-payout.ts'
import { rateOrder } from '../../ratings/rate-order.ts'
import { dispatcher } from '../dispatch/dispatch-waiting.ts'
import { undoMove } from '../kitchen/undo-move.ts'
import { deliveries, order_keys, order_promises } from '../tables.ts'
import { calibrationOf } from '../windows/calibration.ts'
import { keptPromises } from '../windows/kept-promises.ts'
import { closeUncollected, collectOrder } from './collect-order.ts'
import { keptUntil } from './kept-until.ts'

const world = await worldOfFile()
const { paidOrders, pinOf, orderStatus, lastMove } = deliveryWorld(world)
beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

async function toCollect(how: { ready?: boolean } = {}) {
  const kitchen = await insertVendor(world.deps.db, {
    address: 'Shop 7',
    bank_name: 'Access Bank',
    bank_code: '044',
    account_number: '0690000031',
    account_name: 'BOSE',
  })
  const vendor = vendorActor(kitchen)
  const [order] = await paidOrders([kitchen], { collects: true })
  const order_id = order?.id ?? 0
  await acceptOrder(world.deps, vendor, { order_id, minutes: 15 })
  if (how.ready) await completeOrder(world.deps, vendor, order_id)
  const [key] = await world.deps.db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  return { kitchen, vendor, order_id, order, pin: await pinOf(order_id), track_token: key?.track_token ?? '' }
}

const smsAbout = async (key: string) => {
  const [message] = await world.deps.db.select().from(messages).where(eq(messages.dedupe_key, key))
  return message?.body
}
const deliveriesOf = (order_id: number) =>
  world.deps.db.select().from(deliveries).where(eq(deliveries.order_id, order_id))
const minutes = (count: number) => world.clock.advance(count * 60)

describe('an order that its customer collects', () => {
  test('keeps its promise by being ready in time, however late one comes, and counts once collected', async () => {
    const kept = (from: Date) => keptPromises(world.deps.db, { from, until: new Date(world.clock.now().getTime() + 1) })
    world.clock.advance(2 * 24 * 3600)
    const before = world.clock.now()
    const in_time = await toCollect({ ready: true })
    // Pressed too soon, and again: it counts once.
    await undoMove(world.deps, in_time.vendor, in_time.order_id)
    await completeOrder(world.deps, in_time.vendor, in_time.order_id)
    const late = await toCollect()
    const by_admin = await toCollect()
    expect(await kept(before)).toEqual({ delivered: 0, kept: 0 })
    minutes(90)
    await completeOrder(world.deps, late.vendor, late.order_id)
    for (const { vendor, order_id, pin } of [in_time, late]) await collectOrder(world.deps, vendor, { order_id, pin })
    expect(await kept(before)).toEqual({ delivered: 2, kept: 1 })
    const admin = await insertAccount(world.deps.db, 'admin')
    await deliverOrder(world.deps, admin, { order_id: by_admin.order_id })
    expect(await kept(before)).toEqual({ delivered: 3, kept: 1 })
    expect(await kept(world.clock.now())).toEqual({ delivered: 2, kept: 0 })
    const parts = await calibrationOf(world.deps.db, { from: before, until: world.clock.now() })
    expect(parts.find(({ vendor_id }) => vendor_id === in_time.kitchen.user_id)).toMatchObject({
      delivered: 1,
      kept: 1,
      known: 1,
    })
  })

  test('pays no fee, promises when it is ready, and has no delivery, whoever is on duty', async () => {
    await insertRider(world.deps.db)
    const { order, order_id, vendor } = await toCollect({ ready: true })
    expect(order).toMatchObject({ collects: true, delivery_fee: 0, own_delivery_fee: null, grand_total: 3_000_00 })
    const [promise] = await world.deps.db.select().from(order_promises).where(eq(order_promises.order_id, order_id))
    expect(promise).toMatchObject({ made_without_rider: false })
    const minutes_promised = ((promise?.first_promised_until.getTime() ?? 0) - LUNCH_TIME.getTime()) / 60_000
    expect(minutes_promised).toBeGreaterThan(15)
    expect(minutes_promised).toBeLessThan(30)
    expect(await deliveriesOf(order_id)).toEqual([])
    expect(await dispatcher(world.deps)()).toBe(0)
    expect(await requestPayout(world.deps, vendor)).toMatchObject({ ok: false })
  })

  test('is told to its customer: where, until when, and the PIN', async () => {
    const { order_id, kitchen, pin, track_token } = await toCollect({ ready: true })
    expect(await smsAbout(`accepted_sms:${order_id}`)).toMatch(/Collect it 12:\d\d-12:\d\d\./)
    const kept_until = await keptUntil(world.deps.db, order_id)
    const until = kept_until && formatCampusTime(kept_until)
    expect(await smsAbout(`ready_sms:${order_id}`)).toMatch(new RegExp(`is ready at .*kept until ${until}. PIN ${pin}`))
    expect(await smsAbout(`new_order:${order_id}`)).toContain('who collects it')
    const tracked = await trackedCheckout(world.deps.db, track_token)
    expect(tracked?.orders[0]).toMatchObject({
      pin,
      vendor: { name: kitchen.name, where: 'Shop 7, FUTA North Gate' },
      collecting: { kept_until },
      window: null,
      rider: null,
    })
  })

  test('is handed over for the PIN, once, and is then owed to the kitchen', async () => {
    const { vendor, order_id, pin } = await toCollect({ ready: true })
    const collect = () => collectOrder(world.deps, vendor, { order_id, pin })
    const answers = await Promise.all([collect(), collect(), collect()])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await lastMove(order_id)).toMatchObject({ verb: 'collect', to_status: 'Delivered', reason: 'with the PIN' })
    expect(await smsAbout(`collected_sms:${order_id}`)).toContain('How was it?')
    expect(await requestPayout(world.deps, vendor)).toMatchObject({ ok: true, value: { amount: 3_000_00 } })
  })

  test('is not handed over before it is ready, by another kitchen, or for a wrong PIN, which is counted', async () => {
    const { vendor, order_id, pin } = await toCollect()
    const collect = (by: typeof vendor, said: string) => collectOrder(world.deps, by, { order_id, pin: said })
    expect(await collect(vendor, pin)).toMatchObject({ reason: 'not_allowed', details: { status: 'Accepted' } })
    await completeOrder(world.deps, vendor, order_id)
    expect(await collect(vendorActor(await insertVendor(world.deps.db)), pin)).toMatchObject({ reason: 'not_found' })
    expect(await collect(vendor, '12')).toMatchObject({ reason: 'bad_pin' })
    for (const tries_left of [4, 3, 2, 1, 0]) {
      expect(await collect(vendor, wrongPin(pin))).toMatchObject({ reason: 'wrong_pin', details: { tries_left } })
    }
    expect(await collect(vendor, pin)).toMatchObject({ reason: 'pin_paused' })
    minutes(16)
    expect(await collect(vendor, pin)).toMatchObject({ ok: true })
  })

  test('that nobody collected is closed after its time, at no loss of the kitchen, and cannot be rated', async () => {
    const { vendor, order_id, track_token } = await toCollect({ ready: true })
    const until = (await keptUntil(world.deps.db, order_id)) ?? LUNCH_TIME
    expect(until.getTime()).toBeGreaterThan(LUNCH_TIME.getTime() + 60 * 60_000)
    minutes(60)
    const close = () => closeUncollected(world.deps, vendor, order_id)
    expect(await close()).toMatchObject({ reason: 'kept_still', details: { until } })
    world.clock.set(until)
    expect(await close()).toMatchObject({ ok: true })
    expect(await close()).toMatchObject({ reason: 'not_allowed' })
    expect(await smsAbout(`not_collected_sms:${order_id}`)).toContain('nobody collected order')
    expect(await orderStatus(order_id)).toBe('Delivered')
    const rated = await rateOrder(world.deps, track_token, { food: '1', delivery: '1', line: '' })
    expect(rated).toMatchObject({ reason: 'not_delivered' })
    const tracked = await trackedCheckout(world.deps.db, track_token)
    expect(tracked?.orders[0]).toMatchObject({ ended: { verb: 'not_collected' }, pin: null })
    expect(await requestPayout(world.deps, vendor)).toMatchObject({ ok: true, value: { amount: 3_000_00 } })
  })

  test('can be cancelled with its money, or delivered, by an admin', async () => {
    const admin = await insertAccount(world.deps.db, 'admin')
    const cancelled = await toCollect({ ready: true })
    const cancel = { reason: 'The soup was spilt', refund_kobo: 'all', borne_by: 'vendor' } as const
    const sent = await cancelOrder(world.deps, admin, { order_id: cancelled.order_id, ...cancel })
    expect(sent).toMatchObject({ ok: true, value: { refund: { amount: 3_000_00, delivery_fee: 0 } } })
    const { order_id } = await toCollect({ ready: true })
    expect(await deliverOrder(world.deps, admin, { order_id })).toMatchObject({ ok: true })
    expect(await smsAbout(`collected_sms:${order_id}`)).toContain('you have order')
  })
})

test('an order that is brought is neither handed out nor closed by its kitchen', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const vendor = vendorActor(kitchen)
  const [order] = await paidOrders([kitchen])
  const order_id = order?.id ?? 0
  await completeOrder(world.deps, vendor, order_id)
  const refused = { reason: 'not_allowed', details: { status: 'Completed' } }
  expect(await collectOrder(world.deps, vendor, { order_id, pin: await pinOf(order_id) })).toMatchObject(refused)
  expect(await closeUncollected(world.deps, vendor, order_id)).toMatchObject(refused)
})

test('a cart of two kitchens is collected at each, with a PIN of its own', async () => {
  const kitchens = [await insertVendor(world.deps.db), await insertVendor(world.deps.db)]
  const checkout = await startedCheckout(
    world,
    kitchens.map((kitchen) => jollofFor(kitchen)),
    { collects: true },
  )
  expect(checkout).toMatchObject({ delivery_fee: 0, fee_lines: [], total: 6_000_00, place_id: null, latitude: null })
})
