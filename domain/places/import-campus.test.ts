import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { demo_places, demo_ways } from '../../demo/places.ts'
import { plantTestCampus } from '../../test/campus.ts'
import { databaseOfFile } from '../../test/database.ts'
import { insertVendor, LUNCH_TIME } from '../../test/world.ts'
import { audit_log } from '../audit/tables.ts'
import { movableClock } from '../clock.ts'
import { landmarkUsers } from '../delivery/riders/landmark-users.ts'
import { wholeCampus } from './admin-campus.ts'
import { campusFile, MOST_FEATURES, readCampusFile, shortFile } from './geojson.ts'
import { importCampus, previewImport } from './import-campus.ts'
import { places, ways } from './tables.ts'

const database = await databaseOfFile()
const deps = { db: database.db, clock: movableClock(LUNCH_TIME), landmarkUsers }
beforeEach(async () => {
  await deps.db.delete(ways)
  await deps.db.delete(places)
  await plantTestCampus(deps.db)
})

const admin = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'ngozi@example.com' } as const
const fileOf = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features })
const point = (name: unknown, more: object = {}, coordinates: unknown[] = [5.141, 7.3049]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties: { name, kind: 'hostel', ...more },
})
const line = (from: string, to: string, more: object = {}) => ({
  type: 'Feature',
  geometry: { type: 'LineString', coordinates: [] },
  properties: { from, to, walk_minutes: 6, ...more },
})
/** What a file says, whichever end of a way it names first. */
const ofNoDirection = (text: string) =>
  (JSON.parse(text).features as { geometry: unknown; properties: { from?: string; to?: string } }[]).map(
    ({ geometry, properties: { from, to, ...properties } }) =>
      from ? { ...properties, ends: [from, to].sort() } : { ...properties, geometry },
  )
const nothing = { added: 0, changed: 0 }

