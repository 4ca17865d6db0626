import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ada } from '../../../test/ada.ts'
import { control } from '../../../test/control.ts'
import { vendorActor } from '../../../test/delivery.ts'
import { groupsUnder, jollof, press, zobo } from '../../../test/group-orders.ts'
import { blank_promotion, phoneOf } from '../../../test/promotions.ts'
import { LUNCH_TIME, startedCheckout, worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { vendors } from '../../catalog/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { rejectOrder } from '../../orders/refunds/reject-order.ts'
import { payments, refunds, review_cases } from '../../payments/tables.ts'
import { createPromotion } from '../../promotions/create-promotion.ts'
import { makePayLink, payRequest, startPaymentForAnother } from '../payment/pay-link.ts'
import { acceptShortPayment } from '../review/decide-review.ts'
import { settleCheckout } from '../settlement/settle-checkout.ts'
import { checkouts } from '../tables.ts'
import { addDish, setQuantity, takeChanges } from './change-lines.ts'
import { groupGone } from './group-checkouts.ts'
import { closeGroup, openGroupAgain, removeMember, stopPayment } from './steer-group.ts'

const world = await worldOfFile()
const { deps } = world
const { started, ordering, linkOf, begin, pay, orderOf, paying, page } = groupsUnder(world)
beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => expect(await findViolations(deps.db)).toEqual([]))

const later = (minutes: number) => new Date(LUNCH_TIME.getTime() + minutes * 60_000)
const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'ngozi@example.com' }

/** Ada, who pays for all, and Tunde, each with a plate. */
async function two(how: Parameters<typeof started>[0] = {}) {
  const group = await started(how)
  const tunde = await group.joins('Tunde')
  await addDish(deps, group.starter, jollof, press())
  await addDish(deps, tunde, jollof, press())
  return { ...group, tunde }
}

/** What went back of the charges for a link. */
const backOf = (link_token: string) =>
  deps.db
    .select({ reason: refunds.reason, amount: refunds.amount })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .innerJoin(checkouts, eq(checkouts.id, payments.checkout_id))
    .where(eq(checkouts.link_token, link_token))

test('opened again and changed: what was stored before can be paid by nobody, and late money goes back', async () => {
  const { starter, tunde } = await two()
  const before = await linkOf(starter)
  const asked = await makePayLink(deps, before, { greeting: 'Mummy', accepts_wait: true })
  const token = asked.ok ? asked.value.token : ''
  expect(await openGroupAgain(deps, starter)).toMatchObject({ ok: true })
  expect(await addDish(deps, tunde, zobo, press())).toMatchObject({ ok: true })
  const gone = { reason: 'group_gone', details: { why: 'changed', token: starter.token } }
  const shown = (await payRequest(deps, token))?.shown ?? ''
  expect(await begin(before)).toMatchObject(gone)
  expect(await startPaymentForAnother(deps, token, { email: 'mummy@example.com', shown })).toMatchObject(gone)
  expect(await groupGone(deps.db, before)).toMatchObject({ why: 'changed' })
  expect(await pay(before)).toBe('refunding')
  expect(await backOf(before)).toMatchObject([{ reason: 'late' }])
  const order = await paying(starter)
  expect(order.items.map(({ name }) => name)).toEqual(['Jollof Rice', 'Jollof Rice', 'Zobo'])
})

test('placed twice, it is paid once, whichever is paid first, and the other money goes back', async () => {
  for (const first of [0, 1]) {
    const { starter } = await two()
    const links = [await linkOf(starter), await linkOf(starter)]
    const [paid = '', other = ''] = first === 0 ? links : [...links].reverse()
    expect(await begin(other)).toMatchObject({ ok: true })
    expect(await begin(paid)).toMatchObject({ ok: true })
    expect(await pay(paid)).toBe('paid')
    // It was begun first, and its money comes all the same.
    expect(await pay(other)).toBe('refunding')
    expect(await begin(other)).toMatchObject({ reason: 'group_gone', details: { why: 'paid' } })
    expect(await orderOf(other)).toBe(undefined)
    expect((await page(starter)).members.flatMap(({ lines }) => lines)).toHaveLength(2)
  }
})

test('of fifty presses that order and pay, of two browsers and a link, one is an order', async () => {
  const { starter } = await two()
  const links = await Promise.all(Array.from({ length: 10 }, () => linkOf(starter)))
  await Promise.all(Array.from({ length: 50 }, (_, at) => begin(links[at % links.length] ?? '')))
  const settled = await Promise.all(links.map(pay))
  expect(settled.filter((one) => one === 'paid')).toHaveLength(1)
  expect(settled.filter((one) => one === 'refunding')).toHaveLength(9)
})

