import { and, eq, exists, gt, gte, isNotNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { MINUTE_MS } from '../../clock.ts'
import type { Vehicle } from '../lifecycle.ts'
import { riders } from '../tables.ts'
import { speeds } from '../windows/way-minutes.ts'
import { STAYS_MINUTES } from './staffed-hours.ts'
import { shift_places, shifts } from './tables.ts'

/** Shifts that begin later tell nothing of what is ordered now. */
const EXPECTED_MINUTES = 180

/**
 * The fastest vehicle of those who could bring what is ordered `now`: on duty, or planned within three hours; for a
 * slot, of those who have a shift then, and of those on duty while they are believed to stay until it. Null where
 * nobody is known, or somebody's vehicle is not.
 */
export async function fastestVehicle(db: Db, now: Date, slot_from: Date | null): Promise<Vehicle | null> {
  const stays = !slot_from || slot_from.getTime() <= now.getTime() + STAYS_MINUTES * MINUTE_MS
  const planned = db
    .select({ one: sql`1` })
    .from(shift_places)
    .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
    .where(
      and(
        eq(shift_places.rider_id, riders.user_id),
        eq(shift_places.status, 'Taken').inlineParams(),
        slot_from ? covers(slot_from) : beginsSoon(now),
      ),
    )
  const known = await db
    .select({ vehicle: riders.vehicle })
    .from(riders)
    .where(
      or(
        stays ? isNotNull(riders.on_duty_since) : undefined,
        and(eq(riders.status, 'Active').inlineParams(), exists(planned)),
      ),
    )
  if (known.some(({ vehicle }) => vehicle === null)) return null
  return known.reduce<Vehicle | null>(
    (fastest, { vehicle }) => (vehicle && (!fastest || speeds[vehicle] > speeds[fastest]) ? vehicle : fastest),
    null,
  )
}

const covers = (slot_from: Date) =>
  and(lte(shifts.begins_at, new Date(slot_from.getTime() - MINUTE_MS)), gte(shifts.ends_at, slot_from))

const beginsSoon = (now: Date) =>
  and(gt(shifts.begins_at, now), lte(shifts.begins_at, new Date(now.getTime() + EXPECTED_MINUTES * MINUTE_MS)))
