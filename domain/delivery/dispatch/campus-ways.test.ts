import { expect, test } from 'vitest'
import { LUNCH_TIME } from '../../../test/world.ts'
import { metres_per_minute } from '../../places/campus-graph.ts'
import { planePoint } from '../../places/plane.ts'
import { campus_parameters } from './campus-parameters.ts'
import { campusWays, keptCampusWays } from './campus-ways.ts'
import type { DispatchRider, WaitingOrder } from './dispatch-rule.ts'
import { planAhead } from './plan-ahead.ts'

/** A kitchen with a river before it: the rider next to it has to go round, the other comes along the way. */
const [kitchen, beside, far, hostel] = [
  { id: 1, latitude: 7.3, longitude: 5.14 },
  { id: 2, latitude: 7.3, longitude: 5.146 },
  { id: 3, latitude: 7.31, longitude: 5.14 },
  { id: 4, latitude: 7.305, longitude: 5.13 },
]
const way = { walk_minutes: 30, ride_minutes: 12, closed_from: null, closed_until: null }
const campus = {
  places: [kitchen, beside, far, hostel],
  ways: [
    { ...way, from_place_id: 1, to_place_id: 3, ride_minutes: 5 },
    { ...way, from_place_id: 2, to_place_id: 3 },
    { ...way, from_place_id: 1, to_place_id: 4, closed_from: '22:00', closed_until: '05:00' },
  ],
}
const centre = { latitude: 7.3037, longitude: 5.1388 }
const plane = (place: { latitude: number; longitude: number }) => planePoint(place, centre)
const night = new Date(LUNCH_TIME.getTime() + 11 * 3_600_000)
const asked = { campus, centre, now: LUNCH_TIME }

const now_minute = 1000
const order: WaitingOrder = {
  id: 1,
  vendor_id: 1,
  pickup: plane(kitchen),
  drop: plane(hostel),
  placed_minute: now_minute,
  ready_minute: now_minute,
  declined_by: [],
}
const rider = (id: number, place: typeof far, more: Partial<DispatchRider> = {}): DispatchRider => ({
  id,
  free_minute: now_minute,
  free_at: plane(place),
  off_minute: Number.POSITIVE_INFINITY,
  orders_within_guarantee: 0,
  ...more,
})
const chosen = (riders: DispatchRider[], way_minutes = campusWays(asked)) => {
  const { commit, tentative } = planAhead(
    { now_minute, orders: [order], riders, way_minutes, tentative: [] },
    campus_parameters,
  )
  return [...commit, ...tentative][0]
}

test('who is near along the ways brings it, not who is near in a straight line', () => {
  const both = [rider(1, beside), rider(2, far)]
  expect(chosen(both)?.rider_id).toBe(2)
  expect(planAhead({ now_minute, orders: [order], riders: both, tentative: [] }, campus_parameters)).toMatchObject({
    commit: [{ rider_id: 1 }],
  })
})

test('times are those of the ways, by the speed of who travels', () => {
  const pickupAfter = (one: DispatchRider) => (chosen([one])?.pickup_minute ?? 0) - now_minute
  const half = campus_parameters.pickup_service_minutes / 2
  expect(pickupAfter(rider(1, far))).toBe(5 + half)
  expect(pickupAfter(rider(1, far, { metres_per_minute: metres_per_minute.ride / 2 }))).toBe(10 + half)
  expect(pickupAfter(rider(1, far, { mode: 'walk', metres_per_minute: metres_per_minute.walk }))).toBe(30 + half)
})

test('where no open way leads, the straight line counts: the food is paid, and somebody has to bring it', () => {
  const trip = chosen([rider(1, far)], campusWays({ ...asked, now: night }))
  expect(trip?.order_ids).toEqual([order.id])
  // Straight to the hostel: some 1.2 km.
  expect((trip?.drop_minutes[0] ?? 0) - (trip?.pickup_minute ?? 0)).toBeLessThan(12)
})

test('ways are kept until the campus or what is open changes', () => {
  const waysOf = keptCampusWays()
  const first = waysOf(asked)
  expect(waysOf({ ...asked, now: new Date(LUNCH_TIME.getTime() + 60_000) })).toBe(first)
  expect(waysOf({ ...asked, now: night })).not.toBe(first)
  const fewer = { ...campus, ways: campus.ways.slice(1) }
  expect(waysOf({ ...asked, campus: fewer })([plane(far)], [plane(kitchen)], 'ride')(0, 0)).not.toBe(5)
})