test('while it is being paid nothing changes, until who pays stops it; money that still comes goes back', async () => {
  const { starter, tunde, joins } = await two()
  const link = await linkOf(starter)
  await openGroupAgain(deps, starter)
  await begin(link)
  const line_id = (await page(tunde)).me.lines[0]?.line_id ?? 0
  const { id: member_id } = (await page(tunde)).me
  const under_way = { reason: 'being_paid' }
  expect(await addDish(deps, tunde, zobo, press())).toMatchObject(under_way)
  expect(await setQuantity(deps, tunde, { line_id, quantity: 2 })).toMatchObject(under_way)
  expect(await setQuantity(deps, starter, { line_id, quantity: 0 })).toMatchObject(under_way)
  expect(await takeChanges(deps, starter)).toMatchObject(under_way)
  expect(await removeMember(deps, starter, member_id)).toMatchObject(under_way)
  expect(await openGroupAgain(deps, starter)).toMatchObject(under_way)
  expect(await ordering(starter)).toMatchObject(under_way)
  expect(await page(tunde)).toMatchObject({ me: { payment: 'being_paid' }, own_order: null })
  expect(await page(starter)).toMatchObject({ own_order: { link_token: link, state: 'being_paid' } })
  expect(await stopPayment(deps, tunde)).toMatchObject({ reason: 'not_yours' })
  expect(await stopPayment(deps, starter)).toMatchObject({ ok: true })
  expect(await addDish(deps, tunde, zobo, press())).toMatchObject({ ok: true })
  await joins('Bola')
  expect(await pay(link)).toBe('refunding')
  expect((await paying(starter)).items).toHaveLength(3)
  expect(await stopPayment(deps, starter)).toMatchObject({ reason: 'paid' })
})

test('a code that was held for what was stopped can be used at once for what is ordered anew', async () => {
  const made = await createPromotion(deps, admin, {
    ...blank_promotion,
    code: 'FRIENDS',
    percent: '10',
    most_uses: '1',
  })
  expect(made).toMatchObject({ ok: true })
  const { starter } = await two()
  const form = { ...ada, phone: phoneOf(5000) }
  const link = await linkOf(starter, { form, code: 'friends' })
  await begin(link)
  await stopPayment(deps, starter)
  const order = await paying(starter, { form, code: 'friends' })
  expect(order.discount).toBe(300_00)
  expect(await pay(link)).toBe('refunding')
})

test('a code that was held for what lost its turn can be used at once by others', async () => {
  const code = 'TWINCODE'
  const made = await createPromotion(deps, admin, { ...blank_promotion, code, percent: '10', most_uses: '1' })
  expect(made).toMatchObject({ ok: true })
  const [{ starter }, other] = [await two(), await two()]
  const [link, twin] = [await linkOf(starter, { code }), await linkOf(starter)]
  expect(await begin(link)).toMatchObject({ ok: true })
  expect(await ordering(other.starter, { code })).toMatchObject({ ok: false, reason: 'bad_code' })
  expect(await begin(twin)).toMatchObject({ ok: true })
  // The one with the code can no longer be paid.
  const order = await paying(other.starter, { code })
  expect(order.discount).toBe(300_00)
  expect(await pay(link)).toBe('refunding')
  expect(await pay(twin)).toBe('paid')
})

test('a payment that failed, or that ran out, keeps nobody from changing it', async () => {
  const { starter, tunde } = await two()
  const failed = await linkOf(starter)
  const [checkout] = await deps.db.select().from(checkouts).where(eq(checkouts.link_token, failed))
  await begin(failed)
  await openGroupAgain(deps, starter)
  await control(world).pay({ tx_ref: checkout?.tx_ref ?? '', amount: 1, outcome: 'failed' })
  await settleCheckout(deps, { tx_ref: checkout?.tx_ref ?? '' })
  expect(await openGroupAgain(deps, starter)).toMatchObject({ ok: true })
  expect(await addDish(deps, tunde, zobo, press())).toMatchObject({ ok: true })
  const ran_out = await linkOf(starter)
  await begin(ran_out)
  world.clock.set(later(61))
  expect(await openGroupAgain(deps, starter)).toMatchObject({ ok: true })
  expect(await addDish(deps, tunde, zobo, press())).toMatchObject({ ok: true })
})

test('what the kitchen rejects is no longer paid for: all read it, and it is ordered again', async () => {
  const { starter, tunde, vendor } = await two()
  const order = await paying(starter)
  await rejectOrder(deps, vendorActor(vendor), { order_id: order.id, reason: 'No rice' })
  for (const member of [starter, tunde]) {
    expect(await page(member)).toMatchObject({ is_ordered: false, called_off_by: 'reject', me: { payment: null } })
  }
  expect(await openGroupAgain(deps, starter)).toMatchObject({ ok: true })
  expect(await addDish(deps, tunde, zobo, press())).toMatchObject({ ok: true })
  expect((await paying(starter)).items).toHaveLength(3)
  expect(await page(tunde)).toMatchObject({ is_ordered: true, called_off_by: null })
})

