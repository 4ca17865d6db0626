import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ada, nowhere } from '../../../test/ada.ts'
import { control } from '../../../test/control.ts'
import { vendorActor } from '../../../test/delivery.ts'
import { insertRider } from '../../../test/rider.ts'
import { shiftWorld } from '../../../test/shifts.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, jollofFor, LUNCH_TIME, startedCheckout, worldOfFile } from '../../../test/world.ts'
import { vendors } from '../../catalog/tables.ts'
import { dispatcher } from '../../delivery/dispatch/dispatch-waiting.ts'
import { shifts } from '../../delivery/shifts/tables.ts'
import { order_promises, riders } from '../../delivery/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { messages, notifications } from '../../notifications/tables.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { escalateUnaccepted } from '../../orders/acceptance/escalate-unaccepted.ts'
import { orders } from '../../orders/tables.ts'
import { listVendorOrders, ordersForLater } from '../../orders/vendor-orders.ts'
import { startPayment } from '../payment/start-payment.ts'
import { placeCheckout } from '../place-checkout.ts'
import { settleCheckout } from '../settlement/settle-checkout.ts'
import { slotProblemOf } from './slot-problem.ts'
import { openSlots } from './slots.ts'

const world = await worldOfFile()
const bank = control(world)
const admin = await insertAccount(world.deps.db, 'admin')
beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => {
  await world.deps.db.delete(shifts)
  await world.deps.db.update(riders).set({ on_duty_since: null })
  expect(await findViolations(world.deps.db)).toEqual([])
})

const later = (minutes: number) => new Date(LUNCH_TIME.getTime() + minutes * 60_000)
const two_hours = later(120)
type Kitchen = Awaited<ReturnType<typeof insertVendor>>

const place = (kitchen: Kitchen, slot_from: Date) =>
  placeCheckout(world.deps, {
    idempotency_key: crypto.randomUUID(),
    form: ada,
    cart: [jollofFor(kitchen)],
    place: nowhere,
    slot_from,
  })
const linkFor = async (kitchen: Kitchen, slot_from: Date) => {
  const placed = await place(kitchen, slot_from)
  if (!placed.ok) throw new Error(placed.reason)
  return placed.value.link_token
}
const start = (link_token: string, accepts_wait = true) => startPayment(world.deps, link_token, { accepts_wait })

async function paidFor(kitchen: Kitchen, slot_from: Date) {
  const checkout = await startedCheckout(world, [jollofFor(kitchen)], { slot_from })
  await bank.pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  const [order] = await world.deps.db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
  if (!order) throw new Error('no order')
  return order
}
const smsAbout = async (key: string) => {
  const [message] = await world.deps.db.select().from(messages).where(eq(messages.dedupe_key, key))
  return message?.body
}

