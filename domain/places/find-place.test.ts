import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ProviderUnavailable } from '../../adapters/call-provider.ts'
import type { FoundPlace, Geocoder } from '../../adapters/maps/geocoder.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { LUNCH_TIME } from '../../test/world.ts'
import { movableClock } from '../clock.ts'
import { findAddress, findPoint } from './find-place.ts'
import { geocodes } from './tables.ts'

const jadesola: FoundPlace = {
  display_name: 'Jadesola Hall, FUTA, Akure',
  latitude: 7.30417,
  longitude: 5.13958,
}
const road_block: FoundPlace = { display_name: 'Road Block, Akure', latitude: 7.2841, longitude: 5.1633 }

/** A map that knows two places, remembers what it was asked, and can be down. */
function map() {
  const asked: unknown[] = []
  const state = { down: false }
  const answer = async (question: unknown, found: FoundPlace | null) => {
    asked.push(question)
    if (state.down) throw new ProviderUnavailable('nominatim: no answer')
    return found
  }
  const geocoder: Geocoder = {
    reverse: (point) => answer(point, point.latitude > 0 ? jadesola : null),
    search: (address) => answer(address, /road block/i.test(address) ? road_block : null),
  }
  return { geocoder, asked, state }
}

let database: TestDatabase
let deps: Parameters<typeof findAddress>[0]
let clock: ReturnType<typeof movableClock>
let asked: unknown[]
let state: { down: boolean }

beforeEach(async () => {
  database = await createTestDatabase(5)
  clock = movableClock(LUNCH_TIME)
  const fake = map()
  asked = fake.asked
  state = fake.state
  deps = { db: database.db, clock, geocoder: fake.geocoder }
})
afterEach(() => database.close())

describe('the address at a point', () => {
  test('is asked for on a grid of eleven metres, which is all that the map learns of a customer', async () => {
    expect(await findAddress(deps, { latitude: 7.304169, longitude: 5.139581 })).toBe('Jadesola Hall, FUTA, Akure')
    expect(asked).toEqual([{ latitude: 7.3042, longitude: 5.1396 }])
  })

  test('is asked for once for everybody in the same square', async () => {
    await findAddress(deps, { latitude: 7.30421, longitude: 5.13962 })
    await findAddress(deps, { latitude: 7.30419, longitude: 5.13958 })
    expect(asked).toHaveLength(1)
    await findAddress(deps, { latitude: 7.3043, longitude: 5.1396 })
    expect(asked).toHaveLength(2)
  })

  test('that is nothing is remembered too', async () => {
    const ocean = { latitude: -1, longitude: 5 }
    expect(await findAddress(deps, ocean)).toBeNull()
    expect(await findAddress(deps, ocean)).toBeNull()
    expect(asked).toHaveLength(1)
  })
})

describe('the point of an address', () => {
  test('is asked for once, however the address is written', async () => {
    expect(await findPoint(deps, 'Road Block, Akure')).toMatchObject({ latitude: 7.2841, longitude: 5.1633 })
    expect(await findPoint(deps, '  road  block,\nakure ')).toMatchObject({
      latitude: 7.2841,
      longitude: 5.1633,
    })
    expect(asked).toEqual(['Road Block, Akure'])
  })

  test('that nobody knows is remembered too', async () => {
    expect(await findPoint(deps, 'Atlantis')).toBeNull()
    expect(await findPoint(deps, 'ATLANTIS')).toBeNull()
    expect(asked).toEqual(['Atlantis'])
  })
})

test('what was found is asked for again after 90 days', async () => {
  await findPoint(deps, 'Road Block')
  clock.advance(90 * 86_400 - 1)
  await findPoint(deps, 'Road Block')
  expect(asked).toHaveLength(1)
  clock.advance(1)
  await findPoint(deps, 'Road Block')
  await findPoint(deps, 'Road Block')
  expect(asked).toHaveLength(2)
})

test('a map that is down answers nothing, and that is not remembered', async () => {
  state.down = true
  expect(await findPoint(deps, 'Road Block')).toBeNull()
  expect(await findAddress(deps, jadesola)).toBeNull()
  expect(await database.db.select().from(geocodes)).toEqual([])
  state.down = false
  expect(await findPoint(deps, 'Road Block')).not.toBeNull()
})

test('a bug in the adapter is not taken for a map that is down', async () => {
  deps.geocoder.search = () => Promise.reject(new TypeError('a bug'))
  await expect(findPoint(deps, 'Road Block')).rejects.toThrow('a bug')
})

test('twenty customers at one gate are one row', async () => {
  await Promise.all(Array.from({ length: 20 }, () => findAddress(deps, jadesola)))
  const rows = await database.db.select().from(geocodes).where(eq(geocodes.key, 'reverse:7.3042,5.1396'))
  expect(rows).toHaveLength(1)
})
