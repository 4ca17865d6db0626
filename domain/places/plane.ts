import type { Point } from './distance.ts'

/** A place in metres east and north of a fixed centre: within a town the earth is flat enough. */
export type PlanePoint = { east_metres: number; north_metres: number }

const METRES_PER_DEGREE = (6_371_000 * Math.PI) / 180

/**
 * A point in metres from `centre`; within 30 km, distances differ from `distanceKm` by at most a metre per kilometre.
 */
export function planePoint(point: Point, centre: Point): PlanePoint {
  const shrink = Math.cos((centre.latitude * Math.PI) / 180)
  return {
    east_metres: (point.longitude - centre.longitude) * METRES_PER_DEGREE * shrink,
    north_metres: (point.latitude - centre.latitude) * METRES_PER_DEGREE,
  }
}

/** Straight distance in metres. */
export function planeMetres(from: PlanePoint, to: PlanePoint): number {
  const [east, north] = [to.east_metres - from.east_metres, to.north_metres - from.north_metres]
  // Math.hypot is several times slower.
  return Math.sqrt(east * east + north * north)
}

/** The point that lies so far from `centre`. */
export function pointOnPlane({ east_metres, north_metres }: PlanePoint, centre: Point): Point {
  const shrink = Math.cos((centre.latitude * Math.PI) / 180)
  return {
    latitude: centre.latitude + north_metres / METRES_PER_DEGREE,
    longitude: centre.longitude + east_metres / (METRES_PER_DEGREE * shrink),
  }
}
