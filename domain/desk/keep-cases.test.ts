import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliveryWorld, vendorActor } from '../../test/delivery.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { insertVendor, worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { audit_log } from '../audit/tables.ts'
import { findCase } from '../cases/case-lists.ts'
import { casesOf, openCaseFor } from '../cases/system-cases.ts'
import { cases } from '../cases/tables.ts'
import { assignCase, closeCase, noteCase } from '../cases/work-on-case.ts'
import { UNTIL_CHANGED } from '../catalog/hours/availability.ts'
import { recordDeed } from '../catalog/kitchen-history.ts'
import { noteSeenKitchen } from '../catalog/staff/note-seen-kitchen.ts'
import { uploads, vendors } from '../catalog/tables.ts'
import { the_system } from '../lifecycle.ts'
import { kobo } from '../money.ts'
import { messages, notifications } from '../notifications/tables.ts'
import { payments, refunds } from '../payments/tables.ts'
import { keepCases } from './keep-cases.ts'
import { saidAboutCase } from './said-about-case.ts'
import { whatWaits } from './what-waits.ts'

const world = await worldOfFile()
const people = deliveryWorld(world)
const db = () => world.deps.db
const keep = () => keepCases(world.deps)
const admin = async (name = 'Sade') =>
  ({ ...(await insertAccount(db(), 'admin', { name, admin_role: 'owner' })), admin_role: 'owner' }) as Actor

async function failedRefund() {
  const [order] = await people.paidOrders([await insertVendor(db(), { name: 'Iya Kept' })])
  if (!order) throw new Error('no order')
  const [payment] = await db().select().from(payments).where(eq(payments.checkout_id, order.checkout_id))
  const values = {
    payment_id: payment?.id ?? '',
    order_id: order.id,
    amount: kobo(500_00),
    reason: 'complaint',
  } as const
  const [refund] = await db()
    .insert(refunds)
    .values({ ...values, asked_role: 'admin', status: 'Failed', created_at: world.clock.now() })
    .returning()
  const cause = `refunds_failed:${refund?.id}`
  const set = (status: 'Failed' | 'Done') =>
    db()
      .update(refunds)
      .set({ status })
      .where(eq(refunds.id, refund?.id ?? ''))
  const find = async () => (await db().select().from(cases).where(eq(cases.cause, cause)))[0]
  return { order, cause, set, find }
}

test('what needs a person for longer has one case, which is over with its cause', async () => {
  const { order, cause, set, find } = await failedRefund()
  expect((await Promise.all([keep(), keep()])).toSorted()).toEqual([0, 1])
  expect(await keep()).toBe(0)
  const opened = await find()
  expect(opened).toMatchObject({ status: 'Open', opened_by: null, subject_kind: 'order', subject_id: String(order.id) })
  const case_id = opened?.id ?? 0
  expect(await findCase(db(), case_id)).toMatchObject({ opened_by: null, about: `order ${order.id}`, has_it: null })
  expect((await casesOf(db(), [cause])).get(cause)).toEqual({ case_id, is_open: true, has_it: null })
  // Its cause has a line of its own on the desk.
  expect(await whatWaits(db(), world.clock.now(), ['cases_unassigned'])).toEqual([])
  await set('Done')
  expect([await keep(), await keep()]).toEqual([1, 0])
  expect(await find()).toMatchObject({ status: 'Closed', is_settled: true })
  await set('Failed')
  expect(await keep()).toBe(1)
  expect(await find()).toMatchObject({ id: case_id, status: 'Open', is_settled: false, closed_at: null })
  const done = await db()
    .select()
    .from(audit_log)
    .where(eq(audit_log.subject, `case:${case_id}`))
    .orderBy(audit_log.id)
  expect(done.map(({ action, actor, user_id }) => [action, actor, user_id])).toEqual([
    ['case_opened', 'system', null],
    ['case_closed', 'system', null],
    ['case_reopened', 'system', null],
  ])
  await set('Done')
  await keep()
})

test('what somebody has or wrote about is theirs to close, and stays closed while its cause goes on', async () => {
  const { cause, set, find } = await failedRefund()
  const [sade, tola] = [await admin(), await admin('Tola')]
  await keep()
  const case_id = (await find())?.id ?? 0
  await assignCase(world.deps, sade, { case_id, to: tola.user_id, shown: '' })
  expect((await casesOf(db(), [cause])).get(cause)).toMatchObject({ has_it: 'Tola' })
  const told = await db().select().from(notifications).where(eq(notifications.user_id, tola.user_id))
  expect(told).toMatchObject([{ kind: 'case_yours', text: expect.stringContaining(`Case ${case_id} is yours`) }])
  await set('Done')
  expect(await keep()).toBe(0)
  await set('Failed')
  expect(await closeCase(world.deps, tola, { case_id, reason: 'Paid by hand', last_note: 0 })).toMatchObject({
    ok: true,
  })
  expect(await keep()).toBe(0)
  expect(await find()).toMatchObject({ status: 'Closed', is_settled: false })
  await set('Done')
})

