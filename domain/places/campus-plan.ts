import { z } from 'zod'
import { accepted, refused } from '../refusal.ts'
import type { Setting } from '../settings/setting.ts'
import type { Point } from './distance.ts'
import { planePoint, pointOnPlane } from './plane.ts'

/** Where a plan lies: north is up, so two corners say it. */
export type PlanCorners = { north_west: Point; south_east: Point }
export type PlanPicture = { picture: string; width_px: number; height_px: number }
export type LaidPlan = PlanPicture & PlanCorners
/** A picture that lies beneath the admins' map of the campus, or none. */
export type CampusPlan = LaidPlan | { picture: null }

const point = z.object({ latitude: z.number(), longitude: z.number() })
const laid_plan = z.object({
  picture: z.string(),
  width_px: z.int().positive(),
  height_px: z.int().positive(),
  north_west: point,
  south_east: point,
})
const campus_plan = z.union([laid_plan, z.object({ picture: z.null() })])

/** What a verb does with the plan: another picture, which `around` places where none of its shape lay; or corners. */
type PlanChange = (PlanPicture & { around: PlanCorners }) | PlanCorners | { picture: null }

/** One row among the settings: there is one plan, and the old one stands in the audit log like an old fee. */
export const CAMPUS_PLAN: Setting<CampusPlan, PlanChange> = {
  key: 'campus_plan',
  right: 'change_campus',
  heading: 'Plan beneath the campus',
  what: 'A picture beneath the map on which admins draw the campus.',
  default: { picture: null },
  read: (stored) => campus_plan.safeParse(stored).data ?? null,
  check(change, { stored }) {
    if ('picture' in change && change.picture === null) return accepted({ picture: null })
    const before = campus_plan.safeParse(stored).data
    const laid = before?.picture ? before : null
    if ('around' in change) {
      const { around, ...picture } = change
      const { north_west, south_east } = laid && isOfOneShape(laid, picture) ? laid : around
      return accepted({ ...picture, north_west, south_east })
    }
    return laid ? accepted({ ...laid, ...change }) : refused('not_found')
  },
}

/** A plan that was corrected usually has the shape of the one before, and lies where that one lay. */
function isOfOneShape(one: PlanPicture, other: PlanPicture): boolean {
  return Math.abs((one.width_px * other.height_px) / (one.height_px * other.width_px) - 1) < 0.01
}

/** To each side of the outermost places. */
const MARGIN_METRES = 100
/** Of a campus without places, around its middle. */
const EMPTY_METRES = 500

/** Where a plan of this shape covers all places, undistorted, as small as can be. */
export function cornersAround(
  places: readonly Point[],
  centre: Point,
  { width_px, height_px }: Pick<PlanPicture, 'width_px' | 'height_px'>,
): PlanCorners {
  const spots = places.map((place) => planePoint(place, centre))
  const [east, north] = [spots.map((spot) => spot.east_metres), spots.map((spot) => spot.north_metres)]
  const [west_most, east_most] = [Math.min(...east, Infinity), Math.max(...east, -Infinity)]
  const [south_most, north_most] = [Math.min(...north, Infinity), Math.max(...north, -Infinity)]
  const is_empty = spots.length === 0
  const middle = is_empty
    ? { east_metres: 0, north_metres: 0 }
    : { east_metres: (west_most + east_most) / 2, north_metres: (south_most + north_most) / 2 }
  const half_width = is_empty ? EMPTY_METRES : (east_most - west_most) / 2 + MARGIN_METRES
  const half_height = is_empty ? EMPTY_METRES : (north_most - south_most) / 2 + MARGIN_METRES
  const wide = Math.max(half_width, (half_height * width_px) / height_px)
  const high = (wide * height_px) / width_px
  const at = (east_metres: number, north_metres: number) =>
    fiveDecimals(
      pointOnPlane(
        { east_metres: middle.east_metres + east_metres, north_metres: middle.north_metres + north_metres },
        centre,
      ),
    )
  return { north_west: at(-wide, high), south_east: at(wide, -high) }
}

const fiveDecimals = ({ latitude, longitude }: Point): Point => ({
  latitude: Math.round(latitude * 1e5) / 1e5,
  longitude: Math.round(longitude * 1e5) / 1e5,
})
