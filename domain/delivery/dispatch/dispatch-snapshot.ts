import { and, eq, gt, inArray, isNotNull, or } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { begunAt } from '../../orders/acceptance/begun-at.ts'
import { isReady } from '../../orders/lifecycle.ts'
import { known, type Point } from '../../places/distance.ts'
import { type PlanePoint, planePoint } from '../../places/plane.ts'
import { type Campus, readCampus } from '../../places/read-campus.ts'
import { DELIVERY_SETTINGS } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { type DeliveryFacts, deliveryFacts } from '../delivery-facts.ts'
import { ridersExpected } from '../shifts/expected-riders.ts'
import { deliveries, delivery_history, offers, riders } from '../tables.ts'
import { speeds } from '../windows/way-minutes.ts'
import { campus_parameters } from './campus-parameters.ts'
import { campusWays } from './campus-ways.ts'
import { carriedTrips } from './carried-trips.ts'
import type { DispatchRider, DispatchSnapshot, Trip, WayMinutes } from './dispatch-rule.ts'
import { layOutWays, minutesTo } from './problem.ts'

/** How long after an unanswered offer the rider may be asked for the same order again. */
const REST_MINUTES = 5
/** Food that is not marked as ready counts as this far away at least, however late: nobody is sent to wait. */
export const STILL_COOKING_MINUTES = 3
/** An older position is no better than the landmark where the rider waits. */
const FRESH_MINUTES = 15

/** Plans reckon with riders whose shift begins within this time. */
const EXPECTED_MINUTES = 60

type Rider = typeof riders.$inferSelect

export type Seen = {
  snapshot: DispatchSnapshot
  /** The rule knows riders by numbers; these are their user ids. */
  rider_ids: ReadonlyMap<number, string>
  /** Those of them who are not on duty yet, and to whom nothing can be offered. */
  expected: ReadonlySet<number>
}

/**
 * All that the dispatch rule may know now: what waits, when its food is ready, who refused it; who is on duty, where,
 * and when free; whose shift begins soon; the campus's ways, of which a caller may keep what was found. An order's id
 * here is its delivery's number; times are minutes since 1970.
 */
export async function dispatchSnapshot(
  db: Db,
  now: Date,
  tentative: readonly Trip[],
  waysOf: typeof campusWays = campusWays,
): Promise<Seen> {
  const waiting = await deliveryFacts(db, eq(deliveries.status, 'Waiting').inlineParams())
  const [fleet, comings, campus, settings, refusals] = await Promise.all([
    freeRiders(db),
    ridersExpected(db, now, EXPECTED_MINUTES),
    readCampus(db),
    readSetting(db, DELIVERY_SETTINGS),
    refusalsOf(
      db,
      waiting.map(({ delivery }) => delivery.id),
      now,
    ),
  ])
  const centre = settings.campus
  const plane = (point: Point | null) => planePoint(point ?? centre, centre)
  const way_minutes = waysOf({ campus, centre, now })
  const carried = fleet.length
    ? await deliveryFacts(
        db,
        and(
          inArray(deliveries.status, ['Assigned', 'At vendor', 'Picked up']).inlineParams(),
          inArray(
            deliveries.rider_id,
            fleet.map(({ user_id }) => user_id),
          ),
        ),
      )
    : []
  // Of two shifts of a rider the first counts.
  const expected = new Map(comings.toReversed().map(({ rider, begins_at }) => [rider.id, { rider, begins_at }]))
  const everybody = [...fleet, ...[...expected.values()].map(({ rider }) => rider)]
  const number_of = new Map(everybody.map((rider) => [rider.user_id, rider.id]))
  const baseOf = ({ landmark }: Rider) => campus.places.find(({ name }) => name === landmark) ?? null
  return {
    rider_ids: new Map(everybody.map((rider) => [rider.id, rider.user_id])),
    expected: new Set(expected.keys()),
    snapshot: {
      now_minute: minuteOf(now),
      way_minutes,
      tentative,
      orders: waiting.map((facts) => ({
        id: facts.delivery.id,
        vendor_id: facts.vendor.id,
        pickup: plane(facts.pickup),
        drop: plane(facts.drop),
        placed_minute: minuteOf(begunAt(facts.order)),
        ready_minute: minuteOf(expectedReady(facts, now)),
        ...(facts.promise ? { promised_minute: minuteOf(facts.promise.aim) } : {}),
        ...(facts.run_id === null ? {} : { together: facts.run_id }),
        declined_by: refusals
          .filter(({ delivery_id }) => delivery_id === facts.delivery.id)
          .flatMap(({ rider_id }) => number_of.get(rider_id ?? '') ?? []),
      })),
      riders: [
        ...fleet.map((rider) => {
          const own = carried.filter(({ delivery }) => delivery.rider_id === rider.user_id)
          return whenFree(rider, plane(whereIs(rider, baseOf(rider), now)), own, { plane, way_minutes, now })
        }),
        ...[...expected.values()].map(({ rider, begins_at }) =>
          whenFree(rider, plane(whereIs(rider, baseOf(rider), now)), [], { plane, way_minutes, now: begins_at }),
        ),
      ],
    },
  }
}

