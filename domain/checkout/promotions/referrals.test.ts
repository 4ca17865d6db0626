import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { friendsUnderTest, numberOf, somebody } from '../../../test/friends.ts'
import { codeRefused, promotionsUnderTest } from '../../../test/promotions.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { audit_log } from '../../audit/tables.ts'
import { cases } from '../../cases/tables.ts'
import { keepCases } from '../../desk/keep-cases.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { messages } from '../../notifications/tables.ts'
import { cancelOrder } from '../../orders/refunds/cancel-order.ts'
import { giveBackCheckout } from '../../orders/refunds/give-back.ts'
import { promotionLines } from '../../promotions/hold-use.ts'
import { offersNow } from '../../promotions/offers.ts'
import { decideReferral } from '../../promotions/referrals/decide-referral.ts'
import { listReferrals, referralTotals } from '../../promotions/referrals/referral-list.ts'
import { promotion_uses, promotions } from '../../promotions/tables.ts'
import { settings } from '../../settings/tables.ts'
import { ownCodeOf } from './referrals.ts'

const world = await worldOfFile()
const { db } = world.deps
const admin = await insertAccount(db, 'admin', { admin_role: 'owner' })
const { offered, places, begins, pays, buys, comes, codeOf, referrer, rewardsOf, rewardCodeOf, referralOf } =
  friendsUnderTest(
    () => world,
    () => admin,
  )
