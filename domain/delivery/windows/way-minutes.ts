import { metres_per_minute } from '../../places/campus-graph.ts'
import { distanceKm, type Point } from '../../places/distance.ts'
import type { Vehicle } from '../lifecycle.ts'

/** Metres a minute in a straight line, with streets and gates taken into account. */
export const speeds: Record<Vehicle, number> = {
  'on foot': metres_per_minute.walk,
  bicycle: 180,
  motorbike: metres_per_minute.ride,
  car: metres_per_minute.ride,
}

/** Minutes to ride in a straight line; null when a place is not known. */
export function straightMinutes(from: Point | null, to: Point | null): number | null {
  return from && to ? (distanceKm(from, to) * 1000) / speeds.motorbike : null
}

/** A way as it was quoted; null where that is not known. */
export type QuotedWay = { way_minutes: number | null; walk_minutes: number | null }

/**
 * Minutes of a way by a rider's vehicle. Where nobody can ride everybody walks, so what was quoted is not divided by a
 * speed there, and no bicycle is slower than feet.
 */
export function byVehicle({ way_minutes, walk_minutes }: QuotedWay, vehicle: Vehicle | null): number | null {
  if (way_minutes === null) return null
  const at_speed = (way_minutes * speeds.motorbike) / speeds[vehicle ?? 'motorbike']
  if (walk_minutes === null) return at_speed
  return vehicle === 'on foot' ? walk_minutes : Math.min(at_speed, Math.max(way_minutes, walk_minutes))
}

/** The straight way counts where none was quoted. */
export function wayOf(quoted: QuotedWay, from: Point | null, to: Point | null): QuotedWay {
  return quoted.way_minutes === null ? { way_minutes: straightMinutes(from, to), walk_minutes: null } : quoted
}
