import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  ALWAYS_OPEN,
  complete_profile,
  insertVendor,
  jollofFor,
  LUNCH_TIME,
  startedCheckout,
  worldOfFile,
} from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { audit_log } from '../../audit/tables.ts'
import { quoteCart } from '../../checkout/quote/quote.ts'
import { readSetting, savedSetting } from '../../settings/read-setting.ts'
import { saveSetting } from '../../settings/save-setting.ts'
import { settings } from '../../settings/tables.ts'
import { featuredVendors, listVendors } from '../lists/vendor-lists.ts'
import { vendorMenu } from '../menu/vendor-menu.ts'
import { closedReasons } from './closed-reasons.ts'
import type { WeekHours } from './opening-hours.ts'
import { SERVICE_HOURS } from './service-hours.ts'

const world = await worldOfFile()
beforeEach(async () => {
  world.clock.set(LUNCH_TIME)
  await world.deps.db.delete(settings)
})

const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'ngozi@example.com' }
const daily = (opens: string, closes: string) => Array.from({ length: 7 }, () => [{ opens, closes }])
const dates = (...list: string[]) => list.map((date) => ({ date, stretches: [] }))
async function save(
  week_hours: WeekHours | ReturnType<typeof daily>,
  change: { actor?: Actor; version?: string; hours_exceptions?: ReturnType<typeof dates> } = {},
) {
  const { actor = admin, hours_exceptions = [] } = change
  const version = change.version ?? (await savedSetting(world.deps.db, SERVICE_HOURS)).version
  const typed = { week_hours: week_hours.map((day) => [...day]), hours_exceptions }
  return saveSetting(world.deps, actor, SERVICE_HOURS, { typed, version })
}
const campus = (time: string) => new Date(`2026-03-10T${time}:00+01:00`)

test('by default orders are taken around the clock', async () => {
  expect(await readSetting(world.deps.db, SERVICE_HOURS)).toEqual(SERVICE_HOURS.default)
  const vendor = await insertVendor(world.deps.db)
  for (const time of ['00:00', '03:00', '23:59']) {
    world.clock.set(campus(time))
    expect((await quoteCart(world.deps, [jollofFor(vendor)], null)).changes).toEqual([])
  }
})

test('the next quote, the next payment, the menu, the lists and the vendor go by what was saved', async () => {
  const { db } = world.deps
  const vendor = await insertVendor(db, { ...complete_profile, week_hours: ALWAYS_OPEN })
  expect(await save(daily('08:00', '12:20'))).toMatchObject({ ok: true })

  const checkout = await startedCheckout(world, [jollofFor(vendor)])
  expect(checkout.payable_until).toEqual(campus('12:35'))
  for (const page of [
    await vendorMenu(db, vendor.user_id, LUNCH_TIME),
    await featuredVendors(db, LUNCH_TIME),
    await listVendors(db, { search: '', sort: 'all', page: 1 }, LUNCH_TIME),
  ]) {
    expect(page?.valid_until).toEqual(campus('12:20'))
  }

  world.clock.set(campus('12:20'))
  const now = world.clock.now()
  const text = 'ChowGate is resting. Opens tomorrow at 08:00'
  const quote = await quoteCart(world.deps, [jollofFor(vendor)], null)
  expect(quote.changes).toMatchObject([{ change: { kind: 'vendor_unavailable', text } }])
  const menu = await vendorMenu(db, vendor.user_id, now)
  expect(menu?.vendor).toMatchObject({ open: false, closed_text: text, closed_as: 'Closed' })
  expect(await closedReasons(db, vendor.user_id, now)).toContainEqual({
    kind: 'resting',
    until: new Date('2026-03-11T08:00:00+01:00'),
  })
})

test('a vendor that is closed itself is not told that the marketplace rests', async () => {
  const vendor = await insertVendor(world.deps.db, {
    ...complete_profile,
    week_hours: daily('20:00', '22:00'),
  })
  await save(daily('18:00', '22:00'))
  const reasons = await closedReasons(world.deps.db, vendor.user_id, LUNCH_TIME)
  expect(reasons.map(({ kind }) => kind)).not.toContain('resting')
})

test('is refused with times that are none or overlap, and a date twice; dates that passed are forgotten', async () => {
  const monday = (...stretches: { opens: string; closes: string }[]) => [stretches, [], [], [], [], [], []]
  const refused = (said: string) => ({ ok: false, reason: 'field', details: { field: 'week_hours', said } })
  expect(await save(monday({ opens: '8', closes: '12:00' }))).toEqual(refused('Please write a time like 08:00.'))
  const overlapping = monday({ opens: '08:00', closes: '12:00' }, { opens: '11:00', closes: '13:00' })
  expect(await save(overlapping)).toEqual(refused('The times of Monday overlap.'))
  const week = daily('08:00', '22:00')
  expect(await save(week, { hours_exceptions: dates('2026-12-25', '2026-12-25') })).toEqual(
    refused('The same date is there twice.'),
  )
  expect((await savedSetting(world.deps.db, SERVICE_HOURS)).version).toBe('')
  await save(week, { hours_exceptions: dates('2026-12-25', '2026-01-01') })
  expect((await readSetting(world.deps.db, SERVICE_HOURS)).hours_exceptions).toEqual(dates('2026-12-25'))
})

test('is refused to everybody but an admin, and to the second of two; the audit log has before and after', async () => {
  const week = daily('08:00', '22:00')
  for (const role of ['vendor', 'rider'] as const) {
    expect(await save(week, { actor: { ...admin, role } })).toMatchObject({ reason: 'not_found' })
  }
  await save(week)
  world.clock.advance(1)
  expect(await save(daily('09:00', '22:00'), { version: '' })).toMatchObject({ reason: 'stale' })
  await save(daily('10:00', '22:00'))
  const log = await world.deps.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.subject, `setting:${SERVICE_HOURS.key}`))
  expect(log.at(-1)).toMatchObject({ before: { week_hours: week }, action: 'setting_saved' })
})

test('what somebody wrote into the table by hand and no form would read closes nothing', async () => {
  await world.deps.db.insert(settings).values({ key: SERVICE_HOURS.key, value: { week_hours: 'late' } } as never)
  expect(await readSetting(world.deps.db, SERVICE_HOURS)).toEqual(SERVICE_HOURS.default)
})