test('each pays: a member orders again what was called off, and never twice what stands', async () => {
  const { starter, tunde, vendor } = await two({ pays: 'each', slot_from: later(120), minutes: 60 })
  const links = [await linkOf(tunde), await linkOf(tunde)]
  for (const link of links) await begin(link)
  expect((await Promise.all(links.map(pay))).sort()).toEqual(['paid', 'refunding'])
  expect(await page(starter)).toMatchObject({ me: { payment: null } })
  expect(await addDish(deps, starter, zobo, press())).toMatchObject({ ok: true })
  expect(await ordering(tunde)).toMatchObject({ reason: 'paid' })
  const order = (await orderOf(links[0] ?? '')) ?? (await orderOf(links[1] ?? ''))
  await rejectOrder(deps, vendorActor(vendor), { order_id: order?.id ?? 0, reason: 'No rice' })
  expect(await page(tunde)).toMatchObject({ called_off_by: 'reject', me: { payment: null } })
  expect(await closeGroup(deps, starter)).toMatchObject({ ok: true })
  expect((await paying(tunde)).id).not.toBe(order?.id)
})

test('each pays: a member who changed the own dishes, or was taken out, cannot pay what they were', async () => {
  const { starter, tunde } = await two({ pays: 'each', slot_from: later(120), minutes: 60 })
  const link = await linkOf(tunde)
  await addDish(deps, starter, zobo, press())
  expect(await groupGone(deps.db, link)).toBe(null)
  await addDish(deps, tunde, zobo, press())
  expect(await begin(link)).toMatchObject({ reason: 'group_gone' })
  const newer = await linkOf(tunde)
  await removeMember(deps, starter, (await page(tunde)).me.id)
  expect(await begin(newer)).toMatchObject({ reason: 'group_gone' })
})

test('an admin accepts no short payment of what friends have ordered anew', async () => {
  const { starter } = await two()
  const short = await linkOf(starter)
  await begin(short)
  const [checkout] = await deps.db.select().from(checkouts).where(eq(checkouts.link_token, short))
  await control(world).pay({ tx_ref: checkout?.tx_ref ?? '', amount: 100 })
  expect(await settleCheckout(deps, { tx_ref: checkout?.tx_ref ?? '' })).toBe('review')
  await stopPayment(deps, starter)
  await paying(starter)
  const [found] = await deps.db.select().from(review_cases)
  const decided = { case_id: found?.id ?? '', reason: 'The customer called.' }
  expect(await acceptShortPayment(deps, admin, decided)).toMatchObject({ reason: 'group_gone' })
})

describe('what does not come about leaves the payment alone that is under way for the same', () => {
  test('a short payment that an admin cannot accept', async () => {
    const { starter, vendor } = await two()
    const short = await linkOf(starter)
    await begin(short)
    const [checkout] = await deps.db.select().from(checkouts).where(eq(checkouts.link_token, short))
    await control(world).pay({ tx_ref: checkout?.tx_ref ?? '', amount: 100 })
    expect(await settleCheckout(deps, { tx_ref: checkout?.tx_ref ?? '' })).toBe('review')
    world.clock.set(later(61))
    const other = await linkOf(starter)
    expect(await begin(other)).toMatchObject({ ok: true })
    const [found] = await deps.db
      .select({ case_id: review_cases.id })
      .from(review_cases)
      .innerJoin(payments, eq(payments.id, review_cases.payment_id))
      .where(eq(payments.checkout_id, checkout?.id ?? ''))
    const decided = { case_id: found?.case_id ?? '', reason: 'The customer called.' }
    const becomes = (status: 'Active' | 'Inactive') =>
      deps.db.update(vendors).set({ status }).where(eq(vendors.user_id, vendor.user_id))
    await becomes('Inactive')
    expect(await acceptShortPayment(deps, admin, decided)).toMatchObject({ reason: 'kitchen_unavailable' })
    await becomes('Active')
    expect(await pay(other)).toBe('paid')
  })

  test('one whose promotion is gone', async () => {
    const form = { ...blank_promotion, code: 'ONCEALONE', percent: '10', most_uses: '1' }
    expect(await createPromotion(deps, admin, form)).toMatchObject({ ok: true })
    const { starter } = await two()
    const [plain, with_code] = [await linkOf(starter), await linkOf(starter, { code: form.code })]
    expect(await begin(plain)).toMatchObject({ ok: true })
    await startedCheckout(world, undefined, { code: form.code, phone: phoneOf(900) })
    expect(await begin(with_code)).toMatchObject({ reason: 'promotion_gone' })
    expect(await pay(plain)).toBe('paid')
  })
})

test('the same press twice stays one order, also while it is being paid', async () => {
  const { starter } = await two()
  const idempotency_key = randomUUID()
  const link = await linkOf(starter, { idempotency_key })
  await begin(link)
  expect(await ordering(starter, { idempotency_key })).toMatchObject({ value: { link_token: link } })
})
