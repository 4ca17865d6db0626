import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorld, insertVendor, jollofFor, type World } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { audit_log } from '../audit/tables.ts'
import { quoteCart } from '../checkout/quote.ts'
import { riderPaySettings } from '../delivery/rider-pay.ts'
import { saveRiderPay } from '../delivery/save-rider-pay.ts'
import { commissionPercents } from '../payments/commission.ts'
import { saveCommission } from '../payments/save-commission.ts'
import { payoutSettings } from '../payouts/payout-settings.ts'
import { savePayoutSettings } from '../payouts/save-payout-settings.ts'
import { saveDeliverySettings } from './save-delivery-settings.ts'
import { allLandmarks, landmarkVersion, saveLandmark } from './save-landmark.ts'
import { savedSetting } from './save-setting.ts'
import { landmarks, settings } from './tables.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.advance(1)
  await world.deps.db.delete(settings)
})

const admin: Actor = { user_id: randomUUID(), role: 'admin', email: 'ngozi@example.com' }
const fees = {
  default_fee: '700',
  per_km: '400',
  minimum_fee: '0',
  maximum_fee: '5000',
  service_radius_km: '20',
  latitude: '7.3037',
  longitude: '5.1388',
}
const saveFees = (fields: Record<string, string> = {}, version = '', actor = admin) =>
  saveDeliverySettings(world.deps, actor, { fields: { ...fees, ...fields }, version })
const versionNow = async (key: string) => (await savedSetting(world.deps.db, key)).version
const south_gate = { latitude: 7.29298, longitude: 5.14986 }

test('the riders’ pay that an admin saves counts from the next offer on, is in the audit log, and is refused by field', async () => {
  const { db } = world.deps
  const save = (pay: Record<string, string>, actor = admin) =>
    saveRiderPay(world.deps, actor, { share_percent: '75', minimum: '350', version: '', ...pay })
  expect(await save({ share_percent: '101' })).toMatchObject({ details: { field: 'share_percent' } })
  expect(await save({ share_percent: '7.5' })).toMatchObject({ details: { field: 'share_percent' } })
  expect(await save({ minimum: '-1' })).toMatchObject({ details: { field: 'minimum' } })
  expect(await save({}, { ...admin, role: 'vendor' })).toMatchObject({ reason: 'not_found' })
  expect(await riderPaySettings(db)).toEqual({ share_percent: 80, minimum_kobo: 300_00 })
  expect(await save({})).toMatchObject({ ok: true })
  expect(await riderPaySettings(db)).toEqual({ share_percent: 75, minimum_kobo: 350_00 })
  expect(await save({ share_percent: '60' })).toMatchObject({ reason: 'stale' })
  const [entry] = await db.select().from(audit_log).where(eq(audit_log.subject, 'setting:rider_pay'))
  expect(entry).toMatchObject({ action: 'setting_saved', after: { share_percent: 75, minimum_kobo: 350_00 } })
})

describe('the delivery fee', () => {
  test('that an admin saves is in the very next quote, with what it was before in the audit log', async () => {
    const vendor = await insertVendor(world.deps.db)
    const quoted = async () => (await quoteCart(world.deps, [jollofFor(vendor)], null)).delivery_fee
    expect(await quoted()).toBe(600_00)
    expect(await saveFees()).toMatchObject({ ok: true })
    expect(await quoted()).toBe(700_00)
    expect((await quoteCart(world.deps, [jollofFor(vendor)], south_gate)).delivery_fee).toBe(760_00)
    world.clock.advance(1)
    expect(await saveFees({ default_fee: '650' }, await versionNow('delivery'))).toMatchObject({ ok: true })
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
    const shown = await versionNow('delivery')
    expect(await saveFees({ default_fee: '910' }, shown)).toMatchObject({ ok: true })
    expect(await saveFees({ default_fee: '920' }, shown)).toMatchObject({ reason: 'stale' })
    // The same press sent twice is no quarrel.
    expect(await saveFees({ default_fee: '910' }, shown)).toMatchObject({ ok: true })
  })

  test.each([
    ['default_fee', '6,00'],
    ['per_km', '-1'],
    ['maximum_fee', '-'],
    ['maximum_fee', '0.001'],
    ['service_radius_km', '0'],
    ['service_radius_km', '500'],
    ['latitude', 'north'],
    ['longitude', '200'],
  ])('is refused with %s of %s', async (field, typed) => {
    expect(await saveFees({ [field]: typed })).toMatchObject({ reason: 'field', details: { field } })
    expect(await versionNow('delivery')).toBe('')
  })

  test('is refused where the maximum is below the minimum', async () => {
    expect(await saveFees({ minimum_fee: '900', maximum_fee: '800' })).toMatchObject({
      details: { field: 'maximum_fee' },
    })
  })
})

