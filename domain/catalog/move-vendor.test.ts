import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { insertAccount } from '../../test/sign-in.ts'
import { complete_profile, insertVendor, worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { findActor } from '../accounts/find-actor.ts'
import { audit_log } from '../audit/tables.ts'
import { messages, notifications } from '../notifications/tables.ts'
import { listVendors, vendorFile } from './admin-vendors.ts'
import {
  commissionVersion,
  correctVendorPlace,
  setCommission,
  unlockRegistration,
  vendorPlaceVersion,
} from './change-vendor-terms.ts'
import { takesOrders, UNTIL_CHANGED } from './hours/availability.ts'
import { SERVICE_HOURS } from './hours/service-hours.ts'
import type { VendorStatus, VendorVerb } from './lifecycle.ts'
import { activateVendor, deactivateVendor, restoreVendor, suspendVendor } from './move-vendor.ts'
import { food, vendors } from './tables.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')

async function vendorThatIs(status: VendorStatus, more: Partial<typeof vendors.$inferInsert> = {}) {
  const row = await insertVendor(world.deps.db, { status, email: `${randomUUID()}@example.com`, ...more })
  await insertAccount(world.deps.db, 'vendor', { user_id: row.user_id, email: row.email })
  return row.user_id
}

const vendorRow = async (user_id: string) =>
  (await world.deps.db.select().from(vendors).where(eq(vendors.user_id, user_id)))[0]
const decisionsOf = (user_id: string) =>
  world.deps.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.subject, `vendor:${user_id}`))
    .orderBy(desc(audit_log.id))

const reason = 'No hygiene certificate'
const verbs: Record<VendorVerb, (actor: Actor, vendor_id: string) => ReturnType<typeof activateVendor>> = {
  activate: (actor, vendor_id) => activateVendor(world.deps, actor, vendor_id),
  deactivate: (actor, vendor_id) => deactivateVendor(world.deps, actor, { vendor_id, reason }),
  suspend: (actor, vendor_id) => suspendVendor(world.deps, actor, { vendor_id, reason }),
  restore: (actor, vendor_id) => restoreVendor(world.deps, actor, vendor_id),
}
const table: Record<VendorVerb, Partial<Record<VendorStatus, VendorStatus>>> = {
  activate: { Pending: 'Active' },
  deactivate: { Pending: 'Inactive' },
  suspend: { Active: 'Inactive' },
  restore: { Inactive: 'Active' },
}
const pairs = (Object.keys(verbs) as VendorVerb[]).flatMap((verb) =>
  (['Pending', 'Active', 'Inactive'] as const).map((from) => [verb, from, table[verb][from] ?? null] as const),
)

