import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { deliveryWorld, vendorActor } from '../../../test/delivery.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertVendor, worldOfFile } from '../../../test/world.ts'
import { trackedCheckout } from '../../checkout/track/tracked-orders.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { messages } from '../../notifications/tables.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { completeOrder } from '../../orders/complete-order.ts'
import { dispatcher } from '../dispatch/dispatch-waiting.ts'
import { undoMove } from '../kitchen/undo-move.ts'
import { goOffDuty, goOnDuty } from '../riders/go-on-duty.ts'
import { order_keys, order_promises } from '../tables.ts'
import { quotedWindows } from './expected-windows.ts'
import { promiseOf } from './promise.ts'
import { renewPromises } from './renew-promises.ts'

const MINUTE = 60
const world = await worldOfFile()
const { paidOrders, waiting } = deliveryWorld(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const now = () => world.clock.now()
const quoted = async (vendor_ids: string[]) =>
  quotedWindows(world.deps.db, {
    lines: vendor_ids.map((vendor_id) => ({ vendor_id, quantity: 1 })),
    ways: [],
    drop: null,
    collects: false,
    now: now(),
  })
const toldBy = async (dedupe_key: string) =>
  (await world.deps.db.select({ body: messages.body }).from(messages).where(eq(messages.dedupe_key, dedupe_key))).map(
    ({ body }) => body,
  )
const toldOfRider = (order_id: number) => toldBy(`rider_found_sms:${order_id}`)
const endOf = async (order_id: number) => (await promiseOf(world.deps.db, order_id))?.expected_by.getTime() ?? 0

test('what is quoted before paying is what is promised after it, with nobody on duty and with somebody', async () => {
  for (const staffed of [false, true]) {
    const rider = staffed ? await insertRider(world.deps.db) : null
    const kitchens = [await insertVendor(world.deps.db, { preparation_minutes: 40 }), await insertVendor(world.deps.db)]
    const before = await quoted(kitchens.map(({ user_id }) => user_id))
    expect(before.riders_on_duty).toBe(staffed ? 1 : 0)
    const paid = await paidOrders(kitchens)
    for (const { id, vendor_id } of paid) {
      const window = before.windows.find((one) => one.vendor_id === vendor_id)
      expect((await promiseOf(world.deps.db, id))?.promised_by).toEqual(window?.until)
    }
    if (rider) await goOffDuty(world.deps, rider)
  }
})

test('an order that its kitchen takes as it said is not later for that, and waits for nobody behind it', async () => {
  const { order_id } = await waiting()
  const promise = await promiseOf(world.deps.db, order_id)
  expect(promise?.expected_by.getTime()).toBeLessThanOrEqual(promise?.promised_by.getTime() ?? 0)
  // What others ordered before, and was expected with a rider who has left since.
  await renewPromises(world.deps, now())
  await waiting()
  expect(await renewPromises(world.deps, now())).toBe(0)
})

test('a kitchen with a queue is quoted later', async () => {
  const kitchen = await insertVendor(world.deps.db, { preparation_minutes: 60 })
  const end = async () => (await quoted([kitchen.user_id])).windows[0]?.until.getTime() ?? 0
  const alone = await end()
  await paidOrders([kitchen])
  await paidOrders([kitchen])
  expect(await end()).toBeGreaterThan(alone)
})

test('what is expected gets better when a rider comes on duty, and the customer is told once', async () => {
  const { order_id } = await waiting()
  const [fresh] = await paidOrders([await insertVendor(world.deps.db)])
  const orders = [order_id, fresh?.id ?? 0]
  const first = await Promise.all(orders.map((id) => promiseOf(world.deps.db, id)))
  await renewPromises(world.deps, now())
  for (const id of orders) expect(await toldOfRider(id)).toEqual([])
  const rider = await insertRider(world.deps.db, { on_duty_since: null })
  await goOnDuty(world.deps, rider)
  await dispatcher(world.deps)()
  for (const [place, id] of orders.entries()) {
    expect(await endOf(id)).toBeLessThan(first[place]?.promised_by.getTime() ?? 0)
    expect((await promiseOf(world.deps.db, id))?.promised_by).toEqual(first[place]?.promised_by)
    expect(await toldOfRider(id)).toEqual([
      expect.stringMatching(/^ChowGate: a rider is on duty now\. Expect your order \d+ \d\d:\d\d-\d\d:\d\d\./),
    ])
  }
  await goOffDuty(world.deps, rider)
  await goOnDuty(world.deps, rider)
  await renewPromises(world.deps, now())
  expect(await toldOfRider(order_id)).toHaveLength(1)
  await goOffDuty(world.deps, rider)
})

test('what nobody takes is expected later and later, and never in the past', async () => {
  const { order_id } = await waiting()
  world.clock.advance(90 * MINUTE)
  expect(await renewPromises(world.deps, now())).toBeGreaterThan(0)
  expect(await endOf(order_id)).toBeGreaterThan(now().getTime())
  expect(await renewPromises(world.deps, now())).toBe(0)
})

test('a customer is told once that it comes much later, with the reason, and the tracking page keeps it', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const rider = await insertRider(world.deps.db)
  const { order_id } = await waiting(kitchen)
  const [accepted] = await toldBy(`accepted_sms:${order_id}`)
  expect(accepted).toMatch(/Expect it \d\d:\d\d-\d\d:\d\d/)
  world.clock.advance(5 * MINUTE)
  await renewPromises(world.deps, now())
  expect(await toldBy(`later_sms:${order_id}`)).toEqual([])
  for (const _ of [1, 2]) {
    world.clock.advance(40 * MINUTE)
    await renewPromises(world.deps, now())
  }
  expect(await toldBy(`later_sms:${order_id}`)).toEqual([
    expect.stringMatching(
      /sorry, your order \d+ comes later, because the restaurant needs longer\. Expect it \d\d:\d\d-/,
    ),
  ])
  const [key] = await world.deps.db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  const tracked = await trackedCheckout(world.deps.db, key?.track_token ?? '')
  expect(tracked?.orders).toMatchObject([{ later_because: 'kitchen' }])
  await goOffDuty(world.deps, rider)
})

