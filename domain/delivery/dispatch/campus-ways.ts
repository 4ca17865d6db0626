import { formatCampusTime } from '../../clock.ts'
import { type CampusGraph, isOpenAt, type Mode, type WayTable, wayTable } from '../../places/campus-graph.ts'
import type { Point } from '../../places/distance.ts'
import { type PlanePoint, pointOnPlane } from '../../places/plane.ts'
import type { WayMinutes } from './dispatch-rule.ts'

type Asked = { campus: CampusGraph; centre: Point; now: Date }

/** The ways that are open now, for points on the plane around `centre`. */
export function campusWays({ campus, centre, now }: Asked): WayMinutes {
  const time = formatCampusTime(now)
  const tables = new Map<Mode, WayTable>()
  return (from, to, mode) => {
    const table = tables.get(mode) ?? wayTable(campus, { mode, time })
    tables.set(mode, table)
    const onGlobe = (points: readonly PlanePoint[]) => points.map((point) => pointOnPlane(point, centre))
    const starts = onGlobe(from)
    return table(starts, to === from ? starts : onGlobe(to))
  }
}

/**
 * The same, kept until a place, a way or what is open changes: the dispatcher asks every few seconds, and what lies
 * between two places stays the same meanwhile.
 */
export function keptCampusWays(): (asked: Asked) => WayMinutes {
  let kept: { key: string; ways: WayMinutes } | null = null
  return (asked) => {
    const { campus, centre, now } = asked
    const time = formatCampusTime(now)
    const places = campus.places.map(({ id, latitude, longitude }) => [id, latitude, longitude])
    const key = JSON.stringify([centre, places, campus.ways, campus.ways.map((way) => isOpenAt(way, time))])
    if (kept?.key !== key) kept = { key, ways: campusWays(asked) }
    return kept.ways
  }
}
