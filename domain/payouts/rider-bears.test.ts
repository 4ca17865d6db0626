import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliveryWorld } from '../../test/delivery.ts'
import { sendDueTransfers } from '../../test/due-work.ts'
import { untilWaitingForLocks } from '../../test/locks.ts'
import { approveAsShown } from '../../test/payouts-under-test.ts'
import { insertRider } from '../../test/rider.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { lockCarriers } from '../delivery/riders/carriers.ts'
import { handOver, pickUp } from '../delivery/steps/take-step.ts'
import { deliveries, riders } from '../delivery/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { notifications } from '../notifications/tables.ts'
import { cancelOrder } from '../orders/refunds/cancel-order.ts'
import { giveBack, giveBackCheckout } from '../orders/refunds/give-back.ts'
import { orders } from '../orders/tables.ts'
import { cancelPayout } from './cancel-payout.ts'
import { requestRiderPayout } from './request-rider-payout.ts'
import { riderBalance } from './rider-balance.ts'
import { payouts } from './tables.ts'

/** Replay a failure with the seed that fast-check prints: SEED=… npx vitest run rider-bears. */
const SEED = Number(process.env.SEED) || 20_261_121

const world = await worldOfFile()
const deps = { ...world.deps, lockCarriers }
const admin = await insertAccount(deps.db, 'admin')
let rider: Actor
const { assigned, pinOf, waiting } = deliveryWorld(world)

beforeEach(async () => {
  rider = await insertRider(deps.db)
})
afterEach(async () => expect(await findViolations(deps.db)).toEqual([]))

async function pickedUp() {
  const { delivery_id, order_id } = await assigned({ rider, ready: true })
  await pickUp(deps, rider, { delivery_id, packs: 2 })
  return { delivery_id, order_id }
}
async function delivered() {
  const { delivery_id, order_id } = await pickedUp()
  await handOver(deps, rider, { delivery_id, pin: await pinOf(order_id) })
  return order_id
}
const reason = 'The soup was spilt'
const bears = (order_id: number, amount_kobo: number) =>
  giveBack(deps, admin, { order_id, amount_kobo, borne_by: 'rider', reason, request_key: randomUUID() })
const request = () => requestRiderPayout(deps, rider)
const balance = () => riderBalance(deps.db, rider.user_id)
const by_hand = { method: 'hand', bank_reference: 'GTB-1', paid_on: '2026-03-10' } as const
const pay = (payout_id: number) => approveAsShown(deps, admin, { payout_id, ...by_hand })
async function requested(): Promise<number> {
  const answer = await request()
  if (!answer.ok) throw new Error(answer.reason)
  return answer.value.id
}

