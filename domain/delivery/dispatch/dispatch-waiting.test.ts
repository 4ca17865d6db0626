import { and, eq, like } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deliveryWorld } from '../../../test/delivery.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { createWorld, insertVendor, type World } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { hasUnread } from '../../notifications/bell/bell.ts'
import { messages, notifications } from '../../notifications/tables.ts'
import { completeOrder } from '../../orders/complete-order.ts'
import { acceptOffer, declineOffer } from '../offers/answer-offer.ts'
import { assignDelivery } from '../offers/assign-delivery.ts'
import { OFFER_SECONDS } from '../offers/make-offer.ts'
import { goOnDuty } from '../riders/go-on-duty.ts'
import { planShifts, publishWeek } from '../shifts/plan-week.ts'
import { takeShift } from '../shifts/take-shift.ts'
import { giveBackDelivery } from '../steps/take-step.ts'
import { offers, riders } from '../tables.ts'
import { quotedWindows } from '../windows/expected-windows.ts'
import { dispatchSnapshot, STILL_COOKING_MINUTES } from './dispatch-snapshot.ts'
import { dispatcher } from './dispatch-waiting.ts'

let world: World
let dispatch: () => Promise<number>
let people: ReturnType<typeof deliveryWorld>

/** Each test has a database of its own, since a dispatcher sees everything that waits. */
beforeEach(async () => {
  world = await createWorld()
  dispatch = dispatcher(world.deps)
  people = deliveryWorld(world)
})
afterEach(async () => {
  expect(await findViolations(world.deps.db)).toEqual([])
  await world.close()
})

/** An order whose food is ready, so that it needs a rider at once. */
async function ready(kitchen?: Awaited<ReturnType<typeof insertVendor>>) {
  const placed = await people.waiting(kitchen)
  await completeOrder(world.deps, placed.vendor, placed.order_id)
  return placed
}
const assignTo = async (actor: Actor, delivery_id: number) =>
  assignDelivery(world.deps, await insertAccount(world.deps.db, 'admin'), {
    delivery_id,
    rider_id: actor.user_id,
  })
const openOffers = () => world.deps.db.select().from(offers).where(eq(offers.status, 'Open'))
const rider = (changes = {}) => insertRider(world.deps.db, changes)

describe('what waits', () => {
  test('is offered to the rider who is near', async () => {
    await rider({ landmark: 'FUTA South Gate' })
    const near = await rider({ landmark: 'FUTA North Gate' })
    await ready()
    expect(await dispatch()).toBe(1)
    expect(await openOffers()).toMatchObject([{ rider_id: near.user_id }])
  })

  test('is offered also by a clock that was put back by an hour', async () => {
    await dispatch()
    const near = await rider()
    await ready()
    world.clock.advance(3600)
    // A round that nothing waits for, by the wrong clock; the rider comes without a move of any delivery.
    await world.deps.db.update(riders).set({ on_duty_since: null })
    expect(await dispatch()).toBe(0)
    world.clock.advance(-3600)
    await world.deps.db.update(riders).set({ on_duty_since: world.clock.now() })
    world.clock.advance(16)
    expect(await dispatch()).toBe(1)
    expect(await openOffers()).toMatchObject([{ rider_id: near.user_id }])
  })

  test('is offered though another offer cannot be ended', async () => {
    const asked = await rider()
    await ready()
    expect(await dispatch()).toBe(1)
    world.clock.advance(OFFER_SECONDS + 1)
    const next_rider = await rider()
    const next = await ready()
    const announce: World['deps']['announce'] = async (tx, event, now) => {
      if (event.kind === 'offer_closed') throw new Error('this one is broken')
      await world.deps.announce(tx, event, now)
    }
    await expect(dispatcher({ ...world.deps, announce })()).rejects.toThrow('this one is broken')
    expect(await openOffers()).toMatchObject([{ rider_id: asked.user_id }, { rider_id: next_rider.user_id }])
    expect(await people.deliveryOf(next.order_id)).toMatchObject({ status: 'Offered' })
  })

  test('goes on to the next when it is declined, and does not come back', async () => {
    const [one, two] = [await rider(), await rider()]
    const { order_id } = await ready()
    for (const _ of [one, two]) {
      expect(await dispatch()).toBe(1)
      const [offer] = await openOffers()
      const asked = offer?.rider_id === one.user_id ? one : two
      await declineOffer(world.deps, asked, offer?.id ?? 0)
    }
    expect(await dispatch()).toBe(0)
    world.clock.advance(3600)
    expect(await dispatch()).toBe(0)
    expect(await people.deliveryOf(order_id)).toMatchObject({ status: 'Waiting' })
  })

  test('is offered again after a while to who did not answer, and never to who gave it back', async () => {
    const musa = await rider()
    const { delivery_id } = await ready()
    expect(await dispatch()).toBe(1)
    world.clock.advance(OFFER_SECONDS)
    expect(await dispatch()).toBe(0)
    world.clock.advance(5 * 60)
    expect(await dispatch()).toBe(1)
    await acceptOffer(world.deps, musa, (await openOffers())[0]?.id ?? 0)
    await giveBackDelivery(world.deps, musa, { delivery_id, reason: 'Flat tyre' })
    expect(await dispatch()).toBe(0)
  })

  test('two orders of one kitchen on one way are one offer where there is one rider', async () => {
    await rider()
    const kitchen = await insertVendor(world.deps.db)
    await ready(kitchen)
    await ready(kitchen)
    await dispatch()
    const [offer, ...others] = await openOffers()
    expect(others).toEqual([])
    expect((await people.deliveryOf(1)).offer_id).toBe(offer?.id)
    expect((await people.deliveryOf(2)).offer_id).toBe(offer?.id)
  })

  test('is nobody’s while nobody is on duty', async () => {
    await rider({ on_duty_since: null })
    await rider({ status: 'Inactive' })
    await ready()
    expect(await dispatch()).toBe(0)
  })
})

