import type { Load, SpeedPart } from './speeds.ts'
import { type Spread, spreadOf } from './spread.ts'

/** What is expected of a kitchen of which nothing was recorded: its own word, and how far off such words are. */
const usual_speeds: Readonly<Record<Exclude<SpeedPart, 'collection'>, Spread>> = {
  acceptance: drawn(0.1, 0.7, 1.4, 2.7, 7.4),
  preparation: drawn(0.56, 0.72, 0.88, 1.05, 1.36),
  word: drawn(0.62, 0.78, 0.92, 1.05, 1.3),
  ride: drawn(0.7, 0.85, 0.95, 1.1, 1.4),
  quoted_ride: drawn(0.65, 0.82, 0.95, 1.2, 1.75),
}

/** The same of the riders, by how much they have to do. */
const usual_collection: Readonly<Record<Load, Spread>> = {
  free: drawn(0, 0.6, 1.3, 2.6, 5.5),
  'up to 4': drawn(-1, 0.5, 1.5, 3.5, 8),
  'up to 8': drawn(-3, 0, 1.5, 4, 10),
  'up to 15': drawn(-6, -2, 1.5, 6, 14),
  'up to 25': drawn(-12, -5, 0, 7, 18),
  'up to 40': drawn(-20, -9, -1, 7, 18),
  longer: drawn(-30, -16, -5, 5, 15),
  nobody: drawn(-4, 0, 2, 6, 14),
}

/** What is expected of a part of the way before anything was recorded of it. */
export function usualSpeed(part: SpeedPart, load: Load): Spread {
  return part === 'collection' ? usual_collection[load] : usual_speeds[part]
}

/** A spread by the values at 5, 25, 50, 75 and 95 of a hundred. */
function drawn(...values: readonly [number, number, number, number, number]): Spread {
  const weights = [0.15, 0.2, 0.3, 0.2, 0.15]
  return spreadOf(values.map((value, place) => ({ value, weight: weights[place] ?? 0 })))
}
