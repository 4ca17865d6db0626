import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertVendor, jollofFor, worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { audit_log } from '../audit/tables.ts'
import { quoteCart } from '../checkout/quote/quote.ts'
import { kobo } from '../money.ts'
import { COMMISSION, vendorTerms } from '../payments/commission.ts'
import { DELIVERY_SETTINGS, MESSAGE_CAPS, PAYOUT_SETTINGS, RIDER_PAY } from './definitions.ts'
import type { FigureSetting } from './figures.ts'
import { readSetting, readSettings, savedSetting } from './read-setting.ts'
import { saveSetting } from './save-setting.ts'
import { settings } from './tables.ts'

const world = await worldOfFile()
beforeEach(async () => {
  world.clock.advance(1)
  await world.deps.db.delete(settings)
})

const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'ngozi@example.com' }
const fees = {
  default_fee: '700',
  per_km: '400',
  measured: 'straight',
  minimum_fee: '0',
  maximum_fee: '5000',
  further_kitchen_percent: '50',
  service_radius_km: '20',
  latitude: '7.3037',
  longitude: '5.1388',
}
const saveFees = (fields: Record<string, string> = {}, version = '', actor = admin) =>
  saveSetting(world.deps, actor, DELIVERY_SETTINGS, { typed: { ...fees, ...fields }, version })
const versionNow = async (setting: FigureSetting) => (await savedSetting(world.deps.db, setting)).version
const south_gate = { latitude: 7.29298, longitude: 5.14986 }

test('the riders’ pay that an admin saves counts from the next offer, is audited, and refused by field', async () => {
  const { db } = world.deps
  const save = (pay: Record<string, string>, actor = admin) =>
    saveSetting(world.deps, actor, RIDER_PAY, {
      typed: { share_percent: '75', minimum: '350', per_minute: '15', top_up: '0', ...pay },
      version: '',
    })
  expect(await save({ share_percent: '101' })).toMatchObject({ details: { field: 'share_percent' } })
  expect(await save({ share_percent: '7.5' })).toMatchObject({ details: { field: 'share_percent' } })
  expect(await save({ minimum: '-1' })).toMatchObject({ details: { field: 'minimum' } })
  expect(await save({}, { ...admin, role: 'vendor' })).toMatchObject({ reason: 'not_found' })
  expect(await readSetting(db, RIDER_PAY)).toEqual(RIDER_PAY.default)
  expect(await save({})).toMatchObject({ ok: true })
  expect(await readSetting(db, RIDER_PAY)).toEqual({
    share_percent: 75,
    minimum_kobo: 350_00,
    per_minute_kobo: 15_00,
    top_up_kobo: 0,
  })
  expect(await save({ share_percent: '60' })).toMatchObject({ reason: 'stale' })
  const [entry] = await db.select().from(audit_log).where(eq(audit_log.subject, 'setting:rider_pay'))
  expect(entry).toMatchObject({ action: 'setting_saved', after: { share_percent: 75, minimum_kobo: 350_00 } })
})

describe('the delivery fee', () => {
  test('that an admin saves is in the very next quote, with what it was before in the audit log', async () => {
    const vendor = await insertVendor(world.deps.db)
    const quoted = async () => (await quoteCart(world.deps, [jollofFor(vendor)], null)).delivery_fee_kobo
    expect(await quoted()).toBe(600_00)
    expect(await saveFees()).toMatchObject({ ok: true })
    expect(await quoted()).toBe(700_00)
    expect((await quoteCart(world.deps, [jollofFor(vendor)], south_gate)).delivery_fee_kobo).toBe(760_00)
    world.clock.advance(1)
    expect(await saveFees({ default_fee: '650' }, await versionNow(DELIVERY_SETTINGS))).toMatchObject({
      ok: true,
    })
    const [latest] = (
      await world.deps.db.select().from(audit_log).where(eq(audit_log.subject, 'setting:delivery'))
    ).toReversed()
    expect(latest).toMatchObject({
      action: 'setting_saved',
      before: { default_fee_kobo: 700_00 },
      after: { default_fee_kobo: 650_00 },
    })
  })

  test('saved by two admins at once: the later one is told, whichever way they come', async () => {
    const both = await Promise.all([saveFees(), saveFees({ default_fee: '900' })])
    expect(both.filter((answer) => answer.ok)).toHaveLength(1)
    expect(both.find((answer) => !answer.ok)).toMatchObject({ reason: 'stale' })
    world.clock.advance(1)
    const shown = await versionNow(DELIVERY_SETTINGS)
    expect(await saveFees({ default_fee: '910' }, shown)).toMatchObject({ ok: true })
    expect(await saveFees({ default_fee: '920' }, shown)).toMatchObject({ reason: 'stale' })
    // The same form sent twice is no conflict.
    expect(await saveFees({ default_fee: '910' }, shown)).toMatchObject({ ok: true })
  })

  test.each([
    ['default_fee', '6,00'],
    ['per_km', '-1'],
    ['maximum_fee', '-'],
    ['maximum_fee', '0.001'],
    ['service_radius_km', '0'],
    ['service_radius_km', '500'],
    ['measured', 'by eye'],
    ['latitude', 'north'],
    ['longitude', '200'],
  ])('is refused with %s of %s', async (field, typed) => {
    expect(await saveFees({ [field]: typed })).toMatchObject({ reason: 'field', details: { field } })
    expect(await versionNow(DELIVERY_SETTINGS)).toBe('')
  })

  test('is refused where the maximum is below the minimum', async () => {
    expect(await saveFees({ minimum_fee: '900', maximum_fee: '800' })).toMatchObject({
      details: { field: 'maximum_fee' },
    })
  })
})

