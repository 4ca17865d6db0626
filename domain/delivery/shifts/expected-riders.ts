import { and, asc, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { riders } from '../tables.ts'
import { held_statuses } from './lifecycle.ts'
import { shift_places, shifts } from './tables.ts'

/**
 * Riders who are not on duty and whose shift begins after `now` and within these minutes, the earliest first; each
 * once. Who should be there by now and is not, is not expected.
 */
export function ridersExpected(db: Db | Tx, now: Date, within_minutes: number) {
  const until = new Date(now.getTime() + within_minutes * 60_000)
  return db
    .selectDistinctOn([shifts.begins_at, riders.id], { rider: riders, begins_at: shifts.begins_at })
    .from(shift_places)
    .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
    .innerJoin(riders, eq(riders.user_id, shift_places.rider_id))
    .where(
      and(
        inArray(shift_places.status, [...held_statuses]).inlineParams(),
        gt(shifts.begins_at, now),
        lte(shifts.begins_at, until),
        eq(riders.status, 'Active').inlineParams(),
        isNull(riders.on_duty_since),
      ),
    )
    .orderBy(asc(shifts.begins_at), asc(riders.id))
}
