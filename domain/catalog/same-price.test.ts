import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimsUnderTest } from '../../test/claims-under-test.ts'
import { LUNCH_TIME, worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { approveClaim, confirmDearer, refuseClaim } from '../claims/decide-claim.ts'
import { DAY_MS } from '../clock.ts'
import { lockCarriers } from '../delivery/riders/carriers.ts'
import { findViolations } from '../invariants/invariants.ts'
import { kobo } from '../money.ts'
import { messages, notifications } from '../notifications/tables.ts'
import { giveBackCheckout } from '../orders/refunds/give-back.ts'
import { listVendors } from './lists/vendor-lists.ts'
import { vendorMenu } from './menu/vendor-menu.ts'
import { promisedSamePriceAt, promiseSamePrice } from './same-price.ts'
import { kitchen_history, vendors } from './tables.ts'

const world = await worldOfFile()
const { db } = world.deps
beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => expect(await findViolations(db)).toEqual([]))
const { admin, kitchen, order, claim, rules, refundsOf } = claimsUnderTest(world)

const promise = (owner: Actor, promises = true) => promiseSamePrice(world.deps, owner, promises)
const isShown = async ({ user_id }: Actor) => {
  const { vendors: cards } = await listVendors(db, { search: '', sort: 'all', page: 1 }, world.clock.now())
  const menu = await vendorMenu(db, user_id, world.clock.now())
  return [cards.find((card) => card.user_id === user_id)?.same_price, menu?.vendor.same_price]
}
const deedsOf = async ({ user_id }: Actor) =>
  (await db.select().from(kitchen_history).where(eq(kitchen_history.vendor_id, user_id))).map(({ did }) => did)
const approve = (claim_id: string) =>
  approveClaim({ ...world.deps, lockCarriers }, admin, {
    ...{ claim_id, amount_kobo: 200_00, with_delivery_fee: false, borne_by: 'vendor', confirmed_kobo: 200_00 },
    reason: 'The board at the counter says ₦1,300',
  })

test('a kitchen promises the prices of its counter, and takes that back, as often as it presses', async () => {
  const owner = await kitchen()
  expect(await isShown(owner)).toEqual([false, false])
  for (const _ of [1, 2]) expect(await promise(owner)).toMatchObject({ ok: true })
  expect(await isShown(owner)).toEqual([true, true])
  for (const _ of [1, 2]) expect(await promise(owner, false)).toMatchObject({ ok: true })
  expect(await isShown(owner)).toEqual([false, false])
  expect(await deedsOf(owner)).toEqual(['same_price_promised', 'same_price_ended'])
  expect(await promise(admin)).toMatchObject({ reason: 'not_found' })
})

test('only what was ordered while it was promised can be reported, and no rule decides it', async () => {
  await rules({ at_once_up_to_kobo: kobo(10_000_00), at_once_per_customer: 9, at_once_per_kitchen: 9 })
  const owner = await kitchen()
  const before = await order({ owner })
  expect(await claim(before.token, { kind: 'dearer' })).toMatchObject({ reason: 'not_possible' })
  world.clock.advance(60)
  await promise(owner)
  expect(await claim(before.token, { kind: 'dearer' })).toMatchObject({ reason: 'not_possible' })
  world.clock.advance(60)
  const under_way = await order({ owner, delivered: false })
  expect(await claim(under_way.token, { kind: 'dearer' })).toMatchObject({ reason: 'not_possible' })
  const { phone } = before
  const { token } = await order({ owner, phone })
  expect(await claim(token, { kind: 'dearer', quantity: 0 })).toMatchObject({ reason: 'no_dishes' })
  const made = await claim(token, { kind: 'dearer', words: 'It is ₦1,300 there' })
  expect(made).toMatchObject({ ok: true, value: { status: 'Open' } })
  const { id = '' } = made.ok ? made.value : {}
  expect(await refuseClaim(world.deps, admin, { claim_id: id, reason: 'The board says the same' })).toMatchObject({
    ok: true,
  })
  expect(await isShown(owner)).toEqual([true, true])
})

test('a confirmed report takes the promise away once, tells the kitchen, and it rests for 30 days', async () => {
  const owner = await kitchen()
  await promise(owner)
  world.clock.advance(60)
  const reports = []
  for (const placed of [await order({ owner }), await order({ owner })]) {
    const made = await claim(placed.token, { kind: 'dearer' })
    if (!made.ok) throw new Error(made.reason)
    reports.push({ order_id: placed.id, claim_id: made.value.id })
  }
  const answers = await Promise.all(reports.flatMap(({ claim_id }) => [approve(claim_id), approve(claim_id)]))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(2)
  expect(await isShown(owner)).toEqual([false, false])
  expect(await deedsOf(owner)).toEqual(['same_price_promised', 'same_price_lost'])
  for (const { order_id } of reports)
    expect(await refundsOf(order_id)).toMatchObject([{ amount: 200_00, borne_by: 'vendor', reason: 'complaint' }])
  const news = await db.select().from(notifications).where(eq(notifications.user_id, owner.user_id))
  expect(news.filter(({ kind }) => kind === 'same_price_lost')).toHaveLength(1)
  const mails = await db.select().from(messages).where(eq(messages.channel, 'mail'))
  expect(mails.filter(({ subject }) => subject?.includes('your counter differ'))).toHaveLength(1)

  const from = new Date(world.clock.now().getTime() + 30 * DAY_MS)
  expect(await promise(owner)).toEqual({ ok: false, reason: 'too_soon', details: { from } })
  world.clock.set(from)
  expect(await promise(owner)).toMatchObject({ ok: true })
  expect(await db.$count(vendors, eq(vendors.user_id, owner.user_id))).toBe(1)
})

