import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { vendorActor } from '../../../test/delivery.ts'
import { friendsUnderTest, numberOf, somebody } from '../../../test/friends.ts'
import { codeRefused, promotionsUnderTest } from '../../../test/promotions.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { keepCases } from '../../desk/keep-cases.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { deliverOrder } from '../../orders/deliver-order.ts'
import { cancelOrder } from '../../orders/refunds/cancel-order.ts'
import { giveBackCheckout } from '../../orders/refunds/give-back.ts'
import { decideReferral } from '../../promotions/referrals/decide-referral.ts'
import { settings } from '../../settings/tables.ts'

const world = await worldOfFile()
const { db } = world.deps
const admin = await insertAccount(db, 'admin', { admin_role: 'owner' })
const { promotion, paid } = promotionsUnderTest(
  () => world,
  () => admin,
)
const { offered, places, begins, pays, buys, comes, referrer, rewardsOf, rewardCodeOf, referralOf } = friendsUnderTest(
  () => world,
  () => admin,
)
beforeEach(async () => {
  world.clock.set(LUNCH_TIME)
  await offered()
})
afterEach(async () => {
  expect(await findViolations(db)).toEqual([])
  await db.delete(settings)
})

describe('a kitchen that brings friends to itself', () => {
  test('has no reward by itself where food is collected, or it cooked for two friends before', async () => {
    const { who, code } = await referrer()
    const collecting = somebody()
    await comes((await buys(collecting, code, { collects: true })).order)
    expect(await referralOf(collecting)).toMatchObject({ status: 'In review', signs: ['collected'] })
    expect(await rewardsOf(who)).toEqual([])

    const kitchen = await insertVendor(db)
    for (const signs of [null, null, ['same_kitchen']]) {
      const friend = somebody()
      await comes((await buys(friend, code, { kitchen })).order)
      expect(await referralOf(friend)).toMatchObject({ status: signs ? 'In review' : 'Rewarded', signs })
    }
    expect(await rewardsOf(who)).toHaveLength(2)
    await keepCases(world.deps)
  })
})

describe('what all friends may cost in a month', () => {
  test('is never gone beyond, by fifty at once with as many codes; the next month is another', async () => {
    // Months in which nobody was brought yet.
    world.clock.set(new Date('2026-06-02T11:00:00Z'))
    await offered({ month_budget_kobo: 2_000_00 as never })
    const codes: string[] = []
    for (let nth = 0; nth < 5; nth++) codes.push((await referrer()).code)
    const friends = Array.from({ length: 50 }, (_, nth) => ({ friend: somebody(), code: codes[nth % 5] ?? '' }))
    const placed = await Promise.all(friends.map(({ friend, code }) => places(friend, code)))
    const taken = placed.flatMap((one) => (one.ok ? [one.value.link_token] : []))
    expect(taken).toHaveLength(6)
    for (const one of placed) if (!one.ok) expect(one).toEqual(codeRefused({ why: 'month_spent' }))
    world.clock.set(new Date('2026-07-02T11:00:00Z'))
    expect(await places(somebody(), codes[0])).toMatchObject({ ok: true })
  }, 120_000)

  test('counts rewards: what it has not left waits for an admin, who gives it once there is some', async () => {
    world.clock.set(new Date('2026-08-03T11:00:00Z'))
    await offered({ month_budget_kobo: 1_000_00 as never })
    const { who, code } = await referrer()
    const [first, second] = [somebody(), somebody()]
    const bought = [await buys(first, code), await buys(second, code)]
    await Promise.all(bought.map(({ order }) => comes(order)))
    const brought = [await referralOf(first), await referralOf(second)]
    expect(brought.map((one) => one?.status).sort()).toEqual(['In review', 'Rewarded'])
    expect(await rewardsOf(who)).toHaveLength(1)
    const waiting = brought.find((one) => one?.status === 'In review')
    expect(waiting?.signs).toEqual(['month_spent'])
    const allow = () =>
      decideReferral(world.deps, admin, { referral_id: waiting?.id ?? 0, verb: 'allow', reason: 'She brought them' })
    expect(await allow()).toMatchObject({ ok: false, reason: 'month_spent' })
    // What was earned before comes off, also where the budget is spent.
    expect((await buys(who, await rewardCodeOf(who))).checkout.discount).toBe(300_00)
    await offered({ month_budget_kobo: 1_200_00 as never })
    expect(await allow()).toMatchObject({ value: { status: 'Rewarded' } })
    await keepCases(world.deps)
  })
})

test('a reward that falls away while it is being paid with costs of the month what it did', async () => {
  world.clock.set(new Date('2026-09-02T11:00:00Z'))
  await offered({ month_budget_kobo: 600_00 as never })
  const { who, code } = await referrer()
  const friend = await buys(somebody(), code)
  await comes(friend.order)
  const placed = await places(who, await rewardCodeOf(who))
  if (!placed.ok) throw new Error(placed.reason)
  expect(await begins(placed.value.link_token)).toMatchObject({ ok: true })
  const all = { reason: 'Cold', borne_by: 'platform', request_key: randomUUID() } as const
  await giveBackCheckout(world.deps, admin, { ...all, checkout_id: friend.checkout.id })
  expect(await places(somebody(), code)).toEqual(codeRefused({ why: 'month_spent' }))
  expect((await pays(placed.value.link_token)).checkout.discount).toBe(300_00)
  expect(await places(somebody(), code)).toEqual(codeRefused({ why: 'month_spent' }))
})

describe('a friend’s order from two kitchens, where one’s own offer took more off than the code', () => {
  /** The order of the kitchen whose offer it was, and the other one. */
  async function bought() {
    const { who, code } = await referrer()
    const kitchens = [await insertVendor(db), await insertVendor(db)]
    const owner = vendorActor(kitchens[0] as (typeof kitchens)[0])
    await promotion({ taken: 'itself', kind: 'amount', amount: '500' }, owner)
    const friend = somebody()
    const { placed } = await paid(code, [1, 1], { kitchens, phone: numberOf(friend) })
    const [offering, other] = placed
    if (!offering || !other) throw new Error('not two orders')
    expect([offering.discount, other.discount]).toEqual([500_00, 0])
    return { who, friend, offering: offering.id, other: other.id }
  }
  const cancels = (order_id: number) =>
    cancelOrder(world.deps, admin, { order_id, reason: 'No gas', borne_by: 'platform', refund_kobo: 'all' })

  test('brings a reward by what is left of it', async () => {
    const { who, friend, offering, other } = await bought()
    expect(await cancels(offering)).toMatchObject({ ok: true })
    expect(await referralOf(friend)).toMatchObject({ status: 'Ordered' })
    await deliverOrder(world.deps, admin, { order_id: other })
    expect(await referralOf(friend)).toMatchObject({ status: 'Rewarded' })
    expect(await rewardsOf(who)).toHaveLength(1)
  })

  test('falls away with the last of it', async () => {
    const { friend, offering, other } = await bought()
    await cancels(offering)
    expect(await cancels(other)).toMatchObject({ ok: true })
    expect(await referralOf(friend)).toMatchObject({ status: 'Fell away' })
  })
})