test('the commission counts for vendors without a rate of their own', async () => {
  const plain = await insertVendor(world.deps.db)
  const own = await insertVendor(world.deps.db, { commission_percent: '3' } as never)
  const save = (default_percent: string) =>
    saveSetting(world.deps, admin, COMMISSION, { typed: { default_percent }, version: '' })
  expect(await save('7.5')).toMatchObject({ ok: true })
  const terms = await vendorTerms(world.deps.db, [plain.user_id, own.user_id])
  expect([plain, own].map(({ user_id }) => terms.get(user_id)?.percent())).toEqual([7.5, 3])
  for (const default_percent of ['', '51', '-1', 'x', '1.234']) {
    expect(await save(default_percent)).toMatchObject({ details: { field: 'default_percent' } })
  }
})

test('a payout needs a second admin above an amount, or never', async () => {
  const save = async (second_admin_above: string) =>
    saveSetting(world.deps, admin, PAYOUT_SETTINGS, {
      typed: { second_admin_above },
      version: await versionNow(PAYOUT_SETTINGS),
    })
  expect(await save('50000')).toMatchObject({ ok: true })
  expect(await readSetting(world.deps.db, PAYOUT_SETTINGS)).toEqual({ second_admin_above_kobo: 50_000_00 })
  world.clock.advance(1)
  expect(await save('')).toMatchObject({ ok: true })
  expect(await readSetting(world.deps.db, PAYOUT_SETTINGS)).toEqual({ second_admin_above_kobo: null })
  expect(await save('a lot')).toMatchObject({ details: { field: 'second_admin_above' } })
})

test.each(['vendor', 'rider'] as const)('a %s saves nothing', async (role) => {
  const actor = { ...admin, role }
  for (const answer of [
    await saveFees({}, '', actor),
    await saveSetting(world.deps, actor, COMMISSION, { typed: { default_percent: '5' }, version: '' }),
    await saveSetting(world.deps, actor, PAYOUT_SETTINGS, {
      typed: { second_admin_above: '5' },
      version: '',
    }),
  ]) {
    expect(answer).toMatchObject({ ok: false, reason: 'not_found' })
  }
})

describe('what somebody wrote into the table by hand', () => {
  const write = (key: string, value: unknown) => world.deps.db.insert(settings).values({ key, value })

  test.each([
    [DELIVERY_SETTINGS, { per_km_kobo: '400' }],
    [DELIVERY_SETTINGS, { campus: { latitude: 91, longitude: 5 } }],
    [DELIVERY_SETTINGS, { minimum_fee_kobo: 900_00, maximum_fee_kobo: 800_00 }],
    [RIDER_PAY, { share_percent: 800 }],
    [COMMISSION, { default_percent: 7.125 }],
    [PAYOUT_SETTINGS, { second_admin_above_kobo: -1 }],
    [PAYOUT_SETTINGS, 'never'],
  ])('is no guess about money, and its form starts from the default: $0.key %j', async (setting, value) => {
    const { db } = world.deps
    await write(setting.key, value)
    await expect(readSetting<unknown>(db, setting)).rejects.toThrow(setting.key)
    expect((await savedSetting<unknown>(db, setting)).value).toEqual(setting.default)
  })

  test('counts over the defaults where its form would take it, else not', async () => {
    const { db } = world.deps
    await write(DELIVERY_SETTINGS.key, { per_km_kobo: 400_00 })
    await write(MESSAGE_CAPS.key, { hourly_count: 0 })
    const fees_now = { ...DELIVERY_SETTINGS.default, per_km_kobo: 400_00 }
    expect(await readSettings(db, [DELIVERY_SETTINGS, MESSAGE_CAPS])).toEqual([fees_now, MESSAGE_CAPS.default])
  })
})

test('a form shows what is saved as it is typed, and nothing for none', () => {
  expect(DELIVERY_SETTINGS.fields(DELIVERY_SETTINGS.default)).toMatchObject([
    { name: 'default_fee', label: 'Default fee (₦)', text: '600' },
    { name: 'per_km', text: '250' },
    { name: 'measured', text: 'straight', choices: [{ value: 'straight' }, { value: 'ways' }] },
    { name: 'minimum_fee', text: '300' },
    { name: 'maximum_fee', text: '3000' },
    { name: 'further_kitchen_percent', text: '100' },
    { name: 'service_radius_km', text: '15' },
    { name: 'latitude', label: 'Campus, latitude', text: '7.3037' },
    { name: 'longitude', text: '5.1388' },
  ])
  expect(PAYOUT_SETTINGS.fields({ second_admin_above_kobo: null })).toEqual([
    {
      name: 'second_admin_above',
      label: 'Second admin above (₦)',
      hint: 'Empty: one admin is always enough.',
      text: '',
    },
  ])
  expect(PAYOUT_SETTINGS.fields({ second_admin_above_kobo: kobo(50_000_50) })).toMatchObject([{ text: '50000.5' }])
})