test('who lets three offers pass in a row goes off duty, and is told', async () => {
  const musa = await rider()
  await ready()
  await dispatch()
  for (const _ of [1, 2, 3]) {
    world.clock.advance(OFFER_SECONDS)
    await dispatch()
    world.clock.advance(5 * 60)
    await dispatch()
  }
  const [row] = await world.deps.db.select().from(riders).where(eq(riders.user_id, musa.user_id))
  expect(row?.on_duty_since).toBeNull()
  const news = await world.deps.db.select().from(notifications).where(eq(notifications.kind, 'sent_off_duty'))
  expect(news).toMatchObject([{ user_id: musa.user_id, read_at: null }])
  const words = await world.deps.db
    .select({ body: messages.body })
    .from(messages)
    .where(like(messages.dedupe_key, `sent_off_duty_sms:${musa.user_id}:%`))
  expect(words).toEqual([
    {
      body:
        'ChowGate: you are off duty, because three offers passed without an answer. Back? Go on duty again: ' +
        'http://localhost:3000/rider-dashboard',
    },
  ])
  await goOnDuty(world.deps, musa)
  expect(await hasUnread(world.deps.db, musa.user_id, 'sent_off_duty')).toBe(false)
})

test('two dispatchers at once make one offer', async () => {
  await rider()
  await rider()
  await ready()
  const made = await Promise.all([dispatch(), dispatcher(world.deps)(), dispatcher(world.deps)()])
  expect(made.reduce((sum, offers_made) => sum + offers_made, 0)).toBe(1)
  expect(await openOffers()).toHaveLength(1)
})

test('nobody waits unseen: the admins are told once, when the food is ready and no rider is found', async () => {
  const admin = await insertAccount(world.deps.db, 'admin')
  const { order_id } = await people.waiting()
  const told = () =>
    world.deps.db
      .select()
      .from(notifications)
      .where(and(eq(notifications.user_id, admin.user_id), eq(notifications.kind, 'no_rider')))
  world.clock.advance(14 * 60)
  await dispatch()
  expect(await told()).toEqual([])
  world.clock.advance(60)
  await dispatch()
  expect(await told()).toMatchObject([{ order_id, text: `Order ${order_id} has no rider yet. Please assign one.` }])
  world.clock.advance(600)
  await dispatch()
  expect(await told()).toHaveLength(1)
})

