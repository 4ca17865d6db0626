import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { databaseOfFile } from '../../test/database.ts'
import { insertVendor, LUNCH_TIME } from '../../test/world.ts'
import { audit_log } from '../audit/tables.ts'
import { vendors } from '../catalog/tables.ts'
import { movableClock } from '../clock.ts'
import { landmarkUsers } from '../delivery/riders/landmark-users.ts'
import { DELIVERY_SETTINGS } from '../settings/definitions.ts'
import { readSetting } from '../settings/read-setting.ts'
import { settings } from '../settings/tables.ts'
import { addPlace } from './add-place.ts'
import { wholeCampus } from './admin-campus.ts'
import { minutesToPlaces } from './campus-graph.ts'
import { changePlace } from './change-place.ts'
import { bringBackPlace, closePlace, reopenPlace, retirePlace } from './close-place.ts'
import { bringBackWay, closeWay, reopenWay, retireWay } from './close-way.ts'
import { type PlaceRow, placeVersion } from './place-form.ts'
import { readCampus } from './read-campus.ts'
import { saveWay, wayVersion } from './save-way.ts'
import { places, ways } from './tables.ts'

const database = await databaseOfFile()
const deps = { db: database.db, clock: movableClock(LUNCH_TIME), landmarkUsers }

const admin = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'ngozi@example.com' } as const
const vendor = { ...admin, role: 'vendor' }
const hall = { kind: 'hostel', latitude: '7.3', longitude: '5.14', position: '9' }

async function added(name = `Hall ${randomUUID().slice(0, 6)}`, more: Record<string, string> = {}): Promise<PlaceRow> {
  const answer = await addPlace(deps, admin, { ...hall, name, ...more })
  if (!answer.ok) throw new Error(`not added: ${answer.reason}`)
  return rowOf(answer.value.place_id)
}
async function rowOf(id: number): Promise<PlaceRow> {
  const [row] = await deps.db.select().from(places).where(eq(places.id, id))
  if (!row) throw new Error('no such place')
  return row
}
const seen = (place: PlaceRow) => ({ place_id: place.id, version: placeVersion(place) })
const lastAudit = async () => (await deps.db.select().from(audit_log).orderBy(desc(audit_log.id)).limit(1))[0]

