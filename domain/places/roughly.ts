import type { Point } from './distance.ts'

/** A thousandth of a degree: about 110 m. */
const PER_DEGREE = 1000

/** A point so rough that it tells about where somebody is, and not where exactly: to about 100 m. */
export function roughly({ latitude, longitude }: Point): Point {
  return { latitude: rounded(latitude), longitude: rounded(longitude) }
}

const rounded = (degrees: number) => Math.round(degrees * PER_DEGREE) / PER_DEGREE