const { promotion, balance } = promotionsUnderTest(
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

const DAY_SECONDS = 24 * 60 * 60
const spaced = (code: string) => ` ${code.slice(0, 4).toLowerCase()} ${code.slice(4).toLowerCase()} `

describe('bringing a friend', () => {
  test('takes something off their first order and, once that has come, off their friend’s next one', async () => {
    const { who, order: own, code } = await referrer()
    const friend = somebody()
    const { checkout, order } = await buys(friend, spaced(code))
    expect(checkout).toMatchObject({ subtotal: 1_500_00, discount: 300_00, total: 1_800_00 })
    expect(await balance('promotions', order.id)).toBe(300_00)
    // Paid is not delivered.
    expect(await referralOf(friend)).toMatchObject({ status: 'Ordered', reward_id: null })
    expect(await rewardsOf(who)).toEqual([])
    await comes(order)
    expect(await referralOf(friend)).toMatchObject({ status: 'Rewarded' })
    const [reward] = await rewardsOf(who)
    const reward_code = reward?.code ?? ''
    expect(reward).toMatchObject({ amount: 300_00, most_uses_each: 1 })
    const [told] = await db
      .select()
      .from(messages)
      .where(eq(messages.dedupe_key, `friend_came_sms:${reward?.id}`))
    expect(told).toMatchObject({ recipient: numberOf(who), channel: 'sms' })
    expect(told?.body).toContain(`NGN 300 comes off your next order with the code ${reward_code}, until 9 Apr`)
    const page = await ownCodeOf(db, own.checkout_id, world.clock.now())
    expect(page?.earned).toMatchObject({ code: reward_code, amount: 300_00, more: 0 })
    expect((await ownCodeOf(db, checkout.id, world.clock.now()))?.code).toBe(await codeOf(friend))

    // Who only knows the number has nothing of it, nor has the code with another number. It is used once.
    expect((await buys(who)).checkout.discount).toBe(0)
    expect(await places(somebody(), reward_code)).toEqual(codeRefused({ why: 'other_phone' }))
    const next = await buys(who, spaced(reward_code))
    expect(next.checkout).toMatchObject({ discount: 300_00, promotion_code: reward_code })
    expect(await balance('promotions', next.order.id)).toBe(300_00)
    expect(await places(who, reward_code)).toEqual(codeRefused({ why: 'used_by_you' }))
    const { rows } = await listReferrals(db, { in_review: false, place: null })
    expect(rows[0]).toMatchObject({ code, friend_cost_kobo: 300_00, reward_cost_kobo: 300_00 })
    expect((await referralTotals(db)).cost_kobo).toBe(600_00)
  })

  test('is for a first order only, for dishes of a least price, and never for oneself', async () => {
    const { who, code } = await referrer()
    expect(await places(who, code)).toEqual(codeRefused({ why: 'own_code' }))
    const { who: other } = await referrer()
    expect(await places(other, code)).toEqual(codeRefused({ why: 'not_first' }))
    await offered({ minimum_kobo: 2_000_00 as never })
    const friend = somebody()
    expect(await places(friend, code)).toMatchObject(codeRefused({ why: 'below_minimum' }))
    expect((await buys(friend, code, { plates: 2 })).checkout.discount).toBe(300_00)
  })

  test('counts while it is switched on, by what is set when it is taken; what was earned stays', async () => {
    const { who, code } = await referrer()
    const [friend, late] = [somebody(), somebody()]
    await offered({ friend_kobo: 400_00 as never, referrer_kobo: 250_00 as never, reward_days: 2 })
    const first = await buys(friend, code)
    expect(first.checkout.discount).toBe(400_00)
    const held = await places(late, code)
    await comes(first.order)
    await offered({ offered: 'no' })
    expect(await places(somebody(), code)).toEqual(codeRefused({ why: 'ended' }))
    expect(held.ok && (await begins(held.value.link_token))).toMatchObject({ reason: 'promotion_gone' })
    const { order, checkout } = await buys(late)
    await comes(order)
    expect(await codeOf(late)).toBe('')
    expect(await ownCodeOf(db, checkout.id, world.clock.now())).toBeNull()
    expect((await buys(who, await rewardCodeOf(who))).checkout.discount).toBe(250_00)
  })

  test('a reward has a last day, and stays its owner’s where an offer saves as much', async () => {
    const { who, code } = await referrer()
    await comes((await buys(somebody(), code)).order)
    const offer = await promotion({ taken: 'itself', kind: 'amount', amount: '300' })
    const reward_code = await rewardCodeOf(who)
    expect((await buys(who, reward_code)).checkout.discount).toBe(300_00)
    await db.update(promotions).set({ status: 'Ended' }).where(eq(promotions.id, offer.id))
    const [used] = await db
      .select()
      .from(promotion_uses)
      .where(eq(promotion_uses.promotion_id, (await rewardsOf(who))[0]?.id ?? 0))
    expect(used).toBeUndefined()
    world.clock.advance(31 * DAY_SECONDS)
    expect(await places(who, reward_code)).toEqual(codeRefused({ why: 'ended' }))
  })

  test('a reward that the release before gave without a code is no offer for everybody', async () => {
    const { who, code } = await referrer()
    await comes((await buys(somebody(), code)).order)
    const [reward] = await rewardsOf(who)
    const seen = async () => (await offersNow(db, world.clock.now())).offers
    const before = await seen()
    const made = eq(promotions.id, reward?.id ?? 0)
    await db.update(promotions).set({ code: null }).where(made)
    expect(await seen()).toEqual(before)
    expect((await buys(somebody())).checkout.discount).toBe(0)
    const { checkout } = await buys(who)
    expect(await promotionLines(db, checkout.id)).toMatchObject([{ name: 'For bringing a friend: ₦300 off' }])
  })

  test('is the referrer’s also where an offer took more off than the code', async () => {
    const { who, code } = await referrer()
    const offer = await promotion({ taken: 'itself', kind: 'amount', amount: '500', first_order_only: true })
    const friend = somebody()
    const { checkout, order } = await buys(friend, code)
    expect(checkout).toMatchObject({ discount: 500_00, promotion_code: code })
    await comes(order)
    expect(await rewardsOf(who)).toHaveLength(1)
    await db.update(promotions).set({ status: 'Ended' }).where(eq(promotions.id, offer.id))
  })
})

describe('what is taken back', () => {
  test('brings nobody anything: cancelled before it came, or refunded after, unless it was used', async () => {
    const { who, code } = await referrer()
    const [never, back, late] = [somebody(), somebody(), somebody()]
    const cancelled = await buys(never, code)
    const reason = 'The gas is finished'
    const cancel = { order_id: cancelled.order.id, reason, borne_by: 'platform', refund_kobo: 'all' } as const
    expect(await cancelOrder(world.deps, admin, cancel)).toMatchObject({ ok: true })
    expect(await referralOf(never)).toMatchObject({ status: 'Fell away' })
    // Their next order is their first again.
    expect((await buys(never, code)).checkout.discount).toBe(300_00)

    const refund = (checkout_id: string) =>
      giveBackCheckout(world.deps, admin, {
        ...{ checkout_id, reason, borne_by: 'platform', request_key: randomUUID() },
      })
    const refunded = await buys(back, code)
    await comes(refunded.order)
    expect(await rewardsOf(who)).toHaveLength(1)
    expect(await refund(refunded.checkout.id)).toMatchObject({ ok: true })
    expect(await referralOf(back)).toMatchObject({ status: 'Fell away' })
    expect(await places(who, await rewardCodeOf(who))).toEqual(codeRefused({ why: 'ended' }))

    const used = await buys(late, code)
    await comes(used.order)
    expect((await buys(who, await rewardCodeOf(who))).checkout.discount).toBe(300_00)
    expect(await refund(used.checkout.id)).toMatchObject({ ok: true })
    expect(await referralOf(late)).toMatchObject({ status: 'Fell away' })
  })

  test('a reward that falls away while it is held is gone by name before anything is charged', async () => {
    const { who, code } = await referrer()
    const friend = await buys(somebody(), code)
    await comes(friend.order)
    const reward_code = await rewardCodeOf(who)
    const held = await places(who, reward_code)
    await giveBackCheckout(world.deps, admin, {
      ...{ checkout_id: friend.checkout.id, reason: 'Cold', borne_by: 'platform', request_key: randomUUID() },
    })
    expect(held.ok && (await begins(held.value.link_token))).toMatchObject({
      reason: 'promotion_gone',
      details: { name: `For bringing a friend: ${reward_code}`, code: reward_code },
    })
  })
})

describe('somebody who may have brought themselves', () => {
  test.each([
    ['same_browser', () => somebody(), true],
    ['same_email', (who: { email: string }) => somebody({ email: who.email.toUpperCase() }), false],
    ['same_name', (who: { firstName: string }) => somebody({ firstName: who.firstName.toLowerCase() }), false],
  ] as const)('by %s has their friend’s price, and waits for an admin', async (sign, second, own) => {
    const { who, code } = await referrer()
    const before = await buys(who)
    /** What she reads of it under her own order. */
    const told = () => ownCodeOf(db, before.checkout.id, world.clock.now())
    const friend = second(who)
    const { checkout, order } = await buys(friend, code, { own_code: own ? code : '' })
    expect(checkout.discount).toBe(300_00)
    await comes(order)
    const referral = await referralOf(friend)
    expect(referral).toMatchObject({ status: 'In review', signs: [sign], reward_id: null })
    expect(await told()).toMatchObject({ looked_at: 1, turned_down: null })
    await keepCases(world.deps)
    const [opened] = await db
      .select()
      .from(cases)
      .where(eq(cases.cause, `referrals_doubtful:${referral?.id}`))
    expect(opened).toMatchObject({ status: 'Open', subject_kind: 'customer', subject_id: numberOf(who) })
    const decide = (verb: 'allow' | 'turn_down', by = admin) =>
      decideReferral(world.deps, by, { referral_id: referral?.id ?? 0, verb, reason: 'Two sisters' })
    const support = await insertAccount(db, 'admin', { admin_role: 'support' })
    expect(await decide('allow', support)).toMatchObject({ reason: 'not_found' })
    expect(
      await decideReferral(world.deps, admin, { referral_id: referral?.id ?? 0, verb: 'allow', reason: '' }),
    ).toMatchObject({ reason: 'bad_reason' })
    if (sign === 'same_name') {
      expect(await decide('turn_down')).toMatchObject({ value: { status: 'Turned down' } })
      expect(await rewardsOf(who)).toEqual([])
      expect(await told()).toMatchObject({ looked_at: 0, turned_down: [sign], earned: null })
    } else {
      expect(await decide('allow')).toMatchObject({ value: { status: 'Rewarded' } })
      expect(await told()).toMatchObject({ looked_at: 0, turned_down: null, earned: { amount: 300_00, more: 0 } })
      expect((await buys(who, await rewardCodeOf(who))).checkout.discount).toBe(300_00)
    }
    expect(await decide('allow')).toMatchObject({ reason: 'not_allowed' })
    const log = await db
      .select()
      .from(audit_log)
      .where(eq(audit_log.subject, `referral:${referral?.id}`))
    expect(log).toHaveLength(1)
    await keepCases(world.deps)
  })
})

describe('races', () => {
  test('of fifty friends at once with a code for ten a month ten have it', async () => {
    const { who, code } = await referrer()
    const friends = Array.from({ length: 50 }, () => somebody())
    const placed = await Promise.all(friends.map((friend) => places(friend, code)))
    const taken = placed.flatMap((one) => (one.ok ? [one.value.link_token] : []))
    expect(taken).toHaveLength(10)
    for (const one of placed) if (!one.ok) expect(one).toEqual(codeRefused({ why: 'month_full' }))
    await Promise.all(taken.map((link) => begins(link)))
    for (const link of taken) await comes((await pays(link)).order)
    expect(await rewardsOf(who)).toHaveLength(10)
    // The next month is another one.
    world.clock.set(new Date('2026-04-01T11:00:00Z'))
    expect(await places(somebody(), code)).toMatchObject({ ok: true })
  }, 120_000)

  test('of one friend’s two first orders by two codes one has it, whoever is first to pay', async () => {
    const [one, other] = [await referrer(), await referrer()]
    for (let round = 0; round < 5; round++) {
      const friend = somebody()
      const placed = await Promise.all([places(friend, one.code), places(friend, other.code)])
      const links = placed.flatMap((placing) => (placing.ok ? [placing.value.link_token] : []))
      const begun = await Promise.all(links.map((link) => begins(link)))
      expect(begun.filter(({ ok }) => ok)).toHaveLength(1)
      const paid = await pays(links[begun.findIndex(({ ok }) => ok)] ?? '')
      expect(paid.checkout.discount).toBe(300_00)
      expect(await referralOf(friend)).toMatchObject({ checkout_id: paid.checkout.id })
    }
  })

  test('of two orders at once one uses a reward', async () => {
    const { who, code } = await referrer()
    await comes((await buys(somebody(), code)).order)
    const reward_code = await rewardCodeOf(who)
    const placed = await Promise.all(Array.from({ length: 8 }, () => places(who, reward_code)))
    const begun = await Promise.all(placed.map((one) => (one.ok ? begins(one.value.link_token) : null)))
    const by_reward = placed.flatMap((one, at) => {
      const answer = begun[at]
      return one.ok && answer?.ok ? [one.value.link_token] : []
    })
    const paid = await Promise.all(by_reward.map((link) => pays(link)))
    expect(paid.filter(({ checkout }) => checkout.discount > 0)).toHaveLength(1)
  })

  test('delivered twice at once is one reward', async () => {
    const { who, code } = await referrer()
    const { order } = await buys(somebody(), code)
    await Promise.all([comes(order), comes(order), comes(order)])
    expect(await rewardsOf(who)).toHaveLength(1)
  })
})
