import { and, eq, gte, inArray, isNotNull, lte } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { MINUTE_MS } from '../../clock.ts'
import type { Vehicle } from '../lifecycle.ts'
import { riders } from '../tables.ts'
import { speeds } from '../windows/way-minutes.ts'
import { ridersExpected } from './expected-riders.ts'
import { shift_places, shifts } from './tables.ts'

/** Shifts that begin later tell nothing of what is ordered now. */
const EXPECTED_MINUTES = 180

/**
 * The fastest vehicle of those who could bring what is ordered `now`: on duty, or planned within three hours; for a
 * slot, of those who have a shift then, else of those on duty. Null where nobody is known, or nobody's vehicle is.
 */
export async function fastestVehicle(db: Db, now: Date, slot_from: Date | null): Promise<Vehicle | null> {
  const on_duty = () => db.select({ vehicle: riders.vehicle }).from(riders).where(isNotNull(riders.on_duty_since))
  const planned = slot_from
    ? await plannedAt(db, slot_from)
    : (await ridersExpected(db, now, EXPECTED_MINUTES)).map(({ rider }) => rider)
  const known = slot_from && planned.length > 0 ? planned : [...planned, ...(await on_duty())]
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