describe('a slot', () => {
  test('is one of today or tomorrow, while the service is open, and leaves time', () => {
    const night = [{ opens: '10:00', closes: '22:00' }]
    const slots = openSlots({ week_hours: Array.from({ length: 7 }, () => night), hours_exceptions: [] }, LUNCH_TIME)
    expect(slots[0]).toEqual(later(45))
    expect(slots).toHaveLength(37 + 48)
  })

  test.each([
    ['too soon', later(15)],
    ['the day after tomorrow', later(3 * 24 * 60)],
    ['no quarter of an hour', later(121)],
  ])('is refused: %s', async (_, slot_from) => {
    expect(await place(await insertVendor(world.deps.db), slot_from)).toMatchObject({ reason: 'slot_gone' })
  })

  test('counts the hours of then: a kitchen closed now can cook tomorrow, and not while it is closed', async () => {
    const evening = [{ opens: '17:00', closes: '21:00' }]
    const kitchen = await insertVendor(world.deps.db, { week_hours: Array.from({ length: 7 }, () => evening) })
    expect(await place(kitchen, later(60))).toMatchObject({ reason: 'cart_changed' })
    // It opens at 17:00, and would have to begin before.
    expect(await place(kitchen, later(300))).toMatchObject({ reason: 'slot_gone' })
    expect(await place(kitchen, later(360))).toMatchObject({ ok: true })
  })

  test('for which no rider is known is paid only by who agrees to wait', async () => {
    const kitchen = await insertVendor(world.deps.db)
    const link = await linkFor(kitchen, two_hours)
    expect(await start(link, false)).toMatchObject({ reason: 'nobody_on_duty' })
    expect(await start(link)).toMatchObject({ ok: true })
    // Who agreed once need not agree again.
    expect(await start(link, false)).toMatchObject({ ok: true })
  })

  test.each([
    ['a shift from before its ride to its beginning', { from: '13:00', until: '14:00' }, 'ok'],
    ['a shift that begins with it', { from: '14:00', until: '18:00' }, 'nobody_on_duty'],
    ['a shift that ends before it', { from: '12:30', until: '13:45' }, 'nobody_on_duty'],
    ['a shift that nobody took', { from: '13:00', until: '15:00', untaken: true }, 'nobody_on_duty'],
  ])('with %s', async (_, hours, answer) => {
    const { taken, published } = shiftWorld(
      () => world,
      () => admin,
    )
    const day = { ...hours, day: '2026-03-10' }
    if ('untaken' in hours) await published(day)
    else await taken(await insertRider(world.deps.db, { on_duty_since: null }), day)
    const started = await start(await linkFor(await insertVendor(world.deps.db), two_hours), false)
    expect(started.ok ? 'ok' : started.reason).toBe(answer)
  })

  test('soon enough counts on who is on duty, unless their shift ends before', async () => {
    const kitchen = await insertVendor(world.deps.db)
    const musa = await insertRider(world.deps.db)
    expect(await start(await linkFor(kitchen, two_hours), false)).toMatchObject({ ok: true })
    expect(await start(await linkFor(kitchen, later(135)), false)).toMatchObject({ reason: 'nobody_on_duty' })
    const { taken } = shiftWorld(
      () => world,
      () => admin,
    )
    await taken(musa, { day: '2026-03-10', from: '12:15', until: '13:15' })
    world.clock.set(later(20))
    expect(await start(await linkFor(kitchen, two_hours), false)).toMatchObject({ reason: 'nobody_on_duty' })
  })

  test('is paid with nobody on duty, promised as it is, and rings in the kitchen at the time to begin', async () => {
    const kitchen = await insertVendor(world.deps.db)
    const db = world.deps.db
    const order = await paidFor(kitchen, two_hours)
    const begin_at = order.begin_at ?? LUNCH_TIME
    expect(begin_at.getTime()).toBeGreaterThan(later(80).getTime())
    expect(begin_at.getTime()).toBeLessThan(later(105).getTime())
    const [promise] = await db.select().from(order_promises).where(eq(order_promises.order_id, order.id))
    expect(promise).toMatchObject({ first_promised_from: two_hours, first_promised_until: later(135), basis: null })
    expect(await smsAbout(`paid_sms:${order.checkout_id}`)).toContain('for today 14:00-14:15')
    expect(await smsAbout(`new_order:${order.id}`)).toBeUndefined()
    const at_noon = { search: '', filter: 'All', page: 1, now: LUNCH_TIME } as const
    expect((await listVendorOrders(db, kitchen.user_id, at_noon)).orders).toEqual([])
    expect(await ordersForLater(db, kitchen.user_id, LUNCH_TIME)).toMatchObject([{ id: order.id }])
    world.clock.set(later(60))
    expect(await escalateUnaccepted(world.deps)).toBe(0)
    world.clock.set(begin_at)
    expect(await Promise.all([escalateUnaccepted(world.deps), escalateUnaccepted(world.deps)])).toContain(1)
    expect(await smsAbout(`new_order:${order.id}`)).toContain('For 14:00-14:15')
    const rings = await db.select().from(notifications).where(eq(notifications.order_id, order.id))
    expect(rings.map(({ kind }) => kind).sort()).toEqual(['new_order', 'order_for_later'])
    expect((await listVendorOrders(db, kitchen.user_id, { ...at_noon, now: begin_at })).orders).toHaveLength(1)
    world.clock.set(new Date(begin_at.getTime() + 5 * 60_000))
    expect(await escalateUnaccepted(world.deps)).toBe(1)
    expect(await smsAbout(`unaccepted_sms:${order.id}`)).toContain('Accept or reject it')
  })

  test('accepted before it is time is ready for its slot, and no rider is sent before', async () => {
    await insertRider(world.deps.db)
    const kitchen = await insertVendor(world.deps.db)
    const order = await paidFor(kitchen, two_hours)
    const accepted = await acceptOrder(world.deps, vendorActor(kitchen), { order_id: order.id, minutes: 15 })
    expect(accepted).toMatchObject({
      ok: true,
      value: { ready_by: new Date((order.begin_at?.getTime() ?? 0) + 900_000) },
    })
    expect(await smsAbout(`accepted_sms:${order.id}`)).toContain('Expect it today 14:00-14:15.')
    const dispatch = dispatcher(world.deps)
    expect(await dispatch()).toBe(0)
    world.clock.set(later(112))
    expect(await dispatch()).toBe(1)
  })
})