describe('a landmark', () => {
  const place = { latitude: '7.30', longitude: '5.14', verified: 'on', position: '2' }

  test('is added, corrected and verified, and the next quote measures from it', async () => {
    const name = `West Gate ${randomUUID().slice(0, 6)}`
    const added = await saveLandmark(world.deps, admin, { fields: { name, ...place }, version: null })
    expect(added).toEqual({ ok: true, value: { name } })
    const vendor = await insertVendor(world.deps.db, { landmark: name })
    const feeFrom = async () => (await quoteCart(world.deps, [jollofFor(vendor)], south_gate)).delivery_fee
    const before = await feeFrom()
    const [row] = await world.deps.db.select().from(landmarks).where(eq(landmarks.name, name))
    const shown = row ? landmarkVersion(row) : ''
    const moved = { fields: { name, ...place, latitude: '7.25' }, version: shown }
    expect(await saveLandmark(world.deps, admin, moved)).toMatchObject({ ok: true })
    expect(await feeFrom()).toBeGreaterThan(before)
    const again = { fields: { name, ...place, latitude: '7.26' }, version: shown }
    expect(await saveLandmark(world.deps, admin, again)).toMatchObject({ reason: 'stale' })
    expect((await allLandmarks(world.deps.db)).map((known) => known.name)).toContain(name)
  })

  test('is refused twice, outside the service area, without a name, and where there is none', async () => {
    const fields = { name: 'FUTA North Gate', ...place }
    expect(await saveLandmark(world.deps, admin, { fields, version: null })).toMatchObject({
      reason: 'taken',
    })
    const lagos = { ...fields, name: 'Lagos', latitude: '6.45', longitude: '3.39' }
    expect(await saveLandmark(world.deps, admin, { fields: lagos, version: null })).toMatchObject({
      reason: 'outside',
    })
    const nameless = { ...fields, name: '' }
    expect(await saveLandmark(world.deps, admin, { fields: nameless, version: null })).toMatchObject({
      details: { field: 'name' },
    })
    const unknown = { ...fields, name: 'Nowhere' }
    expect(await saveLandmark(world.deps, admin, { fields: unknown, version: 'x' })).toMatchObject({
      reason: 'not_found',
    })
  })
})

test('the commission counts for vendors without a rate of their own', async () => {
  const plain = await insertVendor(world.deps.db)
  const own = await insertVendor(world.deps.db, { commission_percent: '3' } as never)
  expect(await saveCommission(world.deps, admin, { default_percent: '7.5', version: '' })).toMatchObject({
    ok: true,
  })
  const percents = await commissionPercents(world.deps.db, [plain.user_id, own.user_id])
  expect([percents.get(plain.user_id), percents.get(own.user_id)]).toEqual([7.5, 3])
  for (const default_percent of ['', '51', '-1', 'x', '1.234']) {
    expect(await saveCommission(world.deps, admin, { default_percent, version: '' })).toMatchObject({
      details: { field: 'default_percent' },
    })
  }
})

test('a payout needs a second admin above an amount, or never', async () => {
  const save = async (second_admin_above: string) =>
    savePayoutSettings(world.deps, admin, { second_admin_above, version: await versionNow('payouts') })
  expect(await save('50000')).toMatchObject({ ok: true })
  expect(await payoutSettings(world.deps.db)).toEqual({ second_admin_above_kobo: 50_000_00 })
  world.clock.advance(1)
  expect(await save('')).toMatchObject({ ok: true })
  expect(await payoutSettings(world.deps.db)).toEqual({ second_admin_above_kobo: null })
  expect(await save('a lot')).toMatchObject({ details: { field: 'second_admin_above' } })
})

test.each(['vendor', 'rider'] as const)('a %s saves nothing', async (role) => {
  const actor = { ...admin, role }
  const fields = { name: 'FUTA North Gate', latitude: '7.3', longitude: '5.1', position: '1' }
  for (const answer of [
    await saveFees({}, '', actor),
    await saveLandmark(world.deps, actor, { fields, version: null }),
    await saveCommission(world.deps, actor, { default_percent: '5', version: '' }),
    await savePayoutSettings(world.deps, actor, { second_admin_above: '5', version: '' }),
  ]) {
    expect(answer).toMatchObject({ ok: false, reason: 'not_found' })
  }
})