describe('an admin decides about a vendor', () => {
  test.each(pairs)('%s one that is %s: %s', async (verb, from, to) => {
    const vendor_id = await vendorThatIs(from)
    const answer = await verbs[verb](admin, vendor_id)
    if (to) {
      expect(answer).toMatchObject({ ok: true, value: { status: to } })
      expect(await decisionsOf(vendor_id)).toMatchObject([
        { actor: admin.email, before: { status: from }, after: { status: to } },
      ])
    } else {
      expect(answer).toEqual({ ok: false, reason: 'not_allowed', details: { status: from } })
      expect(await decisionsOf(vendor_id)).toEqual([])
    }
    expect((await vendorRow(vendor_id))?.status).toBe(to ?? from)
  })

  test.each<[Partial<typeof vendors.$inferInsert> & { menu?: [] }, string]>([
    [{}, 'customers find it, and can order while it is open.'],
    [{ week_hours: null }, 'customers find it. Before anybody can order, please set your opening hours under Account.'],
    [
      { week_hours: null, paused_until: UNTIL_CHANGED, menu: [] },
      'customers find it. Before anybody can order, please set your opening hours under Account, take orders ' +
        'again under Account and add your first dish under Food.',
    ],
  ])('who is active reads what is still missing: %j', async ({ menu, ...missing }, words) => {
    const { db } = world.deps
    const vendor_id = await vendorThatIs('Pending', { ...complete_profile, ...missing })
    if (menu) await db.delete(food).where(eq(food.vendor_id, vendor_id))
    await verbs.activate(admin, vendor_id)
    const [news] = await db.select().from(notifications).where(eq(notifications.user_id, vendor_id))
    expect(news?.text).toBe(`Your kitchen is active: ${words}`)
    // The table says so too.
    const [vendor] = await db.select().from(vendors).where(eq(vendors.user_id, vendor_id))
    if (!vendor) throw new Error('no vendor')
    const takes = takesOrders(vendor, SERVICE_HOURS.default, world.clock.now())
    expect(takes.open).toBe(words.includes('can order while'))
  })

  test('and the vendor is told on its bell and by mail, with the reason', async () => {
    const vendor_id = await vendorThatIs('Pending')
    await verbs.deactivate(admin, vendor_id)
    const [news] = await world.deps.db.select().from(notifications).where(eq(notifications.user_id, vendor_id))
    expect(news).toMatchObject({
      kind: 'vendor_moved',
      text: `Your registration was not accepted: ${reason}.`,
    })
    const vendor = await vendorRow(vendor_id)
    const [mail] = await world.deps.db
      .select()
      .from(messages)
      .where(eq(messages.recipient, vendor?.email ?? ''))
    expect(mail?.body).toContain(reason)
  })

  test('a suspended one is signed out and cannot come in; restored, it can', async () => {
    const vendor_id = await vendorThatIs('Active')
    await verbs.suspend(admin, vendor_id)
    expect(await findActor(world.deps.db, vendor_id)).toMatchObject({ ok: false, reason: 'suspended' })
    expect(await vendorRow(vendor_id)).toMatchObject({ suspended_reason: reason })
    await verbs.restore(admin, vendor_id)
    expect(await findActor(world.deps.db, vendor_id)).toMatchObject({ ok: true })
    expect(await vendorRow(vendor_id)).toMatchObject({ suspended_reason: null })
  })

  test('one that has no name yet cannot be activated', async () => {
    const vendor_id = await vendorThatIs('Pending', { name: null })
    expect(await verbs.activate(admin, vendor_id)).toMatchObject({ reason: 'unfinished' })
  })

  test.each(['', '  ', 'no', 'x'.repeat(201)])('not with the reason %j', async (bad) => {
    const vendor_id = await vendorThatIs('Active')
    expect(await suspendVendor(world.deps, admin, { vendor_id, reason: bad })).toMatchObject({
      reason: 'bad_reason',
    })
    expect((await vendorRow(vendor_id))?.status).toBe('Active')
  })

  test('two at once: one decides, the other is told what it met', async () => {
    const vendor_id = await vendorThatIs('Pending')
    const answers = await Promise.all([verbs.activate(admin, vendor_id), verbs.deactivate(admin, vendor_id)])
    const status = (await vendorRow(vendor_id))?.status
    expect(answers).toContainEqual(expect.objectContaining({ ok: true }))
    expect(answers).toContainEqual({ ok: false, reason: 'not_allowed', details: { status } })
    expect(await decisionsOf(vendor_id)).toHaveLength(1)
  })
})

describe('nobody else', () => {
  const all = {
    ...verbs,
    commission: (actor: Actor, vendor_id: string) => setCommission(world.deps, actor, { vendor_id, percent: '10' }),
    unlock: (actor: Actor, vendor_id: string) => unlockRegistration(world.deps, actor, vendor_id),
    place: (actor: Actor, vendor_id: string) =>
      correctVendorPlace(world.deps, actor, {
        vendor_id,
        landmark: 'FUTA North Gate',
        latitude: '',
        longitude: '',
      }),
  }
  test.each(Object.entries(all))('may %s, and a vendor of nobody answers alike', async (_, verb) => {
    const vendor_id = await vendorThatIs('Pending')
    const missing = await verb(admin, randomUUID())
    expect(missing).toEqual({ ok: false, reason: 'not_found', details: undefined })
    expect(await verb(admin, 'x')).toEqual(missing)
    for (const role of ['vendor', 'rider'] as const) {
      expect(await verb({ ...admin, user_id: vendor_id, role }, vendor_id)).toEqual(missing)
    }
  })
})

