import { DAY_MS, nextCampusMidnight } from '../clock.ts'

/** Campus time, when nobody orders. */
const HOUR_OF_NIGHT = 3

/** When the next nightly comparison begins. */
export function nextNight(now: Date): Date {
  const tonight = new Date(nextCampusMidnight(now).getTime() - DAY_MS + HOUR_OF_NIGHT * 3_600_000)
  return tonight > now ? tonight : new Date(tonight.getTime() + DAY_MS)
}
