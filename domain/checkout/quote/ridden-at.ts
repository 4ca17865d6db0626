import { formatCampusTime, MINUTE_MS } from '../../clock.ts'
import type { PromisedWindow } from '../../delivery/delivery-facts.ts'
import type { Vehicle } from '../../delivery/lifecycle.ts'
import { byVehicle } from '../../delivery/windows/way-minutes.ts'
import { slotEnd } from '../../orders/acceptance/begun-at.ts'
import { type CampusGraph, type Mode, minutesToPlaces, wayMinutes } from '../../places/campus-graph.ts'
import type { Point } from '../../places/distance.ts'

/** When the food of a kitchen is ridden, which is when its ways have to be open. */
export type RiddenAt = {
  /** The campus time ('HH:MM') from which on. */
  from: string
  /** For so many minutes. */
  minutes: number
  /** What is picked up at the end of these is ridden from then on; else all of it is over by then. */
  rides_on: boolean
}

/** What is for a slot is ridden from so long before it, or earlier where the ride is longer (`mostRidden`). */
const RIDE_MINUTES = 15
const DAY_MINUTES = 24 * 60

/** What is picked up within a window (`pickUpWindow`), and ridden on. */
export function riddenSoon({ from, until }: PromisedWindow): RiddenAt {
  return { from: formatCampusTime(from), minutes: minutesBetween(from, until), rides_on: true }
}

/** What is for a slot is on its way before it, and there at its end. */
export function riddenInSlot(slot_from: Date): RiddenAt {
  const from = new Date(slot_from.getTime() - RIDE_MINUTES * MINUTE_MS)
  return { from: formatCampusTime(from), minutes: minutesBetween(from, slotEnd(slot_from)) - 1, rides_on: false }
}

/** Minutes of a way, the most at any time at which it is ridden; null where none is open at one of them. */
export function minutesRidden(
  graph: CampusGraph,
  { ridden_at, ...way }: { from: Point; to: Point; ridden_at: RiddenAt },
  mode: Mode,
): number | null {
  return mostRidden(graph, ridden_at, (time) => wayMinutes(graph, way, { mode, time }))
}

/** The same to a place by its id, from a kitchen and with a vehicle: infinite where no way is open. */
export function minutesRiddenTo(
  graph: CampusGraph,
  kitchen: { point: Point; ridden_at: RiddenAt },
  vehicle: Vehicle | null,
): (place_id: number) => number {
  const minutesAt = minutesAtTimes(graph, kitchen.point, vehicle)
  return (place_id) =>
    mostRidden(graph, kitchen.ridden_at, (time) => minutesAt(time, place_id)) ?? Number.POSITIVE_INFINITY
}

/** Until how many minutes from now a payment may come, so that a place can still be reached then; null for any time. */
export function minutesToPay(
  graph: CampusGraph,
  kitchen: { point: Point; ridden_at: RiddenAt },
  { place_id, reach_minutes, vehicle }: { place_id: number; reach_minutes: number; vehicle: Vehicle | null },
): number | null {
  const { from, minutes } = kitchen.ridden_at
  const minutesAt = minutesAtTimes(graph, kitchen.point, vehicle)
  const most = minutesRiddenTo(graph, kitchen, vehicle)(place_id)
  const closes = changesAfter(graph, from).find(
    ({ after, time }) => after > minutes + most && (minutesAt(time, place_id) ?? Infinity) > reach_minutes,
  )
  return closes ? Math.floor(closes.after - minutes - most) : null
}

/** Whether a way closes or opens within so many minutes. */
export function changesWithin(graph: CampusGraph, now: Date, minutes: number): boolean {
  const [first] = changesAfter(graph, formatCampusTime(now))
  return first !== undefined && first.after <= minutes
}

function minutesAtTimes(
  graph: CampusGraph,
  point: Point,
  vehicle: Vehicle | null,
): (time: string, place_id: number) => number | null {
  const known = new Map<string, ReadonlyMap<number, number>>()
  const minutesBy = (mode: Mode, time: string) => {
    const key = `${mode} ${time}`
    const minutes = known.get(key) ?? minutesToPlaces(graph, point, { mode, time })
    known.set(key, minutes)
    return minutes
  }
  return (time, place_id) => {
    const way_minutes = minutesBy('ride', time).get(place_id) ?? null
    const walk_minutes = way_minutes === null ? null : (minutesBy('walk', time).get(place_id) ?? null)
    return byVehicle({ way_minutes, walk_minutes }, vehicle)
  }
}

/** The most minutes at any time at which it is ridden; what is for a slot sets out in time for it. */
function mostRidden(
  graph: CampusGraph,
  ridden_at: RiddenAt,
  minutesAt: (time: string) => number | null,
): number | null {
  const most = mostBetween(graph, ridden_at, minutesAt)
  const early = ridden_at.rides_on || most === null ? 0 : Math.ceil(most) - RIDE_MINUTES
  if (early <= 0) return most
  const from = timeOf(minuteOf(ridden_at.from) - early)
  return mostBetween(graph, { ...ridden_at, from, minutes: ridden_at.minutes + early }, minutesAt)
}

/** The most minutes at the beginning, and at each closing or opening before what is picked up last has arrived. */
function mostBetween(
  graph: CampusGraph,
  { from, minutes, rides_on }: RiddenAt,
  minutesAt: (time: string) => number | null,
): number | null {
  let most = minutesAt(from)
  for (const { after, time } of changesAfter(graph, from)) {
    if (most === null || after > minutes + (rides_on ? most : 0)) break
    const then = minutesAt(time)
    most = then === null ? null : Math.max(most, then)
  }
  return most
}

/** The times at which ways close or open, and how many minutes after `from`; in their order. */
function changesAfter({ ways }: CampusGraph, from: string): { after: number; time: string }[] {
  const times = new Set(ways.flatMap(({ closed_from, closed_until }) => [closed_from ?? [], closed_until ?? []].flat()))
  return [...times]
    .map((time) => ({ time, after: (minuteOf(time) - minuteOf(from) + DAY_MINUTES) % DAY_MINUTES }))
    .filter(({ after }) => after > 0)
    .sort((one, other) => one.after - other.after)
}

const minutesBetween = (from: Date, until: Date) => Math.ceil((until.getTime() - from.getTime()) / MINUTE_MS)
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const timeOf = (minute: number) => {
  const of_day = ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
  return [Math.floor(of_day / 60), of_day % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
