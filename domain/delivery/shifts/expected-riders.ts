import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { riders } from '../tables.ts'
import { shift_places, shifts } from './tables.ts'

/**
 * Riders who are not on duty and whose shift begins after `now` and within these minutes, the earliest first; with each
 * of their shifts (`joinedHours` makes one of those in a row). Who should be there by now and is not, is not expected,
 * nor is who offers the shift to others: that rider does not mean to come.
 */
export function ridersExpected(db: Db | Tx, now: Date, within_minutes: number) {
  const until = new Date(now.getTime() + within_minutes * 60_000)
  return db
    .select({ rider: riders, begins_at: shifts.begins_at, ends_at: shifts.ends_at })
    .from(shift_places)
    .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
    .innerJoin(riders, eq(riders.user_id, shift_places.rider_id))
    .where(
      and(
        eq(shift_places.status, 'Taken').inlineParams(),
        gt(shifts.begins_at, now),
        lte(shifts.begins_at, until),
        eq(riders.status, 'Active').inlineParams(),
        isNull(riders.on_duty_since),
      ),
    )
    .orderBy(asc(shifts.begins_at), asc(riders.id))
}
