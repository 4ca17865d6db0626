import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { campusCheck, timesToCheck } from './campus-check.ts'
import type { GraphWay } from './campus-graph.ts'
import type { CampusPlace } from './read-campus.ts'

const place = (id: number, more: Partial<CampusPlace> = {}): CampusPlace => ({
  id,
  name: `Place ${id}`,
  kind: 'hostel',
  latitude: 7.3 + id / 100,
  longitude: 5.14,
  landmark: false,
  meeting_point: false,
  closed_at: null,
  ...more,
})
const way = (from_place_id: number, to_place_id: number, more: Partial<GraphWay> = {}): GraphWay => ({
  ...{ from_place_id, to_place_id, walk_minutes: 4, ride_minutes: null, closed_from: null, closed_until: null },
  ...more,
})
const at_night = { closed_from: '22:00', closed_until: '05:00' }
const noon = { time: '12:00', reach_minutes: 30 }
const ids = (all: readonly { id: number }[]) => all.map(({ id }) => id)

describe('the check of a campus', () => {
  const places = [place(1), place(2), place(3), place(4, { kind: 'junction' })]
  const kitchen = { name: 'Iya Basira', point: place(1) }

  test('finds nothing where every place can be reached', () => {
    const ways = [way(1, 2), way(2, 3), way(3, 4)]
    const check = campusCheck({ places, ways }, [kitchen], noon)
    expect(check).toMatchObject({ unreached: [], beyond: [], stranded: [], unplaced: [] })
    expect(check.pieces).toHaveLength(1)
  })

  test('tells of each kitchen what it does not reach and another does, with how far that is', () => {
    const ways = [way(1, 2, { ride_minutes: 9 }), way(2, 3, { ride_minutes: 22 }), way(3, 4, at_night)]
    const far = { name: 'Mama Put', point: place(3) }
    expect(campusCheck({ places, ways }, [kitchen, far], noon)).toMatchObject({
      unreached: [],
      beyond: [
        { kitchen, places: [{ place: { id: 3 }, minutes: 31 }] },
        { kitchen: far, places: [{ place: { id: 1 }, minutes: 31 }] },
      ],
    })
    const in_pieces = { places, ways: [way(1, 2), way(3, 4)] }
    expect(campusCheck(in_pieces, [kitchen, far], noon).beyond).toMatchObject([
      { kitchen, places: [{ place: { id: 3 }, minutes: null }] },
      { kitchen: far, places: [{ place: { id: 1 } }, { place: { id: 2 } }] },
    ])
  })

  test('a way that is closed for now is open at no hour', () => {
    const ways = [way(1, 2), way(2, 3, { closed_at: new Date() }), way(3, 4)]
    expect(ids(campusCheck({ places, ways }, [kitchen], noon).unreached)).toEqual([3])
  })

  test('tells what is farther than we ride', () => {
    const ways = [way(1, 2, { ride_minutes: 9 }), way(2, 3, { ride_minutes: 22 }), way(3, 4)]
    const check = campusCheck({ places, ways }, [kitchen], noon)
    expect(ids(check.unreached)).toEqual([3])
    expect(check.pieces).toHaveLength(1)
  })

  test('tells what is cut off at night, and not the junction, to which nothing is brought', () => {
    const ways = [way(1, 2), way(2, 3, at_night), way(3, 4)]
    expect(campusCheck({ places, ways }, [kitchen], noon).unreached).toEqual([])
    const night = campusCheck({ places, ways }, [kitchen], { ...noon, time: '23:00' })
    expect(ids(night.unreached)).toEqual([3])
    expect(night.pieces.map(ids)).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  test('names kitchens that reach nothing, and those of which nobody knows where they are', () => {
    const lost = { name: 'Mama Put', point: null }
    const check = campusCheck({ places, ways: [way(2, 3)] }, [kitchen, lost], noon)
    expect(check.stranded).toEqual([kitchen])
    expect(check.unplaced).toEqual([lost])
    expect(ids(check.unreached)).toEqual([2, 3])
    expect(campusCheck({ places: [place(1)], ways: [] }, [kitchen], noon).stranded).toEqual([])
    expect(campusCheck({ places: [], ways: [] }, [kitchen], noon)).toMatchObject({ unreached: [], pieces: [] })
  })

  test('puts every place into exactly one piece, the largest first', () => {
    const pairs = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })))
    fc.assert(
      fc.property(pairs, (between) => {
        const all = Array.from({ length: 12 }, (_, index) => place(index + 1))
        const ways = between.map(([from, to]) => way(from, to))
        const { pieces } = campusCheck({ places: all, ways }, [], noon)
        expect(pieces.flatMap(ids).sort((one, other) => one - other)).toEqual(ids(all))
        const sizes = pieces.map((piece) => piece.length)
        expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
        const piece_of = (id: number) => pieces.find((piece) => ids(piece).includes(id))
        for (const [from, to] of between) expect(piece_of(from)).toBe(piece_of(to))
      }),
    )
  })
})

test('every state of the ways is checked once, at noon and at the first hour of each other', () => {
  const early = { closed_from: '04:30', closed_until: '06:00' }
  const times = (...ways: ReturnType<typeof way>[]) => timesToCheck({ places: [], ways }, '12:00')
  expect(times(way(1, 2))).toEqual(['12:00'])
  expect(times(way(1, 2, at_night), way(2, 3))).toEqual(['12:00', '22:00'])
  expect(times(way(1, 2, at_night), way(2, 3, early))).toEqual(['12:00', '04:30', '05:00', '22:00'])
  expect(times(way(1, 2, at_night), way(2, 3, at_night))).toEqual(['12:00', '22:00'])
})
