import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseOfFile } from '../../test/database.ts'
import { LUNCH_TIME } from '../../test/world.ts'
import { audit_log } from '../audit/tables.ts'
import { movableClock } from '../clock.ts'
import { savedSetting } from '../settings/read-setting.ts'
import { settings } from '../settings/tables.ts'
import { CAMPUS_PLAN, cornersAround, type LaidPlan } from './campus-plan.ts'
import { distanceKm } from './distance.ts'
import { layPlan, placePlan, removePlan } from './lay-plan.ts'

const database = await databaseOfFile()
let deps: Parameters<typeof layPlan>[0] & { clock: ReturnType<typeof movableClock> }
const sizes = new Map([
  ['/images/a-plan.webp', { width_px: 1200, height_px: 800 }],
  ['/images/alike-plan.webp', { width_px: 601, height_px: 400 }],
  ['/images/tall-plan.webp', { width_px: 500, height_px: 900 }],
])
beforeAll(async () => {
  const sizeOf = async (picture: string) => sizes.get(picture) ?? null
  deps = { db: database.db, clock: movableClock(LUNCH_TIME), pictures: { sizeOf } }
})
beforeEach(async () => {
  await database.db.delete(settings)
})

const admin = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'ngozi@example.com' } as const
const corners = { north: '7.312', west: '5.13', south: '7.295', east: '5.15' }

const saved = () => savedSetting(database.db, CAMPUS_PLAN)
async function lay(picture = '/images/a-plan.webp', version?: string) {
  deps.clock.advance(1)
  return layPlan(deps, admin, { picture, version: version ?? (await saved()).version })
}
async function place(fields: Record<string, string>, version?: string) {
  deps.clock.advance(1)
  return placePlan(deps, admin, { fields, version: version ?? (await saved()).version })
}
async function laid(): Promise<LaidPlan> {
  const { value } = await saved()
  if (value.picture === null) throw new Error('no plan lies there')
  return value
}

describe('a plan', () => {
  test('lies around the campus at first, once however often it is sent, and stands in the log', async () => {
    const logged = await database.db.$count(audit_log)
    expect(await lay('/images/a-plan.webp', '')).toMatchObject({ ok: true })
    expect(await lay('/images/a-plan.webp', '')).toMatchObject({ ok: true })
    const { north_west, south_east } = await laid()
    expect(north_west.latitude).toBeGreaterThan(south_east.latitude)
    expect(north_west.longitude).toBeLessThan(south_east.longitude)
    expect(await database.db.$count(audit_log)).toBe(logged + 1)
    const [entry] = await database.db.select().from(audit_log).orderBy(desc(audit_log.id)).limit(1)
    expect(entry).toMatchObject({
      action: 'setting_saved',
      subject: 'setting:campus_plan',
      after: { picture: '/images/a-plan.webp' },
    })
  })

  test('is placed by its corners; one of the same shape lies there after it, another around the campus', async () => {
    await lay()
    expect(await place(corners)).toMatchObject({ ok: true })
    const where = {
      north_west: { latitude: 7.312, longitude: 5.13 },
      south_east: { latitude: 7.295, longitude: 5.15 },
    }
    expect(await laid()).toMatchObject(where)
    await lay('/images/alike-plan.webp')
    expect(await laid()).toMatchObject({ ...where, picture: '/images/alike-plan.webp', width_px: 601 })
    await lay('/images/tall-plan.webp')
    expect((await laid()).north_west).not.toEqual(where.north_west)
  })

  test.each([
    [{ south: '7.312', north: '7.295' }, 'south', /south of the top left one/],
    [{ south: corners.north }, 'south', /south of the top left one/],
    [{ west: corners.east, east: corners.west }, 'east', /east of the top left one/],
    [{ north: 'far up' }, 'north', /degrees in figures/],
    [{ east: '' }, 'east', /degrees in figures/],
    [{ north: '91' }, 'north', /Between/],
    [{ north: '8.3' }, 'north', /service radius/],
    [{ east: '6.2' }, 'south', /service radius/],
  ])('is refused where its corners say %j', async (wrong, field, said) => {
    await lay()
    const before = await laid()
    const answer = await place({ ...corners, ...wrong })
    expect(answer).toMatchObject({ reason: 'field', details: { field, said: expect.stringMatching(said) } })
    expect(await laid()).toEqual(before)
  })

  test('is taken away, twice alike; then there is nothing to place', async () => {
    await lay()
    const { version } = await saved()
    deps.clock.advance(1)
    for (const _ of ['once', 'and again'])
      expect(await removePlan(deps, admin, { version })).toMatchObject({ ok: true })
    expect((await saved()).value).toEqual({ picture: null })
    expect(await place(corners)).toMatchObject({ reason: 'not_found' })
  })

  test('is not changed by a form that is older than what another admin saved', async () => {
    await lay()
    const { version } = await saved()
    await place(corners)
    expect(await place({ ...corners, north: '7.313' }, version)).toMatchObject({ reason: 'stale' })
    expect(await lay('/images/tall-plan.webp', version)).toMatchObject({ reason: 'stale' })
    expect(await removePlan(deps, admin, { version })).toMatchObject({ reason: 'stale' })
    // What was sent twice is not out of date.
    expect(await place(corners, version)).toMatchObject({ ok: true })
  })

  test('is nobody’s but an admin’s, and no picture that is not there', async () => {
    const rider = { ...admin, role: 'rider' }
    const not_found = { reason: 'not_found' }
    expect(await layPlan(deps, rider, { picture: '/images/a-plan.webp', version: '' })).toMatchObject(not_found)
    expect(await placePlan(deps, rider, { fields: corners, version: '' })).toMatchObject(not_found)
    expect(await removePlan(deps, rider, { version: '' })).toMatchObject(not_found)
    expect(await lay('/images/gone-plan.webp')).toMatchObject(not_found)
    expect(await database.db.select().from(settings).where(eq(settings.key, CAMPUS_PLAN.key))).toEqual([])
  })
})

describe('the first placing', () => {
  const centre = { latitude: 7.3037, longitude: 5.1388 }
  const campus = [centre, { latitude: 7.3106, longitude: 5.1301 }, { latitude: 7.298, longitude: 5.1449 }]

  test.each([
    [2400, 1200],
    [1200, 2400],
    [1000, 1000],
  ])('of %i by %i pixels covers all places and keeps its shape', (width_px, height_px) => {
    const { north_west, south_east } = cornersAround(campus, centre, { width_px, height_px })
    for (const { latitude, longitude } of campus) {
      expect(latitude).toBeLessThan(north_west.latitude)
      expect(latitude).toBeGreaterThan(south_east.latitude)
      expect(longitude).toBeGreaterThan(north_west.longitude)
      expect(longitude).toBeLessThan(south_east.longitude)
    }
    const wide = distanceKm(north_west, { ...north_west, longitude: south_east.longitude })
    const high = distanceKm(north_west, { ...north_west, latitude: south_east.latitude })
    expect(wide / high / (width_px / height_px)).toBeCloseTo(1, 2)
  })

  test('of a campus without places, or with one, lies around its middle', () => {
    for (const places of [[], [centre]]) {
      const { north_west, south_east } = cornersAround(places, centre, { width_px: 800, height_px: 600 })
      expect((north_west.latitude + south_east.latitude) / 2).toBeCloseTo(centre.latitude, 4)
      expect(distanceKm(north_west, south_east)).toBeGreaterThan(0.2)
    }
  })
})
