import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CampusGraph,
  type GraphWay,
  isOpenAt,
  minutesToPlaces,
  nearestPlace,
  wayMetres,
  wayMinutes,
  wayTable,
} from './campus-graph.ts'
import { distanceKm } from './distance.ts'

const NOON = '12:00'
const ride = { mode: 'ride', time: NOON } as const

const always = { closed_from: null, closed_until: null }

/** Four places in a row, some 1.1 km apart, with a gate at the end that is closed at night. */
const graph: CampusGraph = {
  places: [1, 2, 3, 4].map((id) => ({ id, latitude: 7.3, longitude: 5.13 + id / 100 })),
  ways: [
    { from_place_id: 1, to_place_id: 2, walk_minutes: 10, ride_minutes: 4, ...always },
    { from_place_id: 2, to_place_id: 3, walk_minutes: 6, ride_minutes: null, ...always },
    { from_place_id: 1, to_place_id: 3, walk_minutes: 30, ride_minutes: 12, ...always },
    { from_place_id: 3, to_place_id: 4, walk_minutes: 5, ride_minutes: 2, closed_from: '22:00', closed_until: '05:00' },
  ],
}
const at = (id: number) => ({ latitude: 7.3, longitude: 5.13 + id / 100 })

describe('the way between two points', () => {
  test('is the quickest along the ways, on foot where nobody can ride', () => {
    expect(wayMinutes(graph, { from: at(1), to: at(3) }, ride)).toBeCloseTo(10)
    expect(wayMinutes(graph, { from: at(1), to: at(3) }, { mode: 'walk', time: NOON })).toBeCloseTo(16)
  })

  test('begins and ends straight at the nearest places', () => {
    const door = { latitude: 7.3 + 0.001, longitude: 5.14 }
    expect(wayMinutes(graph, { from: door, to: at(2) }, ride)).toBeCloseTo(4 + 111.2 / 250, 1)
    expect(wayMinutes(graph, { from: door, to: at(1) }, ride)).toBeCloseTo(111.2 / 250, 1)
  })

  test('is none where the only way is closed at that hour', () => {
    expect(wayMinutes(graph, { from: at(1), to: at(4) }, { mode: 'ride', time: '21:59' })).toBeCloseTo(12)
    expect(wayMinutes(graph, { from: at(1), to: at(4) }, { mode: 'ride', time: '22:00' })).toBeNull()
    expect(wayMinutes(graph, { from: at(1), to: at(4) }, { mode: 'ride', time: '04:59' })).toBeNull()
    expect(wayMinutes(graph, { from: at(1), to: at(4) }, { mode: 'ride', time: '05:00' })).toBeCloseTo(12)
  })

  test('is not cut off by a place next to it to which nobody drew a way yet', () => {
    const kiosk = { id: 9, latitude: 7.3002, longitude: 5.14 }
    const more = { ...graph, places: [...graph.places, kiosk] }
    expect(wayMinutes(more, { from: kiosk, to: at(2) }, ride)).toBeCloseTo(4 + 22.2 / 250, 1)
    expect(minutesToPlaces(more, kiosk, ride).size).toBe(5)
  })

  test('is straight where nobody drew ways yet', () => {
    const bare = { places: graph.places, ways: [] }
    expect(wayMinutes(bare, { from: at(1), to: at(2) }, ride)).toBeCloseTo(1103 / 250, 1)
    expect(minutesToPlaces(bare, at(1), ride).get(2)).toBeCloseTo(1103 / 250, 1)
  })

  test('has the length of its straight parts, the shortest that is open', () => {
    expect(wayMetres(graph, { from: at(1), to: at(4) }, ride)).toBeCloseTo(3309, -1)
    expect(wayMetres(graph, { from: at(1), to: at(4) }, { mode: 'ride', time: '22:00' })).toBeNull()
    const bent = { ...graph, places: [...graph.places, { id: 5, latitude: 7.31, longitude: 5.15 }] }
    const ways = [1, 3].map((id) => ({
      from_place_id: id,
      to_place_id: 5,
      walk_minutes: 1,
      ride_minutes: 1,
      ...always,
    }))
    expect(wayMinutes({ ...bent, ways }, { from: at(1), to: at(3) }, ride)).toBeCloseTo(2)
    expect(wayMetres({ ...bent, ways }, { from: at(1), to: at(3) }, ride)).toBeCloseTo(3133, -1)
  })

  test('is straight on a campus without places', () => {
    expect(wayMinutes({ places: [], ways: [] }, { from: at(1), to: at(2) }, ride)).toBeCloseTo(1103 / 250, 1)
  })
})

test('a way that is closed by day opens again', () => {
  const way = { from_place_id: 1, to_place_id: 2, walk_minutes: 1, ride_minutes: 1 }
  const closed = { ...way, closed_from: '08:00', closed_until: '10:00' }
  expect(['07:59', '08:00', '09:59', '10:00'].map((time) => isOpenAt(closed, time))).toEqual([true, false, false, true])
})

test('nothing is near on a campus without places', () => {
  expect(nearestPlace([], at(1))).toBeNull()
  expect(minutesToPlaces({ places: [], ways: [] }, at(1), ride)).toEqual(new Map())
})

