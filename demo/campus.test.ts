import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'
import { openState } from '../domain/catalog/hours/opening-hours.ts'
import { minutesToPlaces, nearestPlace } from '../domain/places/campus-graph.ts'
import { demo_vendors } from './campus.ts'
import { demo_places, demo_ways } from './places.ts'

const landmarks = new Map(demo_places.filter(({ landmark }) => landmark).map((place) => [place.name, place]))
const dishes = demo_vendors.flatMap((vendor) => vendor.dishes)

describe('vendors', () => {
  test('there are enough of them, of many kinds, around every landmark', () => {
    expect(demo_vendors.length).toBeGreaterThanOrEqual(32)
    expect(new Set(demo_vendors.map((vendor) => vendor.category)).size).toBeGreaterThanOrEqual(20)
    expect(landmarks.size).toBe(5)
    for (const landmark of landmarks.keys()) {
      expect(demo_vendors.filter((vendor) => vendor.landmark === landmark).length, landmark).toBeGreaterThanOrEqual(5)
    }
  })

  test.each(['key', 'name', 'email', 'phone', 'address'] as const)('no two share a %s', (field) => {
    expect(new Set(demo_vendors.map((vendor) => vendor[field].toLowerCase())).size).toBe(demo_vendors.length)
  })

  test('every state of a vendor is there', () => {
    const count = (holds: (vendor: (typeof demo_vendors)[number]) => boolean) => demo_vendors.filter(holds).length
    expect(count((vendor) => vendor.paused === true)).toBe(2)
    expect(count((vendor) => vendor.status === 'Pending')).toBe(1)
    expect(count((vendor) => vendor.status === 'Inactive')).toBe(1)
    expect(count((vendor) => vendor.status === 'Active' && vendor.rating === null)).toBe(1)
    expect(count((vendor) => vendor.picture === null)).toBe(3)
    expect(count((vendor) => vendor.hours[6].length === 0)).toBeGreaterThanOrEqual(3)
  })

  test.each(demo_vendors)('$name can be called, paid and found', (vendor) => {
    const phone = parsePhoneNumberFromString(vendor.phone, 'NG')
    expect(vendor.phone).toMatch(/^0\d{10}$/)
    expect([phone?.isValid(), phone?.getType()]).toEqual([true, 'MOBILE'])
    expect(vendor.bank.account_number).toMatch(/^\d{10}$/)
    const landmark = landmarks.get(vendor.landmark)
    expect(landmark && metresBetween(vendor, landmark)).toBeLessThan(400)
  })
})

describe('the campus', () => {
  const places = demo_places.map((place, index) => ({ ...place, id: index }))
  const idOf = (name: string) => places.findIndex((place) => place.name === name)
  const ways = demo_ways.map((way) => ({
    closed_from: null,
    closed_until: null,
    ...way,
    from_place_id: idOf(way.from),
    to_place_id: idOf(way.to),
  }))

  test('has no way to a place that it does not have', () => {
    expect(ways.filter(({ from_place_id, to_place_id }) => from_place_id < 0 || to_place_id < 0)).toEqual([])
  })

  test.each(['13:00', '23:00'])('can be ridden from every kitchen to every place at %s', (time) => {
    for (const vendor of demo_vendors) {
      const reached = minutesToPlaces({ places, ways }, vendor, { mode: 'ride', time })
      expect([vendor.name, reached.size]).toEqual([vendor.name, places.length])
      expect(Math.max(...reached.values())).toBeLessThan(30)
    }
  })
})

describe('a landmark of which all ways are closed at night', () => {
  const places = demo_places.map((place, index) => ({ ...place, id: index }))
  const at = { mode: 'ride', time: '23:00' } as const

  test.each([...landmarks.keys()])('is reached from nowhere else then, nor anything from there: %s', (name) => {
    const ways = demo_ways.map((way) => ({
      ...{ closed_from: null, closed_until: null },
      ...way,
      ...(way.from === name || way.to === name ? { closed_from: '22:00', closed_until: '05:00' } : {}),
      from_place_id: places.findIndex((place) => place.name === way.from),
      to_place_id: places.findIndex((place) => place.name === way.to),
    }))
    const gate = places.find((place) => place.name === name)
    for (const from of [...places, ...demo_vendors]) {
      const is_there = nearestPlace(places, from)?.place === gate
      const reached = minutesToPlaces({ places, ways }, from, at)
      expect([from.name, reached.has(gate?.id ?? -1), reached.size > 1]).toEqual([from.name, is_there, !is_there])
    }
  })
})