test('the log keeps no number of a customer whom a case is about', async () => {
  const subject = { kind: 'customer', id: '+2348031999001' } as const
  const cause = { cause: 'referrals_doubtful:9001', subject, title: 'A friend', since: world.clock.now() }
  expect(await openCaseFor(world.deps, cause)).toBe(true)
  const [opened] = await db().select().from(cases).where(eq(cases.cause, cause.cause))
  const noted = await db()
    .select()
    .from(audit_log)
    .where(eq(audit_log.subject, `case:${opened?.id}`))
  expect(noted).toMatchObject([{ action: 'case_opened', after: { about: 'a customer' } }])
  await keep()
})

test('a silent kitchen has a case for each time that it falls silent', async () => {
  const silent = { paused_for_silence: true, paused_until: UNTIL_CHANGED }
  const kitchen = await insertVendor(db(), { name: 'Iya Quiet', ...silent })
  const set = (values: Partial<typeof vendors.$inferInsert>) =>
    db().update(vendors).set(values).where(eq(vendors.user_id, kitchen.user_id))
  const status = async () =>
    (await db().select().from(cases).where(eq(cases.subject_id, kitchen.user_id))).map((one) => one.status)
  await keep()
  expect(await status()).toEqual(['Open'])
  await set({ paused_for_silence: false, paused_until: null })
  await keep()
  expect(await status()).toEqual(['Closed'])
  const fallSilent = async () => {
    await set(silent)
    await db().transaction((tx) => recordDeed(tx, kitchen.user_id, the_system, { did: 'paused' }, world.clock.now()))
  }
  await fallSilent()
  await keep()
  expect(await status()).toEqual(['Open'])

  // One that somebody closed stays closed, whether the kitchen's screen is open or not, until it falls silent again.
  const [opened] = await db().select().from(cases).where(eq(cases.subject_id, kitchen.user_id))
  world.clock.advance(60)
  const by_hand = { case_id: opened?.id ?? 0, reason: 'They are on holiday', last_note: 0 }
  expect(await closeCase(world.deps, await admin(), by_hand)).toMatchObject({ ok: true })
  world.clock.advance(600)
  await noteSeenKitchen(world.deps, vendorActor(kitchen))
  await keep()
  expect(await status()).toEqual(['Closed'])
  await set({ paused_for_silence: false, paused_until: null })
  await fallSilent()
  await keep()
  expect(await status()).toEqual(['Open'])
  await set({ paused_for_silence: false, paused_until: null })
})

test('a note keeps its photo, and who reads a case reads what was said, without what opens a door', async () => {
  const { order, set, find } = await failedRefund()
  const sade = await admin()
  await keep()
  const case_id = (await find())?.id ?? 0
  const photo = `/images/${randomUUID()}.webp`
  await db().insert(uploads).values({ address: photo, user_id: sade.user_id, uploaded_at: world.clock.now() })
  const note = { case_id, words: 'The receipt', photo, request_key: randomUUID() }
  for (const _ of ['once', 'again']) expect(await noteCase(world.deps, sade, note)).toMatchObject({ ok: true })
  expect((await findCase(db(), case_id))?.notes).toMatchObject([{ text: 'The receipt', photo }])
  const [kept] = await db().select().from(uploads).where(eq(uploads.address, photo))
  expect(kept?.kept_since).toEqual(world.clock.now())
  const message = { channel: 'sms', recipient: order.customer_phone, created_at: world.clock.now() } as const
  const body = 'Your PIN waits: https://example.com/track/abcdef'
  await db()
    .insert(messages)
    .values({ ...message, body, dedupe_key: `rider_found_sms:${order.id}` })
  const said = await saidAboutCase(db(), { kind: 'order', id: String(order.id) })
  expect(said.map((one) => one.body)).toContain('Your PIN waits: https://example.com/track/…')
  expect(said.some((one) => /track\/\w/.test(one.body))).toBe(false)
  expect(await saidAboutCase(db(), { kind: 'customer', id: '' })).toEqual([])
  await set('Done')
})