/**
 * When the food is ready by the vendor's estimate, even if that is past; the payment time if it is ready. What was
 * ordered for later is fetched no sooner than its slot wants it.
 */
export function readyAt({ order, vendor }: DeliveryFacts): Date {
  const usual = new Date(begunAt(order).getTime() + vendor.preparation_minutes * 60_000)
  const ready = isReady(order.status) ? order.created_at : (order.ready_by ?? usual)
  return order.begin_at && usual > ready ? usual : ready
}

/** The dispatcher's estimate: overdue food that is not marked as ready is not ready yet. */
function expectedReady(facts: DeliveryFacts, now: Date): Date {
  if (isReady(facts.order.status)) return readyAt(facts)
  return new Date(Math.max(readyAt(facts).getTime(), now.getTime() + STILL_COOKING_MINUTES * 60_000))
}

/** Where a rider is reckoned to be: at a position of the last 15 minutes, else at `base`, else where last seen. */
export function whereIs(rider: Rider, base: Point | null, now: Date): Point | null {
  const seen = known(rider)
  const fresh = rider.located_at && now.getTime() - rider.located_at.getTime() < FRESH_MINUTES * 60_000
  return fresh ? seen : (base ?? seen)
}

/** When a rider can be sent elsewhere, by the dispatcher's estimate: `now` if nothing is carried. */
export function freeFrom(
  rider: Rider,
  carried: readonly DeliveryFacts[],
  around: { campus: Campus; centre: Point; way_minutes: WayMinutes; now: Date },
): Date {
  const { campus, centre, way_minutes, now } = around
  const plane = (point: Point | null) => planePoint(point ?? centre, centre)
  const base = campus.places.find(({ name }) => name === rider.landmark) ?? null
  const { free_minute } = whenFree(rider, plane(whereIs(rider, base, now)), carried, { plane, way_minutes, now })
  return new Date(free_minute * 60_000)
}

/** When and where a rider is free: here and now if nothing is carried, else after the last drop. */
function whenFree(
  rider: Rider,
  here: PlanePoint,
  carried: readonly DeliveryFacts[],
  around: { plane: (point: Point | null) => PlanePoint; way_minutes: WayMinutes; now: Date },
): DispatchRider {
  const { plane, way_minutes, now } = around
  const speed = rider.vehicle ? speeds[rider.vehicle] : campus_parameters.metres_per_minute
  const mode = rider.vehicle === 'on foot' ? 'walk' : 'ride'
  let at = here
  let minute = minuteOf(now)
  const go = (to: PlanePoint, service_minutes: number) => {
    const ways = layOutWays([at, to], { mode, speed }, way_minutes)
    minute += minutesTo(ways, 0, 1) + service_minutes
    at = to
  }
  for (const trip of carriedTrips(carried)) {
    for (const facts of trip.filter(({ delivery }) => delivery.status !== 'Picked up')) {
      go(plane(facts.pickup), 0)
      minute = Math.max(minute, minuteOf(expectedReady(facts, now))) + campus_parameters.pickup_service_minutes
    }
    for (const facts of trip) go(plane(facts.drop), campus_parameters.drop_service_minutes)
  }
  return {
    id: rider.id,
    free_minute: minute,
    free_at: at,
    metres_per_minute: speed,
    mode,
    off_minute: Number.POSITIVE_INFINITY,
    orders_within_guarantee: 0,
  }
}

/** Active riders on duty who are not deciding about an offer. */
async function freeRiders(db: Db): Promise<Rider[]> {
  const asked = db.select({ rider_id: offers.rider_id }).from(offers).where(eq(offers.status, 'Open').inlineParams())
  const on_duty = await db
    .select()
    .from(riders)
    .where(and(eq(riders.status, 'Active'), isNotNull(riders.on_duty_since)))
  const deciding = new Set((await asked).map(({ rider_id }) => rider_id))
  return on_duty.filter(({ user_id }) => !deciding.has(user_id))
}

/** Riders not to ask: never again after a no, later after silence. */
async function refusalsOf(db: Db, delivery_ids: readonly number[], now: Date) {
  if (delivery_ids.length === 0) return []
  const rested = new Date(now.getTime() - REST_MINUTES * 60_000)
  return db
    .select({ delivery_id: delivery_history.delivery_id, rider_id: delivery_history.rider_id })
    .from(delivery_history)
    .where(
      and(
        inArray(delivery_history.delivery_id, [...delivery_ids]),
        or(
          inArray(delivery_history.verb, ['decline', 'give_back', 'hand_on', 'come_back']),
          and(eq(delivery_history.verb, 'expire'), gt(delivery_history.recorded_at, rested)),
        ),
      ),
    )
}

const minuteOf = (instant: Date) => instant.getTime() / 60_000