describe('a refund that the rider bears', () => {
  test('leaves the vendor its share and is taken off the next payout', async () => {
    const order_id = await delivered()
    const [before] = await deps.db.select().from(orders).where(eq(orders.id, order_id))
    expect(await bears(order_id, 100_00)).toMatchObject({ ok: true, value: [{ borne_by: 'rider' }] })
    const [after] = await deps.db.select().from(orders).where(eq(orders.id, order_id))
    expect(after?.vendor_share).toBe(before?.vendor_share)
    expect(await balance()).toMatchObject({
      earned_kobo: 480_00,
      borne_kobo: 100_00,
      to_take_off_kobo: 100_00,
    })
    expect(await request()).toMatchObject({ value: { amount: 380_00, taken_off: 100_00 } })
    await delivered()
    expect(await request()).toMatchObject({ value: { amount: 480_00, taken_off: 0 } })
  })

  test('is told to the rider, on the bell, with the reason', async () => {
    const order_id = await delivered()
    await bears(order_id, 100_00)
    const { order_id: cancelled } = await pickedUp()
    await cancelOrder(deps, admin, { order_id: cancelled, reason, refund_kobo: 200_00, borne_by: 'rider' })
    const bell = await deps.db
      .select()
      .from(notifications)
      .where(and(eq(notifications.user_id, rider.user_id), eq(notifications.kind, 'order_refunded')))
      .orderBy(notifications.id)
    expect(bell.map(({ text }) => text)).toEqual([
      `You bear ₦100 that goes back for order ${order_id}: The soup was spilt. It comes off your next payout.`,
      `You bear ₦200 that goes back for order ${cancelled}: The soup was spilt. It comes off your next payout.`,
    ])
  })

  test('above what was earned: nothing to pay, and the rest is taken off what is earned next', async () => {
    await bears(await delivered(), 500_00)
    expect(await request()).toMatchObject({ reason: 'nothing_to_pay' })
    await delivered()
    expect(await request()).toMatchObject({ value: { amount: 460_00, taken_off: 500_00 } })
  })

  test('is taken off again when the payout that took it off is cancelled', async () => {
    await bears(await delivered(), 100_00)
    await cancelPayout(deps, admin, { payout_id: await requested(), reason: 'Wrong account' })
    expect(await request()).toMatchObject({ value: { amount: 380_00, taken_off: 100_00 } })
  })

  test('after a payout was asked for: that one is not paid above what is owed', async () => {
    const order_id = await delivered()
    const payout_id = await requested()
    await bears(order_id, 100_00)
    expect(await pay(payout_id)).toEqual({
      ok: false,
      reason: 'more_than_owed',
      details: { owed_kobo: 380_00 },
    })
    await cancelPayout(deps, admin, { payout_id, reason: 'A refund came in between' })
    expect(await pay(await requested())).toMatchObject({ ok: true })
    expect(await balance()).toMatchObject({ paid_kobo: 380_00 })
  })

  test('goes with cancelling what the rider is carrying', async () => {
    const { order_id } = await pickedUp()
    const cancel = { order_id, reason, refund_kobo: 'all', borne_by: 'rider' } as const
    expect(await cancelOrder(deps, admin, cancel)).toMatchObject({
      ok: true,
      value: { order: { status: 'Cancelled' }, refund: { borne_by: 'rider' } },
    })
    expect((await balance()).earned_kobo).toBe(0)
    expect((await balance()).borne_kobo).toBeGreaterThan(0)
  })

  test('stays the rider’s when the rest of the order is the vendor’s', async () => {
    const { order_id } = await pickedUp()
    await bears(order_id, 100_00)
    await cancelOrder(deps, admin, { order_id, reason, refund_kobo: 'all', borne_by: 'vendor' })
    const [order] = await deps.db.select().from(orders).where(eq(orders.id, order_id))
    expect(order).toMatchObject({ status: 'Cancelled', vendor_share: 100_00 })
    expect((await balance()).borne_kobo).toBe(100_00)
  })

  test('is refused while no rider carries it, or one only set out for it, and without one who knows', async () => {
    const { order_id } = await waiting()
    expect(await bears(order_id, 100_00)).toMatchObject({ reason: 'no_rider' })
    const taken = await assigned({ rider })
    expect(await bears(taken.order_id, 100_00)).toMatchObject({ reason: 'no_rider' })
    const cancel = { order_id: taken.order_id, reason, refund_kobo: 'all', borne_by: 'rider' } as const
    expect(await cancelOrder(deps, admin, cancel)).toMatchObject({ reason: 'no_rider' })
    const all = { order_id, borne_by: 'rider', reason, request_key: randomUUID() } as const
    expect(await giveBackCheckout(deps, admin, all)).toMatchObject({ reason: 'no_rider' })
    const done = await delivered()
    expect(await cancelOrder(world.deps, admin, { ...cancel, order_id: (await pickedUp()).order_id })).toMatchObject({
      reason: 'no_rider',
    })
    expect(await bears(done, 100_00)).toMatchObject({ ok: true })
  })
})

