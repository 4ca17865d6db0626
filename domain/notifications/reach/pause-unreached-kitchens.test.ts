import { randomUUID } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { insertAccount } from '../../../test/sign-in.ts'
import { freshPhone, heard, textTo } from '../../../test/unreached-kitchen.ts'
import { vendorsUnderTest } from '../../../test/vendors-under-test.ts'
import { complete_profile, insertVendor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { kitchen_staff } from '../../accounts/tables.ts'
import { noteHeard } from '../../catalog/heard.ts'
import { UNTIL_CHANGED } from '../../catalog/hours/availability.ts'
import { changeHours } from '../../catalog/hours/change-hours.ts'
import { pauseOrders, resumeOrders } from '../../catalog/hours/change-service.ts'
import { closedReasons } from '../../catalog/hours/closed-reasons.ts'
import { SERVICE_HOURS } from '../../catalog/hours/service-hours.ts'
import { noteSeenKitchen } from '../../catalog/staff/note-seen-kitchen.ts'
import { kitchen_screens, vendors, web_heard } from '../../catalog/tables.ts'
import { whatWaits } from '../../desk/what-waits.ts'
import { ESCALATION } from '../../settings/definitions.ts'
import { settings } from '../../settings/tables.ts'
import { receiveText } from '../inbound/receive-text.ts'
import { reportShown } from '../outbox/report-shown.ts'
import { kitchen_texts, messages, notifications, push_subscriptions } from '../tables.ts'
import { pauseUnreachedKitchens } from './pause-unreached-kitchens.ts'

const world = await worldOfFile()
beforeEach(async () => {
  world.clock.set(LUNCH_TIME)
  await world.deps.db.delete(settings)
  await world.deps.db.update(vendors).set({ status: 'Inactive' })
})

const { kitchen } = vendorsUnderTest(world)
const db = () => world.deps.db

/** A kitchen that nothing reaches: no screen, no device, and a text message that did not arrive an hour ago. */
async function unreached(more: Partial<typeof vendors.$inferInsert> = {}) {
  const phone = freshPhone()
  const owner = await kitchen({ ...complete_profile, phone, name: 'Iya Away', ...more })
  await text(phone, 'Undelivered', -60)
  return { owner, phone }
}

/** A text message to a number, so many minutes from now; null is one that no gateway said anything of. */
const text = (phone: string, outcome: 'Delivered' | 'Undelivered' | null, minutes: number) =>
  textTo(db(), { phone, outcome, at: ago(-minutes) })

async function ring(user_id: string): Promise<void> {
  const device = { user_id, endpoint: `https://push.example/${randomUUID()}`, p256dh: 'p', auth: 'a' }
  await db()
    .insert(push_subscriptions)
    .values({ ...device, created_at: world.clock.now() })
}

const vendorOf = async ({ user_id }: Actor) =>
  (await db().select().from(vendors).where(eq(vendors.user_id, user_id)))[0]
const round = async () => {
  await heard(db(), new Date(0), world.clock.now())
  return pauseUnreachedKitchens(world.deps)
}

test('a kitchen that nothing reaches is paused once, reads why and how to return; admins, whom to call', async () => {
  const admin = await insertAccount(db(), 'admin')
  const { owner, phone } = await unreached()
  expect(await Promise.all([round(), round()])).toEqual(expect.arrayContaining([0, 1]))
  expect(await round()).toBe(0)
  const now = world.clock.now()
  expect(await vendorOf(owner)).toMatchObject({
    ...{ paused_until: UNTIL_CHANGED, paused_for_silence: true, paused_for_lapses: false, paused_by: null },
  })
  const reason = { kind: 'paused', until: null, ours: 'silence', by: null }
  expect(await closedReasons(db(), owner.user_id, now)).toContainEqual(reason)
  const told = await db()
    .select({ channel: messages.channel, recipient: messages.recipient, body: messages.body })
    .from(messages)
    .where(like(messages.dedupe_key, `kitchen_paused_%:${owner.user_id}:%`))
    .orderBy(messages.channel)
  expect(told.map(({ channel }) => channel)).toEqual(['mail', 'sms'])
  expect(told[1]).toMatchObject({
    recipient: phone,
    body:
      'ChowGate: neither your screen nor this phone could be reached, so you are paused. Open again: ' +
      'http://localhost:3000/account',
  })
  const bells = await db().select().from(notifications).where(eq(notifications.kind, 'kitchen_paused'))
  expect(bells.map(({ user_id }) => user_id).sort()).toEqual([admin.user_id, owner.user_id].sort())
  const called = bells.find(({ user_id }) => user_id === admin.user_id)?.text
  expect(called).toMatch(/^Iya Away is paused: neither its screen nor its phone could be reached\. Please call /)
  const [waits] = await whatWaits(db(), now, ['kitchens_silent'])
  expect(waits?.lines).toMatchObject([{ id: owner.user_id, phone, about: 'unreached' }])
})

test.each<[string, (of: Awaited<ReturnType<typeof unreached>>) => Promise<unknown>]>([
  ['its screen was seen', ({ owner }) => noteSeenKitchen(world.deps, owner)],
  ['its owner has a device that rings', async ({ owner }) => ring((await accountOf(owner)).user_id)],
  ['a cook has one', async ({ owner }) => ring((await cookOf(owner)).user_id)],
  ['a later text message arrived', ({ phone }) => text(phone, 'Delivered', -5)],
  ['of a later one nothing is known', ({ phone }) => text(phone, null, -5)],
  [
    'one arrived within the hour',
    async ({ phone }) => {
      await text(phone, 'Delivered', -30)
      await text(phone, 'Undelivered', -5)
    },
  ],
  ['it wrote us', ({ phone }) => receiveText(world.deps, { from: phone, text: 'ok', id: randomUUID() })],
  [
    'another kitchen of its telephone wrote us',
    async ({ phone }) => {
      const { user_id } = await insertVendor(db(), { phone })
      const texts = { gateway_id: randomUUID(), vendor_id: user_id, text: '1', received_at: ago(5) }
      await db().insert(kitchen_texts).values(texts)
    },
  ],
  ['it paused itself', ({ owner }) => pauseOrders(world.deps, owner, '60')],
  ['it is paused no longer, but was', ({ owner }) => set(owner, { paused_until: ago(10) })],
  ['its owner opened it again', ({ owner }) => resumeOrders(world.deps, owner)],
  ['it opened by other hours', ({ owner }) => opensByHours(owner)],
  [
    'it opened by other hours of ours',
    () =>
      db()
        .insert(settings)
        .values({ key: SERVICE_HOURS.key, value: SERVICE_HOURS.default, updated_at: ago(30) }),
  ],
  ['its hours began within the hour', ({ owner }) => set(owner, { week_hours: from('11:30') })],
  ['it is closed', ({ owner }) => set(owner, { week_hours: from('13:00') })],
  ['it is not active', ({ owner }) => set(owner, { status: 'Inactive' })],
  ['it has no number', ({ owner }) => set(owner, { phone: null })],
])('it stays open where %s', async (_, but) => {
  const of = await unreached()
  await but(of)
  const before = await vendorOf(of.owner)
  expect(await round()).toBe(0)
  expect(await vendorOf(of.owner)).toEqual(before)
})

test('a device keeps it open only while it shows what it is sent; asked at half the time, it can say so', async () => {
  const { owner } = await unreached({ week_hours: from('11:00') })
  await ring((await cookOf(owner)).user_id)
  await db()
    .update(push_subscriptions)
    .set({ created_at: ago(600) })
  const asked = () => db().$count(notifications, eq(notifications.kind, 'still_there'))
  const pushed = async () =>
    (await db().select().from(messages).where(eq(messages.channel, 'push')).orderBy(messages.created_at)).at(-1)
  expect(await round()).toBe(0)
  expect(await asked()).toBe(1)
  // Its push service takes it, and the device shows it.
  const first = await pushed()
  const took = (id = '') =>
    db().update(messages).set({ status: 'Sent', sent_at: world.clock.now() }).where(eq(messages.id, id))
  await took(first?.id)
  expect(JSON.parse(first?.body ?? '{}')).toMatchObject({ shown: first?.id })
  expect(await reportShown(world.deps, first?.id ?? '')).toMatchObject({ ok: true })
  for (const minutes of [10, 10, 10, 10, 10]) {
    world.clock.advance(minutes * 60)
    expect(await round()).toBe(0)
  }
  expect(await asked()).toBe(2)
  // The next one it does not show any more.
  await took((await pushed())?.id)
  world.clock.advance(60)
  expect(await round()).toBe(0)
  world.clock.advance(9 * 60)
  expect(await round()).toBe(1)
  expect(await vendorOf(owner)).toMatchObject({ paused_for_silence: true })
})

test('nobody is paused for a silence that may be ours: no row, a gap in the hour, nobody heard just now', async () => {
  await unreached()
  const now = world.clock.now()
  await db().delete(web_heard)
  const pauses = () => pauseUnreachedKitchens(world.deps)
  expect(await pauses()).toBe(0)
  // Heard until 50 minutes ago, and again for the last 40.
  for (const minutes of [90, 86, 50, 40, 36, 32, 28, 24, 20, 16, 12, 8, 4, 0]) await noteHeard(db(), ago(minutes))
  const [row] = await db().select().from(web_heard)
  expect(row).toMatchObject({ since: ago(40), last_at: now })
  expect(await pauses()).toBe(0)
  await heard(db(), ago(60), ago(6))
  expect(await pauses()).toBe(0)
  await heard(db(), ago(60), ago(4))
  expect(await pauses()).toBe(1)
})

test('what is long gone keeps it open no longer: a screen, who worked there, an old message', async () => {
  const { owner, phone } = await unreached({ week_hours: from('09:00') })
  await noteSeenKitchen(world.deps, owner)
  const cook = await cookOf(owner)
  await ring(cook.user_id)
  await db().update(kitchen_staff).set({ ended_at: world.clock.now() }).where(eq(kitchen_staff.user_id, cook.user_id))
  await text(phone, 'Delivered', -90)
  world.clock.advance(59 * 60)
  expect(await round()).toBe(0)
  world.clock.advance(60)
  expect(await round()).toBe(1)
})

test('opened again by a button or by "8", it has an hour anew', async () => {
  const { owner, phone } = await unreached()
  expect(await round()).toBe(1)
  await receiveText(world.deps, { from: phone, text: '8', id: randomUUID() })
  expect(await vendorOf(owner)).toMatchObject({ paused_until: null, paused_for_silence: false })
  await text(phone, 'Undelivered', 1)
  world.clock.advance(59 * 60)
  expect(await round()).toBe(0)
  world.clock.advance(60)
  expect(await round()).toBe(1)
  await resumeOrders(world.deps, owner)
  expect(await round()).toBe(0)
})

test('the setting says after how many minutes, or never', async () => {
  await unreached()
  const save = (pause_when_silent_minutes: number | null) => {
    const value = { ...ESCALATION.default, pause_when_silent_minutes }
    return db().insert(settings).values({ key: ESCALATION.key, value }).onConflictDoUpdate({
      target: settings.key,
      set: { value },
    })
  }
  await save(null)
  expect(await round()).toBe(0)
  const { owner } = await unreached({ week_hours: from('11:30') })
  await save(20)
  expect(await round()).toBe(2)
  expect(await vendorOf(owner)).toMatchObject({ paused_for_silence: true })
})

test('a screen is noted once a minute, for each kitchen of who works there, and not for who acts for one', async () => {
  const [one, other] = [await kitchen(), await kitchen()]
  const seen = async ({ user_id }: Actor) => {
    const rows = await db().select().from(kitchen_screens).where(eq(kitchen_screens.vendor_id, user_id))
    return rows[0]?.screen_seen_at
  }
  await noteSeenKitchen(world.deps, { ...one, kitchen: { vendor_id: one.user_id, role: 'support' } })
  expect(await seen(one)).toBeUndefined()
  const kitchens = [one, other].map(({ user_id }) => ({ vendor_id: user_id, role: 'cook' as const }))
  await noteSeenKitchen(world.deps, { ...one, kitchens })
  world.clock.advance(30)
  await noteSeenKitchen(world.deps, one)
  expect(await seen(one)).toEqual(LUNCH_TIME)
  expect(await seen(other)).toEqual(LUNCH_TIME)
  world.clock.advance(30)
  await noteSeenKitchen(world.deps, one)
  expect(await seen(one)).toEqual(world.clock.now())
})

/** Every day from this time until midnight. */
function from(opens: string) {
  return Array.from({ length: 7 }, () => [{ opens, closes: '24:00' }])
}
const ago = (minutes: number) => new Date(world.clock.now().getTime() - minutes * 60_000)
/** Closed so far, it opens at once, all day. */
async function opensByHours(owner: Actor): Promise<void> {
  await set(owner, { week_hours: from('13:00') })
  await changeHours(world.deps, owner, { week_hours: from('00:00'), hours_exceptions: [] })
}
const set = (owner: Actor, values: Partial<typeof vendors.$inferInsert>) =>
  db().update(vendors).set(values).where(eq(vendors.user_id, owner.user_id))
const accountOf = ({ user_id, email }: Actor) => insertAccount(db(), 'vendor', { user_id, email })
const cookOf = ({ user_id }: Actor) => insertAccount(db(), 'vendor', { kitchen: { vendor_id: user_id, role: 'cook' } })
