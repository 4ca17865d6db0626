import { type Kobo, kobo } from '../../money.ts'
import { distanceKm, type Point } from '../../places/distance.ts'
import type { IncidentSettings } from './incident-settings.ts'
import type { Consequence } from './lifecycle.ts'

/** From where, to where and as far as which place a rider rode; null where a place is not known. */
export type RiddenWay = { from: Point | null; to: Point | null; until: Point | null }

/**
 * Kobo besides the pay of a delivery, or in its stead, as shares of it; null for nothing. A part counts by
 * how much of the straight way was ridden, and as the least part of the settings where nobody knows.
 */
export function payForWay(
  pay: Kobo,
  kind: Consequence['pay'],
  way: RiddenWay,
  { way_back_percent, part_way_percent, to_kitchen_percent }: IncidentSettings,
): Kobo | null {
  if (kind === null || kind === 'delivered') return null
  const share = {
    delivered_and_back: way_back_percent,
    whole: 100,
    there_and_back: 100 + way_back_percent,
    ridden: riddenPercent(way, part_way_percent),
    to_kitchen: to_kitchen_percent,
    towards_kitchen: to_kitchen_percent / 2,
  }
  return kobo(Math.floor((pay * share[kind]) / 100)) || null
}

function riddenPercent({ from, to, until }: RiddenWay, least: number): number {
  const whole_km = from && to ? distanceKm(from, to) : 0
  if (!from || !until || whole_km === 0) return least
  return Math.min(100, Math.max(least, Math.round((distanceKm(from, until) / whole_km) * 100)))
}