describe('the last place of a slot', () => {
  const small = async () => insertVendor(world.deps.db, { slot_orders: 1 })

  test('is held by who began to pay first: of two at once one is told so, and nothing is paid', async () => {
    const kitchen = await small()
    const links = [await linkFor(kitchen, two_hours), await linkFor(kitchen, two_hours)]
    const answers = await Promise.all(links.map((link) => start(link)))
    expect(answers.map((answer) => (answer.ok ? 'started' : answer.reason)).sort()).toEqual(['slot_full', 'started'])
    const loser = links[answers.findIndex(({ ok }) => !ok)] ?? ''
    const near = [later(90), later(105), later(135), later(150)]
    expect(await slotProblemOf(world.deps, loser)).toMatchObject({ reason: 'slot_full', details: { free: near } })
    expect(await place(kitchen, two_hours)).toMatchObject({ reason: 'slot_full', details: { free: near } })
    expect(await start(await linkFor(kitchen, later(135)))).toMatchObject({ ok: true })
  })

  test('is free again once it can no longer be paid, and stays the payer’s own until then', async () => {
    const kitchen = await small()
    const slot = later(24 * 60)
    const [first, second] = [await linkFor(kitchen, slot), await linkFor(kitchen, slot)]
    expect(await start(first)).toMatchObject({ ok: true })
    expect(await start(first)).toMatchObject({ ok: true })
    expect(await start(second)).toMatchObject({ reason: 'slot_full' })
    world.clock.advance(66 * 60)
    expect(await start(second)).toMatchObject({ ok: true })
    expect(await start(first)).toMatchObject({ reason: 'slot_full' })
  })

  test('is taken by a paid order, and free again when that is cancelled', async () => {
    const kitchen = await small()
    const link = await linkFor(kitchen, two_hours)
    await paidFor(kitchen, two_hours)
    expect(await start(link)).toMatchObject({ reason: 'slot_full' })
    expect(await place(kitchen, two_hours)).toMatchObject({ reason: 'slot_full' })
    await world.deps.db.update(vendors).set({ slot_orders: null }).where(eq(vendors.user_id, kitchen.user_id))
    expect(await start(await linkFor(kitchen, two_hours))).toMatchObject({ ok: true })
  })

  test('what is offered instead is free in each kitchen of the cart, and none where all are full', async () => {
    const [one, other] = [await small(), await small()]
    const cart = [one, other].map((kitchen) => jollofFor(kitchen))
    for (const [kitchen, at] of [
      [one, 120],
      [other, 135],
      [one, 150],
    ] as const) {
      expect(await start(await linkFor(kitchen, later(at)))).toMatchObject({ ok: true })
    }
    const both = { idempotency_key: crypto.randomUUID(), form: ada, cart, place: nowhere, slot_from: two_hours }
    expect(await placeCheckout(world.deps, both)).toMatchObject({
      reason: 'slot_full',
      details: { free: [later(75), later(90), later(105), later(165)] },
    })
    await world.deps.db.update(vendors).set({ slot_orders: 0 }).where(eq(vendors.user_id, one.user_id))
    expect(await placeCheckout(world.deps, both)).toMatchObject({ reason: 'slot_full', details: { free: [] } })
  })

  test('a slot that has come too near is refused before anything is paid', async () => {
    const kitchen = await small()
    const link = await linkFor(kitchen, two_hours)
    world.clock.set(later(100))
    expect(await start(link)).toMatchObject({ reason: 'slot_gone' })
    expect(await slotProblemOf(world.deps, link)).toMatchObject({ reason: 'slot_gone' })
  })
})