describe('besides its status', () => {
  test.each([
    ['7.5', 7.5],
    ['0', 0],
    ['50', 50],
    [' ', null],
  ])('a commission of %j is %s', async (percent, saved) => {
    const vendor_id = await vendorThatIs('Active')
    expect(await setCommission(world.deps, admin, { vendor_id, percent })).toMatchObject({
      value: { commission_percent: saved },
    })
    expect((await decisionsOf(vendor_id))[0]).toMatchObject({
      action: 'vendor_commission_changed',
      before: { commission_percent: null },
      after: { commission_percent: saved },
    })
  })

  test.each(['51', '50.01', '-1', '7.555', 'x', '1e1'])('a commission of %j is refused', async (percent) => {
    const vendor_id = await vendorThatIs('Active')
    expect(await setCommission(world.deps, admin, { vendor_id, percent })).toMatchObject({
      reason: 'bad_percent',
    })
  })

  test('a registration is unlocked once, until it is sent in again', async () => {
    const vendor_id = await vendorThatIs('Active')
    expect(await unlockRegistration(world.deps, admin, vendor_id)).toMatchObject({ ok: true })
    expect(await unlockRegistration(world.deps, admin, vendor_id)).toMatchObject({
      reason: 'already_unlocked',
    })
  })

  test.each([
    [{ landmark: 'Aluta Market', latitude: '7.301', longitude: '5.139' }, null],
    [{ landmark: 'Aluta Market', latitude: '', longitude: '' }, null],
    [{ landmark: 'Lagos', latitude: '', longitude: '' }, 'landmark'],
    [{ landmark: 'Aluta Market', latitude: '6.52', longitude: '3.37' }, 'latitude'],
    [{ landmark: 'Aluta Market', latitude: '7.3', longitude: '' }, 'longitude'],
    [{ landmark: 'Aluta Market', latitude: 'north', longitude: '5.1' }, 'latitude'],
  ])('its place becomes %j, or is refused for %s', async (place, wrong) => {
    const vendor_id = await vendorThatIs('Active')
    const answer = await correctVendorPlace(world.deps, admin, { vendor_id, ...place })
    if (wrong === null) expect(answer).toMatchObject({ ok: true, value: { landmark: place.landmark } })
    else expect(answer).toMatchObject({ ok: false, details: { [wrong]: expect.any(String) } })
  })
})

describe('a form that another admin overtook', () => {
  test('saves no commission and no place over theirs before that was seen', async () => {
    const vendor_id = await vendorThatIs('Active')
    const vendor = await vendorRow(vendor_id)
    if (!vendor) throw new Error('no vendor')
    const commission = { vendor_id, version: commissionVersion(vendor) }
    const place = {
      vendor_id,
      landmark: 'Aluta Market',
      latitude: '',
      longitude: '',
      version: vendorPlaceVersion(vendor),
    }
    for (const _ of ['once', 'again']) {
      expect(await setCommission(world.deps, admin, { ...commission, percent: '7.5' })).toMatchObject({ ok: true })
      expect(await correctVendorPlace(world.deps, admin, place)).toMatchObject({ ok: true })
    }
    const lower = await setCommission(world.deps, admin, { ...commission, percent: '5' })
    expect(lower).toEqual({ ok: false, reason: 'stale', details: { now: '7.5 %', version: '7.5' } })
    const gate = { ...place, landmark: 'FUTA North Gate' }
    const moved = await correctVendorPlace(world.deps, admin, gate)
    expect(moved).toMatchObject({ reason: 'stale', details: { now: 'Aluta Market, no coordinates' } })
    expect(await setCommission(world.deps, admin, { ...commission, percent: '5', version: '7.5' })).toMatchObject({
      value: { commission_percent: 5, landmark: 'Aluta Market' },
    })
    if (moved.ok || moved.reason !== 'stale') return
    const { version } = moved.details
    expect(await correctVendorPlace(world.deps, admin, { ...gate, version })).toMatchObject({
      value: { commission_percent: 5, landmark: 'FUTA North Gate' },
    })
  })
})

describe('vendors are found', () => {
  const names = async (search: string, filter: 'All' | 'Active' | 'Inactive' = 'All') =>
    (await listVendors(world.deps.db, { search, filter, place: null })).rows.map(({ name }) => name)

  test.each([
    'amala',
    'ÀMÀLÀ',
    'sky@amala.example',
    '0806 555 1234',
    '+2348065551234',
    '+234 (0)806 555 12',
    '5551234',
    'sky amala',
  ])('by %s', async (search) => {
    const name = `Amala Sky ${randomUUID()}`
    await insertVendor(world.deps.db, { name, email: 'sky@amala.example', phone: '+2348065551234' })
    expect(await names(search)).toContain(name)
  })

  test('by their status: who waits is not active', async () => {
    const tag = randomUUID().slice(0, 8)
    for (const status of ['Active', 'Pending', 'Inactive'] as const) {
      await vendorThatIs(status, { name: `${tag} ${status}` })
    }
    expect(await names(tag)).toEqual([`${tag} Inactive`, `${tag} Pending`, `${tag} Active`])
    expect(await names(tag, 'Active')).toEqual([`${tag} Active`])
    expect(await names(tag, 'Inactive')).toEqual([`${tag} Inactive`, `${tag} Pending`])
  })

  test('and shown with four digits of the account', async () => {
    const vendor_id = await vendorThatIs('Active', { account_number: '0690000031' })
    expect((await vendorFile(world.deps.db, vendor_id))?.vendor.account_number).toBe('••••••0031')
    expect(await vendorFile(world.deps.db, randomUUID())).toBeNull()
    expect(await vendorFile(world.deps.db, 'x')).toBeNull()
  })
})
