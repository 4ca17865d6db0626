import { formatCampusTime, MINUTE_MS } from '../clock.ts'
import { slotEnd } from '../orders/begun-at.ts'
import { type CampusGraph, isOpenAt, type Mode, minutesToPlaces, wayMinutes } from '../places/campus-graph.ts'
import type { Point } from '../places/distance.ts'

/** When an order is wanted: from now on, or in a slot. */
export type Wanted = { now: Date; slot_from: Date | null }

/** The first and the last campus time ('HH:MM') at which food is ridden. */
export type RiddenAt = readonly [from: string, until: string]

/** A rider comes to the kitchen, and rides on. */
const RIDE_MINUTES = 15

/**
 * When the food of a kitchen is ridden: from when it is said to be ready, or in its slot. A way has to be open at both
 * times, because what is ordered ten minutes before a gate closes is cooked behind a closed gate.
 */
export function riddenAt(kitchen: { preparation_minutes: number }, { now, slot_from }: Wanted): RiddenAt {
  const from = slot_from ?? later(now, kitchen.preparation_minutes)
  const until = slot_from ? later(slotEnd(slot_from), -1) : later(from, RIDE_MINUTES)
  return [formatCampusTime(from), formatCampusTime(until)]
}

const later = (instant: Date, minutes: number) => new Date(instant.getTime() + minutes * MINUTE_MS)

/** Minutes of a way, the most at either time; null where none is open at one of them. */
export function minutesRidden(
  graph: CampusGraph,
  way: { from: Point; to: Point; ridden_at: RiddenAt },
  mode: Mode,
): number | null {
  const each = timesThatDiffer(graph, way.ridden_at).map((time) => wayMinutes(graph, way, { mode, time }))
  return each.reduce((most, minutes) => (most === null || minutes === null ? null : Math.max(most, minutes)))
}

/** The same to a place by its id, from a kitchen: infinite where no way is open. */
export function minutesRiddenTo(
  graph: CampusGraph,
  kitchen: { point: Point; ridden_at: RiddenAt },
  mode: Mode,
): (place_id: number) => number {
  const each = timesThatDiffer(graph, kitchen.ridden_at).map((time) =>
    minutesToPlaces(graph, kitchen.point, { mode, time }),
  )
  return (place_id) => Math.max(...each.map((minutes) => minutes.get(place_id) ?? Number.POSITIVE_INFINITY))
}

/** Only the first, where the same ways are open at both. */
function timesThatDiffer({ ways }: CampusGraph, [from, until]: RiddenAt): string[] {
  return ways.every((way) => isOpenAt(way, from) === isOpenAt(way, until)) ? [from] : [from, until]
}