describe('a place', () => {
  test('is added once however often it is sent, and stands in the log', async () => {
    const fields = { ...hall, name: 'Abiola Hall', meeting_point: 'yes' }
    const first = await addPlace(deps, admin, fields)
    expect(first).toMatchObject({ ok: true })
    expect(await lastAudit()).toMatchObject({ action: 'place_added', after: { name: 'Abiola Hall', kind: 'hostel' } })
    expect(await addPlace(deps, admin, fields)).toEqual(first)
    expect(await deps.db.$count(audit_log, eq(audit_log.action, 'place_added'))).toBe(1)
  })

  test('of two that two admins add at once one is refused by its name', async () => {
    const name = `Twin ${randomUUID().slice(0, 6)}`
    const answers = await Promise.all([
      addPlace(deps, admin, { ...hall, name }),
      addPlace(deps, admin, { ...hall, name: name.toUpperCase(), position: '8' }),
    ])
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: 'name_taken' })
  })

  test.each([
    [{ name: '' }, { reason: 'field', details: { field: 'name' } }],
    [{ kind: 'volcano' }, { reason: 'field', details: { field: 'kind' } }],
    [{ latitude: 'north' }, { reason: 'field', details: { field: 'latitude' } }],
    [
      { kind: 'junction', meeting_point: 'yes' },
      { reason: 'field', details: { field: 'meeting_point' } },
    ],
    [{ latitude: '0', longitude: '-20' }, { reason: 'outside' }],
    [{ name: 'futa north gate' }, { reason: 'name_taken' }],
  ])('is refused with %j', async (wrong, refusal) => {
    const answer = await addPlace(deps, admin, { ...hall, name: 'Nowhere', ...wrong })
    expect(answer).toMatchObject({ ok: false, ...refusal })
  })

  test('is renamed, and who is near it hears its new name', async () => {
    const place = await added('Old Market', { landmark: 'yes' })
    const kitchen = await insertVendor(deps.db, { landmark: 'Old Market' })
    const change = { place_id: place.id, fields: { ...hall, name: 'New Market', landmark: 'yes' } }
    const version = placeVersion(place)
    expect(await changePlace(deps, admin, { ...change, version })).toMatchObject({ ok: true })
    const [row] = await deps.db.select().from(vendors).where(eq(vendors.user_id, kitchen.user_id))
    expect(row?.landmark).toBe('New Market')
    expect(await lastAudit()).toMatchObject({ before: { name: 'Old Market' }, after: { name: 'New Market' } })
    // Again is nothing new; something else from the same form is out of date.
    expect(await changePlace(deps, admin, { ...change, version })).toMatchObject({ ok: true })
    const other = { ...change, fields: { ...change.fields, latitude: '7.31' }, version }
    expect(await changePlace(deps, admin, other)).toMatchObject({ reason: 'stale' })
    const now = placeVersion(await rowOf(place.id))
    const taken = { ...change, fields: { ...change.fields, name: 'Aluta Market' }, version: now }
    expect(await changePlace(deps, admin, taken)).toMatchObject({ reason: 'name_taken' })
    const { landmark: _, ...no_landmark } = change.fields
    expect(await changePlace(deps, admin, { ...change, fields: no_landmark, version: now })).toMatchObject({
      reason: 'in_use',
      details: { vendors: 1, riders: 0 },
    })
  })

  test('is closed and reopened, each once', async () => {
    const open = await added()
    expect(await closePlace(deps, admin, seen(open))).toMatchObject({ ok: true })
    expect(await closePlace(deps, admin, seen(open))).toMatchObject({ ok: true })
    const closed = await rowOf(open.id)
    expect(closed.closed_at).toEqual(LUNCH_TIME)
    expect(await reopenPlace(deps, admin, seen(open))).toMatchObject({ reason: 'stale' })
    expect(await reopenPlace(deps, admin, seen(closed))).toMatchObject({ ok: true })
    expect(await rowOf(open.id)).toEqual(open)
    expect(await lastAudit()).toMatchObject({ action: 'place_reopened', subject: `place:${open.id}` })
  })

  test('is not retired while somebody is near it, else it is out of every list until it is brought back', async () => {
    const place = await added(undefined, { landmark: 'yes' })
    const kitchen = await insertVendor(deps.db, { landmark: place.name })
    expect(await retirePlace(deps, admin, seen(place))).toMatchObject({ reason: 'in_use', details: { vendors: 1 } })
    await deps.db.update(vendors).set({ landmark: null }).where(eq(vendors.user_id, kitchen.user_id))
    expect(await retirePlace(deps, admin, seen(place))).toMatchObject({ ok: true })
    const retired = await rowOf(place.id)
    const campus = await wholeCampus(deps.db)
    expect(campus.places.map(({ id }) => id)).not.toContain(place.id)
    expect(campus.retired.map(({ id }) => id)).toContain(place.id)
    expect(await addPlace(deps, admin, { ...hall, name: place.name })).toMatchObject({ reason: 'name_retired' })
    expect(await closePlace(deps, admin, seen(retired))).toMatchObject({ reason: 'retired' })
    const change = { place_id: place.id, fields: { ...hall, name: 'Else' }, version: placeVersion(retired) }
    expect(await changePlace(deps, admin, change)).toMatchObject({ reason: 'retired' })
    expect(await bringBackPlace(deps, admin, seen(retired))).toMatchObject({ ok: true })
    expect(await rowOf(place.id)).toEqual(place)
  })

  test('is none of a vendor’s business, and an unknown one is not found', async () => {
    const place = await added()
    const change = { place_id: place.id, fields: { ...hall, name: place.name }, version: placeVersion(place) }
    for (const answer of [
      await addPlace(deps, vendor, hall),
      await changePlace(deps, vendor, change),
      await closePlace(deps, vendor, seen(place)),
      await retirePlace(deps, vendor, seen(place)),
      await changePlace(deps, admin, { ...change, place_id: 999_999 }),
      await closePlace(deps, admin, { place_id: 999_999, version: '' }),
    ]) {
      expect(answer).toMatchObject({ ok: false, reason: 'not_found' })
    }
  })
})

