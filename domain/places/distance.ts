export type Point = { latitude: number; longitude: number }

const EARTH_RADIUS_KM = 6371

/** The point, if both coordinates are known, else null. */
export function known(point: { latitude: number | null; longitude: number | null } | null): Point | null {
  if (!point || point.latitude === null || point.longitude === null) return null
  return { latitude: point.latitude, longitude: point.longitude }
}

/** Great-circle distance in kilometres (docs/product.md#delivery-fee). */
export function distanceKm(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half_latitude = radians(to.latitude - from.latitude) / 2
  const half_longitude = radians(to.longitude - from.longitude) / 2
  const chord =
    Math.sin(half_latitude) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(half_longitude) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(chord))
}
