import { and, eq, gte, inArray, isNotNull, lte } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { MINUTE_MS } from '../../clock.ts'
import type { Vehicle } from '../lifecycle.ts'
import { riders } from '../tables.ts'
import { speeds } from '../windows/way-minutes.ts'
import { ridersExpected } from './expected-riders.ts'
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
  const planned = slot_from
    ? await plannedAt(db, slot_from)
    : (await ridersExpected(db, now, EXPECTED_MINUTES)).map(({ rider }) => rider)
  const stays = !slot_from || slot_from.getTime() <= now.getTime() + STAYS_MINUTES * MINUTE_MS
  const on_duty = stays
    ? await db.select({ vehicle: riders.vehicle }).from(riders).where(isNotNull(riders.on_duty_since))
    : []
  const known = [...planned, ...on_duty]
  if (known.some(({ vehicle }) => vehicle === null)) return null
  return known.reduce<Vehicle | null>(
    (fastest, { vehicle }) => (vehicle && (!fastest || speeds[vehicle] > speeds[fastest]) ? vehicle : fastest),
    null,
  )
}

function plannedAt(db: Db, slot_from: Date) {
  return db
    .select({ vehicle: riders.vehicle })
    .from(shift_places)
    .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
    .innerJoin(riders, eq(riders.user_id, shift_places.rider_id))
    .where(
      and(
        inArray(shift_places.status, ['Taken']).inlineParams(),
        lte(shifts.begins_at, new Date(slot_from.getTime() - MINUTE_MS)),
        gte(shifts.ends_at, slot_from),
        eq(riders.status, 'Active').inlineParams(),
      ),
    )
}
