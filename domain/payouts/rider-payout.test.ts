import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliveryWorld } from '../../test/delivery.ts'
import { incidentWorld } from '../../test/incidents.ts'
import { approveAsShown } from '../../test/payouts-under-test.ts'
import { insertRider } from '../../test/rider.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { payRiddenWay } from '../delivery/incidents/pay-ridden-way.ts'
import { riderEarnings, riderHistory } from '../delivery/riders/rider-earnings.ts'
import { handOver, pickUp } from '../delivery/steps/take-step.ts'
import { deliveries, riders } from '../delivery/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { cancelPayout } from './cancel-payout.ts'
import { confirmBankAccount } from './confirm-bank-account.ts'
import { exportPayouts } from './export-payouts.ts'
import { accountFingerprint } from './payee.ts'
import { payoutFile } from './payout-file.ts'
import { payoutHistory } from './payout-history.ts'
import { payableDeliveries, payableWays, requestRiderPayout } from './request-rider-payout.ts'
import { riderBalance } from './rider-balance.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
let rider: Actor
const { assigned, pinOf } = deliveryWorld(world)
const { take, latestOf } = incidentWorld(world)

beforeEach(async () => {
  rider = await insertRider(world.deps.db)
})
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

async function delivered() {
  const { delivery_id, order_id } = await assigned({ rider, ready: true })
  await pickUp(world.deps, rider, { delivery_id, packs: 2 })
  await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })
  return delivery_id
}
const request = (actor = rider) => requestRiderPayout(world.deps, actor)
const earnings = () => riderEarnings(world.deps.db, rider.user_id, world.clock.now())

