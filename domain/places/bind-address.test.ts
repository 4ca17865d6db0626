import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { FoundPlace } from '../../adapters/maps/geocoder.ts'
import { databaseOfFile } from '../../test/database.ts'
import { system_clock } from '../clock.ts'
import { bindAddress } from './bind-address.ts'
import { readCampus, takesDeliveries } from './read-campus.ts'
import { places } from './tables.ts'

const database = await databaseOfFile()

const jadesola = { latitude: 7.32825, longitude: 5.13956 }
const lekki = { latitude: 6.4474, longitude: 3.4723 }
const atlantic = { latitude: 0, longitude: 0 }

async function bind(
  address: string,
  position: typeof lekki | null = null,
  found: FoundPlace | null = null,
  chosen: string | null = null,
) {
  const geocoder = { reverse: async () => null, search: async () => found }
  const campus = await readCampus(database.db)
  const bound = await bindAddress({ db: database.db, clock: system_clock, geocoder }, campus, {
    address,
    chosen,
    position,
    meeting_points: campus.places.filter((place) => place.meeting_point && takesDeliveries(place)),
  })
  if (bound.ok) return { name: bound.value.place.name, point: bound.value.point }
  const { place, instead } = { place: undefined, instead: undefined, ...bound.details }
  return { reason: bound.reason, place: place?.name, instead: instead?.name }
}

describe('an address means', () => {
  test.each([
    ['Room 12, Jadesola Hall', 'Jadesola Hall'],
    ['rm 12 JADESOLA   hall.', 'Jadesola Hall'],
    ['Jàdesola-Hall, block B', 'Jadesola Hall'],
    ['Block 3, behind FUTA South Gate', 'FUTA South Gate'],
    ['Jadesola Hall, not far from FUTA North Gate', 'Jadesola Hall'],
    ['Shop 3, FUTA East Gate, the way to FUTA South Gate', 'FUTA East Gate'],
  ])('the place that it names: %s', async (address, name) => {
    expect(await bind(address)).toMatchObject({ name })
  })

  test('the place that was chosen, as long as it stands in it', async () => {
    const address = 'FUTA North Gate, Room 12, Jadesola Hall'
    expect(await bind(address, null, null, 'FUTA North Gate')).toMatchObject({ name: 'FUTA North Gate' })
    expect(await bind(address, null, null, 'Aluta Market')).toMatchObject({ name: 'Jadesola Hall' })
  })

  test('that place also for somebody who orders from elsewhere', async () => {
    expect(await bind('Room 12, Jadesola Hall', lekki)).toEqual({ name: 'Jadesola Hall', point: jadesola })
  })

  test('the open place that was chosen for a pin beside a closed one, exactly where the pin is', async () => {
    const near = { latitude: jadesola.latitude + 0.002, longitude: jadesola.longitude }
    const values = { name: 'Adeniyi Hall', kind: 'hostel' as const, ...near, position: 99 }
    await database.db.insert(places).values(values)
    const here = eq(places.name, 'Jadesola Hall')
    await database.db.update(places).set({ closed_at: new Date() }).where(here)
    const pin = { latitude: jadesola.latitude + 0.0005, longitude: jadesola.longitude }
    expect(await bind('Adeniyi Hall', pin, null, 'Adeniyi Hall')).toEqual({ name: 'Adeniyi Hall', point: pin })
    // Nobody put a pin: somebody there wants it brought to the next hall.
    expect(await bind('Room 3, Adeniyi Hall', pin)).toEqual({ name: 'Adeniyi Hall', point: near })
    await database.db.update(places).set({ closed_at: null }).where(here)
    await database.db.update(places).set({ retired_at: new Date() }).where(eq(places.name, 'Adeniyi Hall'))
  })

  test('exactly where the phone is, if that is there', async () => {
    const position = { latitude: jadesola.latitude + 0.001, longitude: jadesola.longitude }
    expect(await bind('Room 12, Jadesola Hall', position)).toEqual({ name: 'Jadesola Hall', point: position })
    expect(await bind('the blue door', position)).toEqual({ name: 'Jadesola Hall', point: position })
  })
})

describe('an address is refused', () => {
  test.each([
    ['Admiralty Way, Lekki', lekki],
    ['the boat', atlantic],
    ['Room 12', null],
  ])('that is near no place, with the nearest meeting point: %s', async (address, position) => {
    const bound = await bind(address, position)
    expect(bound).toMatchObject({ reason: 'not_near' })
    expect(bound).toHaveProperty('instead', expect.stringMatching(/Gate|Market/))
  })

  test('until the customer says that the map found the right place', async () => {
    const found = { display_name: 'a street', latitude: jadesola.latitude, longitude: jadesola.longitude + 0.002 }
    expect(await bind('3 Hall Street', null, found)).toMatchObject({ reason: 'is_it_near', place: 'Jadesola Hall' })
  })

  test('while the place is closed', async () => {
    const here = eq(places.name, 'Jadesola Hall')
    await database.db.update(places).set({ closed_at: new Date() }).where(here)
    expect(await bind('Room 12, Jadesola Hall')).toMatchObject({ reason: 'place_closed', instead: 'FUTA North Gate' })
    expect(await bind('Room 12', jadesola)).toMatchObject({ reason: 'place_closed', place: 'Jadesola Hall' })
    expect(await bind('FUTA East Gate, for Jadesola Hall')).toMatchObject({ name: 'FUTA East Gate' })
    await database.db.update(places).set({ closed_at: null }).where(here)
  })

  test('on a campus without places', async () => {
    await database.db.update(places).set({ retired_at: new Date() })
    expect(await bind('Room 12, Jadesola Hall')).toMatchObject({ reason: 'no_places' })
    await database.db.update(places).set({ retired_at: null })
  })
})