test('who ordered while it was promised can report it after it was taken back, and the 30 days begin', async () => {
  const owner = await kitchen()
  await promise(owner)
  world.clock.advance(60)
  const [under, early] = [await order({ owner }), await order({ owner })]
  const told = await claim(early.token, { kind: 'dearer' })
  world.clock.advance(60)
  await promise(owner, false)
  world.clock.advance(60)
  const after = await order({ owner })
  expect(await claim(after.token, { kind: 'dearer' })).toMatchObject({ reason: 'not_possible' })
  expect(await approve(told.ok ? told.value.id : '')).toMatchObject({ ok: true })
  expect(await deedsOf(owner)).toEqual(['same_price_promised', 'same_price_ended', 'same_price_lost'])
  const from = new Date(world.clock.now().getTime() + 30 * DAY_MS)
  expect(await promise(owner)).toEqual({ ok: false, reason: 'too_soon', details: { from } })

  // Told and approved later, it is the same promise that was lost: no new 30 days.
  world.clock.advance(60)
  expect(await claim(after.token, { kind: 'dearer' })).toMatchObject({ reason: 'not_possible' })
  const late = await claim(under.token, { kind: 'dearer' })
  expect(late).toMatchObject({ ok: true })
  expect(await approve(late.ok ? late.value.id : '')).toMatchObject({ ok: true })
  expect(await refundsOf(under.id)).toMatchObject([{ amount: 200_00 }])
  expect(await promise(owner)).toEqual({ ok: false, reason: 'too_soon', details: { from } })
  const news = await db.select().from(notifications).where(eq(notifications.user_id, owner.user_id))
  expect(news.filter(({ kind }) => kind === 'same_price_lost')).toHaveLength(1)
})

test('a report is confirmed also where nothing is left to go back, and takes the promise', async () => {
  const owner = await kitchen()
  await promise(owner)
  world.clock.advance(60)
  const placed = await order({ owner })
  const made = await claim(placed.token, { kind: 'dearer' })
  const claim_id = made.ok ? made.value.id : ''
  const confirm = (by = admin, reason = 'The board at the counter says ₦1,300') =>
    confirmDearer(world.deps, by, { claim_id, reason })
  expect(await confirm()).toMatchObject({ reason: 'still_left' })
  const all = { order_id: placed.id, reason: 'It came cold', borne_by: 'platform', request_key: randomUUID() } as const
  expect(await giveBackCheckout(world.deps, admin, all)).toMatchObject({ ok: true })
  expect(await approve(claim_id)).toMatchObject({ reason: 'more_than_claimed', details: { food_kobo: 0 } })
  expect(await isShown(owner)).toEqual([true, true])
  expect(await confirm(owner)).toMatchObject({ reason: 'not_found' })
  expect(await confirm(admin, ' ')).toMatchObject({ reason: 'bad_reason' })
  const answers = await Promise.all([confirm(), confirm()])
  expect(answers.filter(({ ok }) => ok)).toMatchObject([{ value: { status: 'Approved', refund_id: null } }])
  expect(await isShown(owner)).toEqual([false, false])
  expect(await deedsOf(owner)).toEqual(['same_price_promised', 'same_price_lost'])
  expect(await refundsOf(placed.id)).toHaveLength(1)
  const told = await db
    .select({ text: messages.body })
    .from(messages)
    .where(eq(messages.dedupe_key, `claim_confirmed_sms:${claim_id}`))
  expect(told[0]?.text).toContain(`you were right about order ${placed.id}: The board at the counter says`)
})

test('a promise given anew is lost by an order from the one before, which nobody had reported yet', async () => {
  const owner = await kitchen()
  await promise(owner)
  world.clock.advance(60)
  const placed = await order({ owner })
  for (const promises of [false, true]) {
    world.clock.advance(60)
    await promise(owner, promises)
  }
  const made = await claim(placed.token, { kind: 'dearer' })
  expect(await approve(made.ok ? made.value.id : '')).toMatchObject({ ok: true })
  expect(await isShown(owner)).toEqual([false, false])
})

test('whether it was promised then is told by what came next, where the history before is gone', async () => {
  const owner = await kitchen()
  const at = world.clock.now()
  const was = () => promisedSamePriceAt(db, owner.user_id, at)
  expect(await was()).toBe(false)
  world.clock.advance(60)
  await promise(owner)
  expect(await was()).toBe(false)
  world.clock.advance(60)
  await promise(owner, false)
  expect(await was()).toBe(false)
  await db.delete(kitchen_history).where(eq(kitchen_history.did, 'same_price_promised'))
  expect(await was()).toBe(true)
})