describe('opening hours', () => {
  const halfHours = Array.from(
    { length: 7 * 48 },
    (_, half) => new Date(Date.UTC(2026, 0, 4, 23, 0) + half * 1_800_000),
  )
  const openAt = (now: Date) =>
    demo_vendors.filter((vendor) => vendor.status === 'Active' && !vendor.paused && openState(vendor.hours, now).open)

  test('at least 20 kitchens are open from 08:00 to 21:00 on every day', () => {
    const day = halfHours.filter((now) => minuteOfDay(now) >= 8 * 60 && minuteOfDay(now) <= 21 * 60)
    expect(day).toHaveLength(7 * 27)
    for (const now of day) expect(openAt(now).length, now.toISOString()).toBeGreaterThanOrEqual(20)
  })

  test('at least 4 are open at any hour of any night', () => {
    for (const now of halfHours) expect(openAt(now).length, now.toISOString()).toBeGreaterThanOrEqual(4)
  })
})

describe('menus', () => {
  test.each(demo_vendors)('$name: 8 to 20 dishes, each named once, at a campus price', (vendor) => {
    expect(vendor.dishes.length).toBeGreaterThanOrEqual(8)
    expect(vendor.dishes.length).toBeLessThanOrEqual(20)
    expect(new Set(vendor.dishes.map((dish) => dish.name.toLowerCase())).size).toBe(vendor.dishes.length)
    for (const { price_naira, section } of vendor.dishes) {
      expect(Number.isInteger(price_naira) && price_naira % 50 === 0).toBe(true)
      expect(price_naira).toBeGreaterThanOrEqual(100)
      expect(price_naira).toBeLessThanOrEqual(30_000)
      expect(section).not.toBe('')
    }
  })

  test('some dishes have something to choose, some must and some may', () => {
    const groups = dishes.flatMap((dish) => dish.option_groups ?? [])
    expect(dishes.filter((dish) => dish.option_groups).length).toBeGreaterThanOrEqual(10)
    expect(groups.filter(({ min, max }) => min === 1 && max === 1).length).toBeGreaterThanOrEqual(5)
    expect(groups.filter(({ min }) => min === 0).length).toBeGreaterThanOrEqual(5)
  })

  test('some dishes are sold out, lack a photo or a description', () => {
    expect(dishes.filter((dish) => dish.sold_out).length).toBeGreaterThanOrEqual(5)
    expect(dishes.filter((dish) => dish.picture === null).length).toBeGreaterThanOrEqual(20)
    expect(dishes.filter((dish) => dish.picture === null).length).toBeLessThanOrEqual(30)
    expect(dishes.filter((dish) => !dish.description).length).toBeGreaterThanOrEqual(10)
  })
})

describe('pictures', () => {
  const folder = fileURLToPath(new URL('pictures', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.webp$/.test(file))

  test('each has its file, each file is shown, no two are alike, and all of them weigh less than 1.5 MB', () => {
    const shown = [...dishes, ...demo_vendors].flatMap(({ picture }) => (picture ? [`${picture}.webp`] : []))
    expect(files.sort()).toEqual([...new Set(shown)].sort())
    const pictures = files.map((file) => readFileSync(`${folder}/${file}`))
    expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(files.length)
    expect(Buffer.concat(pictures).length).toBeLessThan(1_500_000)
  })

  test.each(demo_vendors)('$name: no dish looks like another one of its menu', (vendor) => {
    const shown = vendor.dishes.flatMap(({ picture }) => picture ?? [])
    expect(new Set(shown).size).toBe(shown.length)
  })
})

function minuteOfDay(now: Date): number {
  return ((now.getUTCHours() + 1) % 24) * 60 + now.getUTCMinutes()
}

type Point = { latitude: number; longitude: number }

/** Flat distance: at this size the earth's curve does not matter. */
function metresBetween(one: Point, other: Point): number {
  const metres_per_degree = 111_195
  const north = (one.latitude - other.latitude) * metres_per_degree
  const east = (one.longitude - other.longitude) * metres_per_degree * Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}
