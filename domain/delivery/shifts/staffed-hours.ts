import { and, eq, gt, isNotNull, lt } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { MINUTE_MS } from '../../clock.ts'
import { riders } from '../tables.ts'
import { type Coming, joinedHours } from './joined-hours.ts'
import { shift_places, shifts } from './tables.ts'

/** So long somebody who is on duty outside of a shift is believed to stay. */
export const STAYS_MINUTES = 120
/** Nothing is ordered for later than tomorrow. */
const AHEAD_MINUTES = 48 * 60

/**
 * The hours in which each rider is on duty or means to be, as far as that is known `now`: until the end of the shift,
 * or two hours more without one. Whose shift has begun and who is not there does not count, nor does a shift that is
 * offered to others (`ridersExpected`).
 */
export async function staffedHours(db: Db | Tx, now: Date): Promise<Coming[]> {
  const ahead = new Date(now.getTime() + AHEAD_MINUTES * MINUTE_MS)
  const [on_duty, planned] = await Promise.all([
    db.select({ rider_id: riders.user_id }).from(riders).where(isNotNull(riders.on_duty_since)),
    db
      .select({ rider_id: riders.user_id, begins_at: shifts.begins_at, ends_at: shifts.ends_at })
      .from(shift_places)
      .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
      .innerJoin(riders, eq(riders.user_id, shift_places.rider_id))
      .where(
        and(
          eq(shift_places.status, 'Taken').inlineParams(),
          gt(shifts.ends_at, now),
          lt(shifts.begins_at, ahead),
          eq(riders.status, 'Active').inlineParams(),
        ),
      )
      .orderBy(shifts.begins_at),
  ])
  const here = new Set(on_duty.map(({ rider_id }) => rider_id))
  const to_come = planned.filter(({ rider_id, begins_at }) => begins_at > now || here.has(rider_id))
  const in_shift = new Set(to_come.flatMap(({ rider_id, begins_at }) => (begins_at > now ? [] : rider_id)))
  const stays = new Date(now.getTime() + STAYS_MINUTES * MINUTE_MS)
  const free = [...here].filter((rider_id) => !in_shift.has(rider_id))
  return joinedHours([...free.map((rider_id) => ({ rider_id, begins_at: now, ends_at: stays })), ...to_come])
}