test.each([
  ['whose kitchen stays silent', false],
  ['that is collected and not ready', true],
])('who waits for an order %s is told once that it is later', async (_, collects) => {
  const rider = await insertRider(world.deps.db)
  const kitchen = await insertVendor(world.deps.db)
  const [order] = await paidOrders([kitchen], { collects })
  const order_id = order?.id ?? 0
  if (collects) await acceptOrder(world.deps, vendorActor(kitchen), { order_id, minutes: 15 })
  // So many orders wait before it that it was promised for much later.
  for (const minutes of [150, 30]) {
    world.clock.advance(minutes * MINUTE)
    await renewPromises(world.deps, now())
  }
  expect(await endOf(order_id)).toBeGreaterThan(now().getTime())
  const when = collects ? 'Expect it to be ready ' : 'Expect it '
  expect(await toldBy(`later_sms:${order_id}`)).toEqual([
    expect.stringContaining(`the restaurant needs longer. ${when}`),
  ])
  await goOffDuty(world.deps, rider)
})

test('food that waits to be collected is not later for that', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const [order] = await paidOrders([kitchen], { collects: true })
  const order_id = order?.id ?? 0
  await acceptOrder(world.deps, vendorActor(kitchen), { order_id, minutes: 15 })
  await completeOrder(world.deps, vendorActor(kitchen), order_id)
  world.clock.advance(90 * MINUTE)
  await renewPromises(world.deps, now())
  expect(await toldBy(`later_sms:${order_id}`)).toEqual([])
})

test('what a customer was to be told of a yes that is taken back counts as not told', async () => {
  const { order_id, vendor } = await waiting()
  const told = async () => {
    const [promise] = await world.deps.db.select().from(order_promises).where(eq(order_promises.order_id, order_id))
    return promise?.told_until
  }
  expect(await told()).toBeInstanceOf(Date)
  expect(await undoMove(world.deps, vendor, order_id)).toMatchObject({ ok: true })
  expect(await told()).toBeNull()
})

test('what a kitchen says when it accepts is no news later', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const rider = await insertRider(world.deps.db)
  const [order] = await paidOrders([kitchen])
  await acceptOrder(world.deps, vendorActor(kitchen), { order_id: order?.id ?? 0, minutes: 90 })
  world.clock.advance(10 * MINUTE)
  await renewPromises(world.deps, now())
  expect(await toldBy(`later_sms:${order?.id}`)).toEqual([])
  await goOffDuty(world.deps, rider)
})