describe('a way', () => {
  const fields = { walk_minutes: '6', ride_minutes: '', closed_from: '', closed_until: '' }
  const wayOf = async (id: number) => (await deps.db.select().from(ways).where(eq(ways.id, id)))[0]

  test('joins two places once, whatever end is named first, and can be changed, retired and added again', async () => {
    const [one, other] = [await added(), await added()]
    const ends = { from: String(other.id), to: String(one.id) }
    const way = await saveWay(deps, admin, { way_id: null, fields: { ...fields, ...ends }, version: '' })
    if (!way.ok) throw new Error(way.reason)
    const { way_id } = way.value
    expect(await wayOf(way_id)).toMatchObject({ from_place_id: one.id, to_place_id: other.id, ride_minutes: null })
    const back = { ...fields, from: ends.to, to: ends.from }
    expect(await saveWay(deps, admin, { way_id: null, fields: back, version: '' })).toEqual(way)
    const slower = { ...back, walk_minutes: '7' }
    expect(await saveWay(deps, admin, { way_id: null, fields: slower, version: '' })).toMatchObject({
      reason: 'way_taken',
    })
    const before = await wayOf(way_id)
    const version = before ? wayVersion(before) : ''
    const closing = { ...fields, ride_minutes: '2', closed_from: '22:00', closed_until: '05:00' }
    expect(await saveWay(deps, admin, { way_id, fields: closing, version })).toMatchObject({ ok: true })
    expect(await saveWay(deps, admin, { way_id, fields: slower, version })).toMatchObject({ reason: 'stale' })
    expect(await lastAudit()).toMatchObject({ action: 'way_changed', after: { closed_from: '22:00' } })
    expect(await retireWay(deps, admin, { way_id, version })).toMatchObject({ reason: 'stale' })
    const now = await wayOf(way_id)
    expect(await retireWay(deps, admin, { way_id, version: now ? wayVersion(now) : '' })).toMatchObject({ ok: true })
    expect(await retireWay(deps, admin, { way_id, version: '' })).toMatchObject({ ok: true })
    expect(await saveWay(deps, admin, { way_id, fields, version })).toMatchObject({ reason: 'not_found' })
    expect(await saveWay(deps, admin, { way_id: null, fields: slower, version: '' })).toEqual(way)
    expect(await wayOf(way_id)).toMatchObject({ walk_minutes: 7, closed_from: null, retired_at: null })
  })

  test('is closed for now and opened again, and comes back as it was from being retired', async () => {
    const at = (latitude: string) => added(undefined, { latitude })
    const [one, other] = [await at('7.34'), await at('7.36')]
    const ends = { from: String(one.id), to: String(other.id) }
    const way = await saveWay(deps, admin, { way_id: null, fields: { ...fields, ...ends }, version: '' })
    if (!way.ok) throw new Error(way.reason)
    const { way_id } = way.value
    const row = await wayOf(way_id)
    const seen_way = { way_id, version: row ? wayVersion(row) : '' }
    const minutes = async () => {
      const by = { mode: 'ride', time: '12:00' } as const
      return minutesToPlaces(await readCampus(deps.db), one, by).get(other.id)
    }
    expect(await minutes()).toBe(6)
    for (const _ of [1, 2]) expect(await closeWay(deps, admin, seen_way)).toMatchObject({ ok: true })
    expect(await lastAudit()).toMatchObject({ action: 'way_closed', subject: `way:${way_id}` })
    expect(await minutes()).toBeUndefined()
    expect(await closeWay(deps, vendor, seen_way)).toMatchObject({ reason: 'not_found' })
    expect(await reopenWay(deps, admin, { way_id, version: 'old' })).toMatchObject({ reason: 'stale' })
    expect(await reopenWay(deps, admin, seen_way)).toMatchObject({ ok: true })
    expect(await minutes()).toBe(6)

    expect(await retireWay(deps, admin, seen_way)).toMatchObject({ ok: true })
    expect((await wholeCampus(deps.db)).retired_ways.map(({ id }) => id)).toContain(way_id)
    expect(await closeWay(deps, admin, seen_way)).toMatchObject({ reason: 'not_found' })
    expect(await minutes()).toBeUndefined()
    for (const _ of [1, 2]) expect(await bringBackWay(deps, admin, seen_way)).toMatchObject({ ok: true })
    expect(await lastAudit()).toMatchObject({ action: 'way_brought_back' })
    expect(await wayOf(way_id)).toEqual(row)
    expect(await minutes()).toBe(6)
    expect(await bringBackWay(deps, admin, { way_id: 999_999, version: '' })).toMatchObject({ reason: 'not_found' })
  })

  test.each([
    [{ walk_minutes: '0' }, 'walk_minutes'],
    [{ walk_minutes: '900' }, 'walk_minutes'],
    [{ walk_minutes: 'a while' }, 'walk_minutes'],
    [{ ride_minutes: '121' }, 'ride_minutes'],
    [{ closed_from: '22:00' }, 'closed_until'],
    [{ closed_until: '05:00' }, 'closed_from'],
    [{ closed_from: '24:00', closed_until: '05:00' }, 'closed_from'],
    [{ closed_from: '22:00', closed_until: '22:00' }, 'closed_until'],
    [{ from: '999999' }, 'from'],
    [{ to: '1e3' }, 'to'],
    [{ to: '' }, 'to'],
    [{ to: '99999999999' }, 'to'],
  ])('is refused with %j', async (wrong, field) => {
    const place = await added()
    const typed = { ...fields, from: '1', to: String(place.id), ...wrong }
    const answer = await saveWay(deps, admin, { way_id: null, fields: typed, version: '' })
    expect(answer).toMatchObject({ reason: 'field', details: { field } })
  })

  test('leads neither to its own beginning nor to a retired place', async () => {
    const place = await added()
    const own = { ...fields, from: String(place.id), to: String(place.id) }
    const refusal = { reason: 'field', details: { field: 'to' } }
    expect(await saveWay(deps, admin, { way_id: null, fields: own, version: '' })).toMatchObject(refusal)
    await retirePlace(deps, admin, seen(place))
    const retired = { ...fields, from: '1', to: String(place.id) }
    expect(await saveWay(deps, admin, { way_id: null, fields: retired, version: '' })).toMatchObject(refusal)
    expect(await saveWay(deps, vendor, { way_id: null, fields: retired, version: '' })).toMatchObject({
      reason: 'not_found',
    })
  })
})

test('the first place of an empty campus is its middle, wherever it is, and others have to be near it', async () => {
  await deps.db.delete(ways)
  await deps.db.delete(places)
  await deps.db.delete(settings)
  const abuja = { latitude: '8.98', longitude: '7.18' }
  const first = await added('Main Gate', abuja)
  expect((await readSetting(deps.db, DELIVERY_SETTINGS)).campus).toEqual({ latitude: 8.98, longitude: 7.18 })
  const { latitude, longitude } = first
  await added('Second Hall', { latitude: String(latitude + 0.01), longitude: String(longitude) })
  expect((await readSetting(deps.db, DELIVERY_SETTINGS)).campus).toEqual({ latitude: 8.98, longitude: 7.18 })
  expect(await addPlace(deps, admin, { ...hall, name: 'Far Hall' })).toMatchObject({ reason: 'outside' })
})