describe('a rider asks for the money', () => {
  test('of every delivery that nobody claims yet, once', async () => {
    const ids = [await delivered(), await delivered()]
    expect((await payableDeliveries(world.deps.db, rider.user_id)).map(({ id }) => id)).toEqual(ids)
    const answer = await request()
    expect(answer).toMatchObject({ value: { amount: 960_00, rider_id: rider.user_id, vendor_id: null } })
    expect(await request()).toMatchObject({ reason: 'nothing_to_pay' })
    await delivered()
    expect(await request()).toMatchObject({ value: { amount: 480_00 } })
    expect((await payoutHistory(world.deps.db, rider.user_id, 1)).payouts.map(({ amount }) => amount)).toEqual([
      480_00, 960_00,
    ])
  })

  test('ten times at once: one payout', async () => {
    await delivered()
    const answers = await Promise.all(Array.from({ length: 10 }, () => request()))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('a cancelled payout lets its deliveries go again', async () => {
    const id = await delivered()
    const payout = await request()
    if (!payout.ok) throw new Error(payout.reason)
    await world.deps.db.update(riders).set({ submitted_at: world.clock.now() }).where(eq(riders.user_id, rider.user_id))
    const cancel = { payout_id: payout.value.id, reason: 'Wrong account', wrong_account: true }
    await cancelPayout(world.deps, admin, cancel)
    // The bank account can be corrected now, and the rider can keep working.
    expect((await world.deps.db.select().from(riders).where(eq(riders.user_id, rider.user_id)))[0]).toMatchObject({
      submitted_at: null,
      status: 'Active',
    })
    const [row] = await world.deps.db.select().from(deliveries).where(eq(deliveries.id, id))
    expect(row?.payout_id).toBeNull()
    expect((await payoutHistory(world.deps.db, rider.user_id, 1)).payouts).toMatchObject([
      { status: 'Cancelled', reason: 'Wrong account' },
    ])
    expect(await request()).toMatchObject({ value: { amount: 480_00 } })
  })

  test('and stands by name in the file of all payouts', async () => {
    await world.deps.db.update(riders).set({ name: 'Sade Ojo' }).where(eq(riders.user_id, rider.user_id))
    await delivered()
    await request()
    const range = { status: null, since: new Date(0), before: new Date(world.clock.now().getTime() + 1) }
    const { value: rows } = await exportPayouts(world.deps.db, range).next()
    expect(rows?.at(-1)).toMatchObject({ payee_name: 'Sade Ojo', amount: 480_00 })
    const { value: cancelled } = await exportPayouts(world.deps.db, { ...range, status: 'Cancelled' }).next()
    expect(cancelled).toMatchObject([{ status: 'Cancelled' }])
  })

  test('and is paid by hand: the account of the books is even then', async () => {
    await delivered()
    const payout = await request()
    if (!payout.ok) throw new Error(payout.reason)
    const by_hand = { method: 'hand', bank_reference: 'GTB-20260310-78', paid_on: '2026-03-10' } as const
    expect(await approveAsShown(world.deps, admin, { payout_id: payout.value.id, ...by_hand })).toMatchObject({
      ok: true,
    })
  })

  test('is refused with nothing earned, without a bank account, while suspended, and for other roles', async () => {
    expect(await request()).toMatchObject({ reason: 'nothing_to_pay' })
    await delivered()
    const become = (changes: Partial<typeof riders.$inferInsert>) =>
      world.deps.db.update(riders).set(changes).where(eq(riders.user_id, rider.user_id))
    await become({ account_number: null })
    expect(await request()).toMatchObject({ reason: 'no_bank_account' })
    await become({ account_number: '0690000031', status: 'Inactive' })
    expect(await request()).toMatchObject({ reason: 'rider_inactive' })
    expect(await request(admin)).toMatchObject({ reason: 'not_found' })
    expect(await request({ ...rider, role: 'vendor' })).toMatchObject({ reason: 'not_found' })
  })
})

test('a way without a hand-over is asked for with the deliveries once an admin agrees to pay it', async () => {
  const { db } = world.deps
  const delivery_id = await delivered()
  const lost = await assigned({ rider, ready: true })
  await pickUp(world.deps, rider, { delivery_id: lost.delivery_id, packs: 2 })
  await take(lost, 'accident', 'write_off')
  const { id, pay, happened_at } = await latestOf(lost.delivery_id)
  const both_kobo = 480_00 + (pay ?? 0)
  expect(both_kobo).toBeGreaterThan(480_00)
  expect(await riderBalance(db, rider.user_id)).toMatchObject({ earned_kobo: 480_00, unclaimed_kobo: both_kobo })
  expect(await payableWays(db, rider.user_id)).toEqual([])
  await payRiddenWay(world.deps, admin, id)
  expect(await riderBalance(db, rider.user_id)).toMatchObject({ earned_kobo: both_kobo, unclaimed_kobo: both_kobo })
  const way = { order_id: lost.order_id, pay, happened_at }
  expect(await payableWays(db, rider.user_id)).toEqual([{ id, ...way }])
  const payout = await request()
  if (!payout.ok) throw new Error(payout.reason)
  expect(payout.value.amount).toBe(both_kobo)
  expect(await riderBalance(db, rider.user_id)).toMatchObject({ asked_kobo: both_kobo, unclaimed_kobo: 0 })
  const [carried] = await db.select().from(deliveries).where(eq(deliveries.id, delivery_id))
  expect((await payoutFile(db, payout.value.id))?.claimed).toEqual([
    { order_id: carried?.order_id, date: carried?.created_at, amount: 480_00 },
    { order_id: lost.order_id, date: happened_at, amount: pay },
  ])
})

test('earnings stand by campus day with every delivery; the history goes back to the first', async () => {
  await delivered()
  world.clock.advance(86_400)
  await delivered()
  await delivered()
  expect(await earnings()).toMatchObject({
    today: { deliveries: 2, earned: 960_00 },
    unclaimed: 1_440_00,
    days: [
      { earned: 960_00, deliveries: [{ status: 'Delivered', pay: 480_00, payout_id: null }, {}] },
      { earned: 480_00, deliveries: [{}] },
    ],
  })
  await request()
  expect((await earnings()).unclaimed).toBe(0)
  expect((await riderHistory(world.deps.db, rider.user_id, null)).rows).toHaveLength(3)
  const other = await insertRider(world.deps.db)
  expect((await riderHistory(world.deps.db, other.user_id, null)).rows).toEqual([])
})

test('a rider whose bank account was changed is paid when an admin has looked at it', async () => {
  await delivered()
  const payout = await request()
  if (!payout.ok) throw new Error(payout.reason)
  const payout_id = payout.value.id
  const by_hand = { method: 'hand', bank_reference: 'GTB-20260310-79', paid_on: '2026-03-10' } as const
  const pay = () => approveAsShown(world.deps, admin, { payout_id, ...by_hand })
  await world.deps.db
    .update(riders)
    .set({ bank_changed_at: world.clock.now(), account_number: '0690000034' })
    .where(eq(riders.user_id, rider.user_id))
  expect(await pay()).toMatchObject({ reason: 'bank_changed' })
  const seen = accountFingerprint({
    bank_name: null,
    account_name: null,
    bank_code: '044',
    account_number: '0690000034',
  })
  const payee = { kind: 'rider', user_id: rider.user_id } as const
  expect(await confirmBankAccount(world.deps, admin, { payee, seen })).toMatchObject({
    value: { redirected: 1 },
  })
  expect(await pay()).toMatchObject({ ok: true })
})