test('overdue food that nobody marked as ready is expected in a few minutes, not at once', async () => {
  const musa = await rider()
  const first = await people.waiting()
  await assignTo(musa, first.delivery_id)
  const { delivery_id, vendor, order_id } = await people.waiting()
  const seen = async () => {
    const now = world.clock.now()
    const { snapshot } = await dispatchSnapshot(world.deps.db, now, [])
    const [order, carrier] = [snapshot.orders.find(({ id }) => id === delivery_id), snapshot.riders[0]]
    const from_now = (minute = Number.NaN) => minute - now.getTime() / 60_000
    return { ready: from_now(order?.ready_minute), free: from_now(carrier?.free_minute) }
  }
  expect((await seen()).ready).toBe(15)
  world.clock.advance(25 * 60)
  const late = await seen()
  expect(late.ready).toBe(STILL_COOKING_MINUTES)
  world.clock.advance(60)
  expect(await seen()).toEqual(late)
  await completeOrder(world.deps, vendor, order_id)
  expect((await seen()).ready).toBeLessThan(0)
  await completeOrder(world.deps, first.vendor, first.order_id)
  expect((await seen()).free).toBeLessThan(late.free)
})

test('a round with nothing to decide reads no riders', async () => {
  await rider()
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const looksForRiders = (calls: readonly unknown[][]) =>
    calls.filter(([question]) => (question as { text?: string }).text?.includes('from "riders" where')).length
  await dispatch()
  const before = looksForRiders(asked.mock.calls)
  await ready()
  asked.mockClear()
  expect(await dispatch()).toBe(1)
  expect(before).toBe(0)
  expect(looksForRiders(asked.mock.calls)).toBeGreaterThan(0)
  asked.mockRestore()
})

test('a round is left out while nothing moved', async () => {
  await ready()
  await dispatch()
  await rider()
  expect(await dispatch()).toBe(0)
  world.clock.advance(15)
  expect(await dispatch()).toBe(1)
})

describe('a rider whose shift begins', () => {
  /** At 12:00 the shift of Tunde, who waits where the food is, begins at 12:05. */
  async function comesAtFive() {
    const tunde = await rider({ on_duty_since: null, landmark: 'FUTA North Gate' })
    const admin = await insertAccount(world.deps.db, 'admin')
    const form = { days: ['2026-03-10'], from: '12:05', until: '15:00', places: '1' }
    const planned = await planShifts(world.deps, admin, form)
    await publishWeek(world.deps, admin, '2026-03-10')
    await takeShift(world.deps, tunde, planned.ok ? (planned.value.shift_ids[0] ?? 0) : 0)
    return tunde
  }

  test('is planned with, and offered to once on duty', async () => {
    const tunde = await comesAtFive()
    const { delivery_id } = await ready()
    const { snapshot, expected } = await dispatchSnapshot(world.deps.db, world.clock.now(), [])
    expect(snapshot.riders.map(({ free_minute }) => free_minute - snapshot.now_minute)).toEqual([5])
    expect(expected.size).toBe(1)
    expect(await dispatch()).toBe(0)
    world.clock.advance(4 * 60)
    expect(await dispatch()).toBe(0)
    world.clock.advance(60)
    await goOnDuty(world.deps, tunde)
    expect(await dispatch()).toBe(1)
    expect(await openOffers()).toMatchObject([{ rider_id: tunde.user_id }])
    expect((await people.deliveryOf((await people.waiting()).order_id)).id).not.toBe(delivery_id)
  })

  test('and who does not come holds up nobody: another on duty gets it', async () => {
    await comesAtFive()
    const far = await rider({ landmark: 'FUTA South Gate' })
    await people.waiting()
    expect(await dispatch()).toBe(0)
    world.clock.advance(14 * 60)
    expect(await dispatch()).toBe(1)
    expect(await openOffers()).toMatchObject([{ rider_id: far.user_id }])
  })

  test('shortens the window before paying, and not once the rider is missing', async () => {
    const kitchen = await insertVendor(world.deps.db, { preparation_minutes: 20 })
    const end = async () => {
      const cart = { lines: [{ vendor_id: kitchen.user_id, quantity: 1 }], ways: [], drop: null, collects: false }
      const { windows, riders_on_duty } = await quotedWindows(world.deps.db, { ...cart, now: world.clock.now() })
      expect(riders_on_duty).toBe(0)
      return ((windows[0]?.until.getTime() ?? 0) - world.clock.now().getTime()) / 60_000
    }
    const without = await end()
    await comesAtFive()
    expect(await end()).toBeLessThan(without)
    world.clock.advance(5 * 60)
    expect(await end()).toBe(without)
  })
})