describe('two payouts of one rider, and a refund after both were asked for', () => {
  async function twoPayouts(): Promise<[number, number]> {
    const order_id = await delivered()
    const first = await requested()
    await delivered()
    const second = await requested()
    await bears(order_id, 100_00)
    return [first, second]
  }

  test('one on its way counts as paid, so that the other is not paid above what is owed', async () => {
    const [first, second] = await twoPayouts()
    expect(await approveAsShown(deps, admin, { payout_id: first, method: 'transfer' })).toMatchObject({
      ok: true,
    })
    const refusal = { ok: false, reason: 'more_than_owed', details: { owed_kobo: 380_00 } }
    expect(await pay(second)).toEqual(refusal)
    expect(await approveAsShown(deps, admin, { payout_id: second, method: 'transfer' })).toEqual(refusal)
    await sendDueTransfers(deps)
    expect(await pay(second)).toEqual(refusal)
    await cancelPayout(deps, admin, { payout_id: second, reason: 'A refund came in between' })
    expect(await pay(await requested())).toMatchObject({ ok: true })
  })

  test('both approved at once: one is paid, the other is told what is owed', async () => {
    const [first, second] = await twoPayouts()
    let running: Promise<Awaited<ReturnType<typeof pay>>[]> | undefined
    await deps.db.transaction(async (tx) => {
      await tx.select().from(riders).where(eq(riders.user_id, rider.user_id)).for('update')
      running = Promise.all([pay(first), pay(second)])
      await untilWaitingForLocks(deps.db, 2)
    })
    const answers = await running
    expect(answers?.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers?.find(({ ok }) => !ok)).toMatchObject({
      reason: 'more_than_owed',
      details: { owed_kobo: 380_00 },
    })
    expect((await balance()).paid_kobo).toBe(480_00)
  })
})

describe('at the same moment', () => {
  /** Holds the rider's row until both wait for it. */
  async function race<One, Other>(one: () => Promise<One>, other: () => Promise<Other>) {
    let running: [Promise<One>, Promise<Other>] | undefined
    await deps.db.transaction(async (tx) => {
      await tx.select().from(riders).where(eq(riders.user_id, rider.user_id)).for('update')
      running = [one(), other()]
      await untilWaitingForLocks(deps.db, 2)
    })
    if (!running) throw new Error('Nothing ran')
    return Promise.all(running)
  }

  test('a request and a refund: never more than is owed', async () => {
    const order_id = await delivered()
    const [asked, given] = await race(request, () => bears(order_id, 100_00))
    expect(given.ok).toBe(true)
    if (!asked.ok) throw new Error(asked.reason)
    const paid = await pay(asked.value.id)
    if (asked.value.amount === 480_00) expect(paid).toMatchObject({ reason: 'more_than_owed' })
    else expect(paid).toMatchObject({ ok: true })
  })

  test('an approval and a refund: whoever is first is counted by the other', async () => {
    const order_id = await delivered()
    const payout_id = await requested()
    const [paid] = await race(
      () => pay(payout_id),
      () => bears(order_id, 100_00),
    )
    const { paid_kobo: sent, borne_kobo: borne } = await balance()
    expect(borne).toBe(100_00)
    expect(sent).toBe(paid.ok ? 480_00 : 0)
    await delivered()
    if (!paid.ok) await cancelPayout(deps, admin, { payout_id, reason: 'Ask again' })
    expect(await pay(await requested())).toMatchObject({ ok: true })
    expect((await balance()).paid_kobo).toBe(860_00)
  })
})

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ do: 'deliver' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('bear' as const),
      which: fc.nat(9),
      naira: fc.integer({ min: 1, max: 900 }),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'request' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('pay' as const, 'cancel' as const), which: fc.nat(9) }),
  },
)

test('whatever happens in whatever sequence, no payout is paid above what is owed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20, size: 'max' }), async (steps) => {
      rider = await insertRider(deps.db)
      for (const next of steps) {
        const carried = await deps.db.select().from(deliveries).where(eq(deliveries.rider_id, rider.user_id))
        const asked = await deps.db.select().from(payouts).where(eq(payouts.rider_id, rider.user_id))
        const payout = 'which' in next ? asked[next.which % Math.max(1, asked.length)] : undefined
        const owed = await balance()
        if (next.do === 'deliver') await delivered()
        if (next.do === 'request') await request()
        if (next.do === 'cancel' && payout) {
          await cancelPayout(deps, admin, { payout_id: payout.id, reason: 'As decided' })
        }
        if (next.do === 'pay' && payout) {
          const answer = await pay(payout.id)
          if (answer.ok) expect(payout.amount).toBeLessThanOrEqual(owed.earned_kobo - owed.borne_kobo - owed.paid_kobo)
        }
        const order = next.do === 'bear' ? carried[next.which % Math.max(1, carried.length)] : undefined
        if (next.do === 'bear' && order) await bears(order.order_id, next.naira * 100)
        expect(await findViolations(deps.db)).toEqual([])
      }
    }),
    { seed: SEED, numRuns: 5, endOnFailure: true },
  )
}, 120_000)
