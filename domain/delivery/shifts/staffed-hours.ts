import { and, eq, gt, isNotNull, lt, notExists, or, sql } from 'drizzle-orm'
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
 * Hours in which somebody is on duty or means to be, as far as that is known `now`: until the end of a shift, or two
 * hours more for those who are here without one; where they have none to come, one of them stands for all. Whose shift
 * has begun and who is not there does not count, nor does a shift that is offered to others (`ridersExpected`).
 */
export async function staffedHours(db: Db | Tx, now: Date): Promise<Coming[]> {
  const ahead = new Date(now.getTime() + AHEAD_MINUTES * MINUTE_MS)
  const are_ahead = and(
    eq(shift_places.status, 'Taken').inlineParams(),
    gt(shifts.ends_at, now),
    lt(shifts.begins_at, ahead),
  )
  const is_here = isNotNull(riders.on_duty_since)
  const their_shifts = db
    .select({ one: sql`1` })
    .from(shift_places)
    .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
    .where(and(eq(shift_places.rider_id, riders.user_id), are_ahead))
  const [without_shifts, planned] = await Promise.all([
    db
      .select({ rider_id: riders.user_id })
      .from(riders)
      .where(and(is_here, notExists(their_shifts)))
      .limit(1),
    db
      .select({
        rider_id: riders.user_id,
        begins_at: shifts.begins_at,
        ends_at: shifts.ends_at,
        is_here: sql<boolean>`${is_here}`,
      })
      .from(shift_places)
      .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
      .innerJoin(riders, eq(riders.user_id, shift_places.rider_id))
      .where(and(are_ahead, eq(riders.status, 'Active').inlineParams(), or(gt(shifts.begins_at, now), is_here)))
      .orderBy(shifts.begins_at),
  ])
  const in_shift = new Set(planned.flatMap(({ rider_id, begins_at }) => (begins_at > now ? [] : rider_id)))
  const between = planned.filter(({ rider_id, is_here }) => is_here && !in_shift.has(rider_id))
  const stays = new Date(now.getTime() + STAYS_MINUTES * MINUTE_MS)
  const here = new Set([...without_shifts, ...between].map(({ rider_id }) => rider_id))
  return joinedHours([...[...here].map((rider_id) => ({ rider_id, begins_at: now, ends_at: stays })), ...planned])
}
