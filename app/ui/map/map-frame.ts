export type Place = { latitude: number; longitude: number }
export type Landmark = Place & { name: string }
type Spot = { x: number; y: number }

/** One degree of latitude, in metres; so near the equator a degree of longitude is hardly less. */
const METRES_PER_DEGREE = 111_195
const MARGIN_M = 350
const WIDTH = 360
const LEAST_HEIGHT = 220
const MOST_HEIGHT = 420

const eastScale = (latitude: number) => METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)

/**
 * A flat picture in which all places fit, north up and no higher than `most_height`. Over a campus the earth is flat.
 */
export function mapFrame(places: readonly Place[], most_height = MOST_HEIGHT) {
  const latitudes = places.map(({ latitude }) => latitude)
  const longitudes = places.map(({ longitude }) => longitude)
  const middle = (Math.min(...latitudes) + Math.max(...latitudes)) / 2
  const per_longitude = eastScale(middle)
  const west = Math.min(...longitudes) - MARGIN_M / per_longitude
  const north = Math.max(...latitudes) + MARGIN_M / METRES_PER_DEGREE
  const width_m = (Math.max(...longitudes) - west) * per_longitude + MARGIN_M
  const height_m = (north - Math.min(...latitudes)) * METRES_PER_DEGREE + MARGIN_M
  const scale = Math.min(WIDTH / width_m, most_height / height_m)
  const left = (WIDTH - width_m * scale) / 2
  const height = Math.max(LEAST_HEIGHT, Math.round(height_m * scale))
  const top = (height - height_m * scale) / 2
  return {
    width: WIDTH,
    height,
    toPicture: ({ latitude, longitude }: Place): Spot => ({
      x: round(left + (longitude - west) * per_longitude * scale),
      y: round(top + (north - latitude) * METRES_PER_DEGREE * scale),
    }),
    toPlace: ({ x, y }: Spot): Place => ({
      latitude: fiveDecimals(north - (y - top) / scale / METRES_PER_DEGREE),
      longitude: fiveDecimals(west + (x - left) / scale / per_longitude),
    }),
    moved: (place: Place, east_m: number, north_m: number): Place => ({
      latitude: fiveDecimals(place.latitude + north_m / METRES_PER_DEGREE),
      longitude: fiveDecimals(place.longitude + east_m / per_longitude),
    }),
  }
}

/** The landmark nearest to a place, and how far it is. */
export function nearestTo<Known extends Landmark>(place: Place, landmarks: readonly Known[]) {
  const distances = landmarks.map((landmark) => {
    const east = (place.longitude - landmark.longitude) * eastScale(place.latitude)
    const north = (place.latitude - landmark.latitude) * METRES_PER_DEGREE
    return { ...landmark, metres: Math.hypot(east, north) }
  })
  return distances.sort((one, other) => one.metres - other.metres)[0]
}

/** `at FUTA North Gate`, or `about 120 m from FUTA North Gate`. */
export function describePlace(place: Place, landmarks: readonly Landmark[]): string {
  const nearest = nearestTo(place, landmarks)
  if (!nearest) return 'on the campus'
  if (nearest.metres < 15) return `at ${nearest.name}`
  return nearest.metres < 1000
    ? `about ${Math.round(nearest.metres / 10) * 10} m from ${nearest.name}`
    : `about ${(nearest.metres / 1000).toFixed(1)} km from ${nearest.name}`
}

type Label = { name: string; at: Spot; anchor: 'start' | 'end' }

/**
 * The names that have room in a picture beside their spot, right or left, without covering another name or spot; who
 * stands first in the list has its name first.
 */
export function namesWithRoom(spots: readonly { name: string; at: Spot }[], width: number): Label[] {
  const taken = spots.map(({ at: { x, y } }) => ({ left: x - 7, right: x + 7, y }))
  return spots.flatMap(({ name, at }) => {
    const long = 12 + name.length * 8.6
    const sides = [
      { anchor: 'start' as const, left: at.x + 8, right: at.x + long, y: at.y },
      { anchor: 'end' as const, left: at.x - long, right: at.x - 8, y: at.y },
    ]
    const free = sides.find(
      (side) =>
        side.left > 0 &&
        side.right < width &&
        taken.every((other) => side.left > other.right || side.right < other.left || Math.abs(side.y - other.y) > 15),
    )
    if (!free) return []
    taken.push(free)
    return [{ name, at: { x: at.x + (free.anchor === 'start' ? 9 : -9), y: at.y + 4 }, anchor: free.anchor }]
  })
}

const round = (value: number) => Math.round(value * 10) / 10
const fiveDecimals = (degrees: number) => Math.round(degrees * 1e5) / 1e5