describe('whatever the campus', () => {
  const minutes = fc.integer({ min: 1, max: 120 })
  const campus = fc.integer({ min: 2, max: 12 }).chain((count) =>
    fc.record({
      places: fc.constant(
        Array.from({ length: count }, (_, index) => ({ id: index + 1, latitude: 7.3, longitude: 5.1 + index / 100 })),
      ),
      ways: fc.uniqueArray(
        fc.record({
          from_place_id: fc.integer({ min: 1, max: count - 1 }),
          to_place_id: fc.integer({ min: 2, max: count }),
          walk_minutes: minutes,
          ride_minutes: fc.option(minutes),
          closed_from: fc.constant(null),
          closed_until: fc.constant(null),
        }),
        { selector: (way) => `${way.from_place_id} ${way.to_place_id}`, maxLength: 30 },
      ),
    }),
  )
  const usable = campus.map(({ places, ways }) => ({
    places,
    ways: ways.filter(({ from_place_id, to_place_id }) => from_place_id < to_place_id),
  }))
  const between = (one: CampusGraph, from: number, to: number) => {
    const [start, end] = [one.places[from], one.places[to]]
    return start && end ? wayMinutes(one, { from: start, to: end }, ride) : null
  }

  test('the way back is as long as the way there', () => {
    fc.assert(
      fc.property(usable, fc.nat(11), fc.nat(11), (one, from, to) => {
        expect(between(one, from, to)).toBe(between(one, to, from))
      }),
    )
  })

  test('no detour over a third place is shorter', () => {
    fc.assert(
      fc.property(usable, fc.nat(11), fc.nat(11), fc.nat(11), (one, from, over, to) => {
        const [direct, first, second] = [between(one, from, to), between(one, from, over), between(one, over, to)]
        if (first === null || second === null) return
        if (from < one.places.length && over < one.places.length && to < one.places.length) {
          expect(direct).not.toBeNull()
          expect(direct).toBeLessThanOrEqual(first + second + 1e-9)
        }
      }),
    )
  })

  test('closing all ways of a place cuts it off, however near others are, and whoever stands beside it', () => {
    // Places some 110 m apart, so that each has neighbours within reach of a straight step.
    const dense = usable.map(({ places, ways }) => ({
      ways,
      places: places.map((place, index) => ({ ...place, latitude: 7.3, longitude: 5.1 + index / 1000 })),
    }))
    fc.assert(
      fc.property(
        dense,
        fc.nat(11),
        fc.nat(11),
        fc.double({ min: -4e-4, max: 4e-4, noNaN: true }),
        (one, at, to, off) => {
          const [closed, other] = [one.places[at % one.places.length], one.places[to % one.places.length]]
          if (!closed || !other) throw new Error('no place')
          const joins = ({ id }: { id: number }, way: GraphWay) => way.from_place_id === id || way.to_place_id === id
          const touches = (way: GraphWay) => joins(closed, way)
          // One to which nobody drew a way yet begins at the nearest that has one, which may be the closed one.
          if (!one.ways.some((way) => joins(other, way))) return
          if (other === closed || !one.ways.some(touches)) return
          const night = { closed_from: '22:00', closed_until: '05:00' }
          const shut = { ...one, ways: one.ways.map((way) => (touches(way) ? { ...way, ...night } : way)) }
          const beside = { latitude: closed.latitude, longitude: closed.longitude + off }
          const at_night = { mode: 'ride', time: '23:00' } as const
          expect([...minutesToPlaces(shut, beside, at_night).keys()]).toEqual([closed.id])
          expect(minutesToPlaces(shut, other, at_night).has(closed.id)).toBe(false)
          expect(wayMinutes(shut, { from: beside, to: other }, at_night)).toBeNull()
          expect(wayMetres(shut, { from: other, to: beside }, at_night)).toBeNull()
        },
      ),
    )
  })

  test('another way never makes any way longer', () => {
    fc.assert(
      fc.property(usable, fc.nat(11), fc.nat(11), (one, from, to) => {
        const fewer = { ...one, ways: one.ways.slice(1) }
        // Without any way drawn, straight lines count.
        if (fewer.ways.length === 0) return
        const [more_ways, fewer_ways] = [between(one, from, to), between(fewer, from, to)]
        if (fewer_ways !== null) expect(more_ways).toBeLessThanOrEqual(fewer_ways)
      }),
    )
  })

  test('a table of many points says what each way says, and no way is shorter than the straight line', () => {
    const point = fc.record({
      latitude: fc.double({ min: 7.295, max: 7.305, noNaN: true }),
      longitude: fc.double({ min: 5.1, max: 5.22, noNaN: true }),
    })
    fc.assert(
      fc.property(usable, fc.array(point, { minLength: 1, maxLength: 5 }), (one, points) => {
        const table = wayTable(one, ride)(points, points)
        for (const [row, from] of points.entries()) {
          const reached = minutesToPlaces(one, from, ride)
          for (const [column, to] of points.entries()) {
            const minutes = wayMinutes(one, { from, to }, ride)
            expect(table(row, column)).toBe(minutes ?? Number.NaN)
            const metres = wayMetres(one, { from, to }, ride)
            expect(metres === null).toBe(minutes === null)
            if (metres === null) continue
            expect(metres).toBeGreaterThanOrEqual(distanceKm(from, to) * 1000 - 0.01)
            expect(metres).toBeCloseTo(wayMetres(one, { from: to, to: from }, ride) ?? 0, 6)
          }
          for (const place of one.places) {
            const to_it = wayMinutes(one, { from, to: place }, ride)
            expect(to_it ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(
              (reached.get(place.id) ?? Number.POSITIVE_INFINITY) + 1e-9,
            )
          }
        }
      }),
    )
  })
})