describe('a file of the campus', () => {
  test('that was exported brings nothing new, and shows what it is', async () => {
    const text = campusFile(await wholeCampus(deps.db))
    const { features } = JSON.parse(text)
    expect(features).toHaveLength(11)
    expect(features[0]).toMatchObject({
      geometry: { type: 'Point', coordinates: [5.13956, 7.30667] },
      properties: { name: 'FUTA North Gate', kind: 'gate', landmark: true, verified: true },
    })
    expect(features[6].geometry).toMatchObject({ type: 'LineString' })
    const answer = await importCampus(deps, admin, text)
    expect(answer).toMatchObject({ ok: true, value: { places: nothing, ways: nothing, wrong: [] } })
  })

  test('of a whole other campus comes in once, and what it does not name stays', async () => {
    const text = shortFile(demo_places, demo_ways)
    const before = await wholeCampus(deps.db)
    const preview = await previewImport(deps, admin, text)
    expect(await wholeCampus(deps.db)).toEqual(before)
    if (!preview.ok) throw new Error(preview.reason)
    expect(preview.value).toMatchObject({ places: { added: 20, changed: 1 }, wrong: [] })
    expect(await importCampus(deps, admin, preview.value.good)).toMatchObject({ ok: true, value: { wrong: [] } })
    const after = await wholeCampus(deps.db)
    expect(after.places).toHaveLength(26)
    const standing = before.ways.filter(({ id }) => after.ways.some((way) => way.id === id))
    expect(standing).toHaveLength(before.ways.length)
    // What is new stands behind what was there.
    expect(after.places.slice(0, 6).map(({ id }) => id)).toEqual(before.places.map(({ id }) => id))
    const again = await importCampus(deps, admin, preview.value.good)
    expect(again).toMatchObject({ ok: true, value: { places: nothing, ways: nothing } })
    expect(await wholeCampus(deps.db)).toEqual(after)
    expect(await deps.db.$count(audit_log, eq(audit_log.action, 'campus_imported'))).toBe(1)
  })

  test('changes what it says and nothing else, and brings a retired place back', async () => {
    await deps.db.update(places).set({ retired_at: LUNCH_TIME }).where(eq(places.name, 'FUTA East Gate'))
    await deps.db.update(places).set({ closed_at: LUNCH_TIME }).where(eq(places.name, 'Jadesola Hall'))
    const moved = point('JADESOLA HALL', { kind: undefined }, [5.14, 7.32])
    const text = fileOf(moved, point('FUTA East Gate', { kind: 'gate' }), line('jadesola hall', 'futa east gate'))
    expect(await importCampus(deps, admin, text)).toMatchObject({
      ok: true,
      value: { places: { added: 1, changed: 1 }, ways: { added: 1 }, wrong: [] },
    })
    const { places: now, retired } = await wholeCampus(deps.db)
    expect(retired).toEqual([])
    const hall = now.find(({ name }) => name === 'Jadesola Hall')
    expect(hall).toMatchObject({ kind: 'hostel', latitude: 7.32, position: 6, closed_at: LUNCH_TIME })
    expect(now.find(({ name }) => name === 'FUTA East Gate')).toMatchObject({ landmark: true, kind: 'gate' })
    const [entry] = await deps.db.select().from(audit_log).orderBy(desc(audit_log.id)).limit(1)
    expect(entry).toMatchObject({
      action: 'campus_imported',
      after: { places_added: ['FUTA East Gate'], places_changed: ['Jadesola Hall'] },
    })
  })

  test('tells each wrong feature with its number, and the others go in', async () => {
    await insertVendor(deps.db, { landmark: 'FUTA North Gate' })
    const wrong: [unknown, RegExp][] = [
      ['nonsense', /no feature/],
      [point('X'), /at least 3 letters/],
      [point(7), /enter a name/],
      [point('Atlantis', {}, [-30, 0]), /service radius/],
      [point('Upside Down', {}, [7.3, 95]), /longitude first/],
      [point('Half Hall', {}, [5.14]), /longitude and a latitude/],
      [point('New Hall', { kind: undefined }), /needs a kind/],
      [point('Volcano', { kind: 'volcano' }), /choose what it is/],
      [point('Crossing', { kind: 'junction', meeting_point: true }), /junction/],
      [point('Maybe Hall', { verified: 'yes' }), /verified is true or false/],
      [point('FUTA North Gate', { kind: 'gate', landmark: false }), /stays a landmark/],
      [{ ...point('Lake'), geometry: { type: 'Polygon', coordinates: [] } }, /Polygon/],
      [line('Good Hall', 'Nowhere Hall'), /Nowhere Hall is no place/],
      [line('Good Hall', 'good hall'), /to itself/],
      [line('Good Hall', 'Aluta Market', { walk_minutes: 900 }), /walk_minutes: Between 1 and 120/],
      [line('Good Hall', 'Aluta Market', { closed_from: '22:00' }), /both hours/],
      [{ ...line('', ''), properties: null }, /from and to/],
      [point('good hall'), /twice/],
      [line('Aluta Market', 'Good Hall', { walk_minutes: 9 }), /twice/],
    ]
    const good = [point('Good Hall'), line('Good Hall', 'Aluta Market')]
    const answer = await previewImport(deps, admin, fileOf(...good, ...wrong.map(([feature]) => feature)))
    if (!answer.ok) throw new Error(answer.reason)
    const { places: of_places, ways: of_ways, wrong: told } = answer.value
    expect([of_places.added, of_ways.added]).toEqual([1, 1])
    expect(told.map(({ feature }) => feature)).toEqual(wrong.map((_, index) => index + 3))
    for (const [index, [, words]] of wrong.entries()) expect(told[index]?.problem).toMatch(words)
    expect(await importCampus(deps, admin, answer.value.good)).toMatchObject({ ok: true, value: { wrong: [] } })
  })

  test.each([
    ['', 'not_geojson'],
    ['name,kind', 'not_geojson'],
    ['{"type":"Feature"}', 'not_geojson'],
    ['['.repeat(100_000), 'not_geojson'],
    [fileOf(...Array.from({ length: MOST_FEATURES + 1 }, () => point('Hall'))), 'too_many'],
  ])('is refused as a whole where it is none: %.20s', async (text, reason) => {
    expect(await previewImport(deps, admin, text)).toMatchObject({ ok: false, reason })
    expect(await importCampus(deps, admin, text)).toMatchObject({ ok: false, reason })
  })

  test('is none that a vendor brings', async () => {
    const vendor = { ...admin, role: 'vendor' }
    expect(await importCampus(deps, vendor, fileOf())).toMatchObject({ reason: 'not_found' })
    expect(await previewImport(deps, vendor, fileOf())).toMatchObject({ reason: 'not_found' })
  })

  test('that was exported makes the same campus elsewhere: closed, in its order, with what is retired', async () => {
    const at = (name: string) => eq(places.name, name)
    await deps.db.update(places).set({ closed_at: LUNCH_TIME, position: 77 }).where(at('Jadesola Hall'))
    await deps.db.update(places).set({ retired_at: LUNCH_TIME }).where(at('FUTA East Gate'))
    await deps.db.update(ways).set({ closed_at: LUNCH_TIME }).where(eq(ways.walk_minutes, 12))
    await deps.db.update(ways).set({ retired_at: LUNCH_TIME }).where(eq(ways.walk_minutes, 18))
    const text = campusFile(await wholeCampus(deps.db))
    const same = await importCampus(deps, admin, text)
    expect(same).toMatchObject({ ok: true, value: { places: nothing, ways: nothing, wrong: [] } })
    await deps.db.delete(ways)
    await deps.db.delete(places)
    expect(await importCampus(deps, admin, text)).toMatchObject({ ok: true, value: { wrong: [] } })
    expect(ofNoDirection(campusFile(await wholeCampus(deps.db)))).toEqual(ofNoDirection(text))
  })

  test('that was exported comes in with another time on a way to a retired place, which stays retired', async () => {
    await deps.db.update(places).set({ retired_at: LUNCH_TIME }).where(eq(places.name, 'Jadesola Hall'))
    const text = campusFile(await wholeCampus(deps.db))
    const edited = text.replace('"walk_minutes":13', '"walk_minutes":14')
    expect(edited).not.toBe(text)
    expect(await importCampus(deps, admin, edited)).toMatchObject({
      ok: true,
      value: { places: nothing, ways: { added: 0, changed: 1 }, wrong: [] },
    })
    expect((await wholeCampus(deps.db)).retired).toMatchObject([{ name: 'Jadesola Hall', retired_at: LUNCH_TIME }])
    expect(ofNoDirection(campusFile(await wholeCampus(deps.db)))).toEqual(ofNoDirection(edited))
  })

  test('opens and closes what it says, and retires no landmark that is in use', async () => {
    await insertVendor(deps.db, { landmark: 'FUTA North Gate' })
    const text = (closed: boolean) =>
      fileOf(point('Jadesola Hall', { closed }), line('FUTA North Gate', 'Jadesola Hall', { closed, walk_minutes: 13 }))
    for (const closed of [true, false]) {
      expect(await importCampus(deps, admin, text(closed))).toMatchObject({ ok: true, value: { wrong: [] } })
      const { places: now, ways: between } = await wholeCampus(deps.db)
      expect(now.find(({ name }) => name === 'Jadesola Hall')?.closed_at !== null).toBe(closed)
      expect(between.find(({ walk_minutes }) => walk_minutes === 13)?.closed_at !== null).toBe(closed)
    }
    const gone = fileOf(point('FUTA North Gate', { kind: 'gate', landmark: true, retired: true }))
    const answer = await importCampus(deps, admin, gone)
    expect(answer).toMatchObject({ ok: true, value: { wrong: [{ problem: expect.stringMatching(/not retired/) }] } })
  })

  test('of the largest size, read and written short, fits into a form', () => {
    const name = (index: number) => `${'Hall of the Students '.repeat(2)}${index}`
    const many = Array.from({ length: MOST_FEATURES }, (_, index) =>
      index % 2 ? line(name(index), name(index + 1), { ride_minutes: 2 }) : point(name(index), { landmark: true }),
    )
    const read = readCampusFile(fileOf(...many))
    if (!read.ok) throw new Error(read.reason)
    const short = shortFile(
      read.value.places.map((one) => one.read),
      read.value.ways.map((one) => one.read),
    )
    expect(read.value.wrong).toEqual([])
    expect(short.length).toBeLessThan(200 * 1024)
  })
})
