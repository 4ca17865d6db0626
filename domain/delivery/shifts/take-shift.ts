import { and, asc, eq, gt, inArray, lt } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { type Accepted, type Refused, refused } from '../../refusal.ts'
import { lockOwnRider } from '../riders/own-rider.ts'
import { held_statuses } from './lifecycle.ts'
import { movePlace, type ShiftPlace } from './move-place.ts'
import { shift_places, shifts } from './tables.ts'

type Shift = typeof shifts.$inferSelect
export type TakeShiftRefusal =
  /** `gone`: another has the last place, it was called off, or it is over. */
  | Refused<'not_found' | 'rider_inactive' | 'gone', undefined>
  /** The rider is on duty then already, from when to when. */
  | Refused<'overlaps', { begins_at: Date; ends_at: Date }>

/**
 * A rider takes a place in a published shift; of two who want the last one, one gets it. Refused unless Active, for
 * hours that overlap another shift of theirs, and once it has ended.
 */
export async function takeShift(
  deps: AnnouncingDeps,
  actor: Actor,
  shift_id: number,
): Promise<Accepted<ShiftPlace> | TakeShiftRefusal> {
  if (!Number.isSafeInteger(shift_id)) return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const barred = await mayNotWork(tx, actor)
    if (barred) return barred
    const [shift] = await tx.select().from(shifts).where(eq(shifts.id, shift_id))
    if (!shift) return refused('not_found')
    const overlap = await overlapping(tx, actor.user_id, shift)
    if (overlap) return refused('overlaps', overlap)
    if (shift.ends_at <= now) return refused('gone')
    const open = await tx
      .select({ id: shift_places.id })
      .from(shift_places)
      .where(and(eq(shift_places.shift_id, shift.id), eq(shift_places.status, 'Open')))
      .orderBy(asc(shift_places.id))
    for (const { id } of open) {
      const rider_id = actor.user_id
      const taken = await movePlace(tx, deps.announce, { place_id: id, verb: 'take', by: actor, rider_id, now })
      if (taken.ok) return taken
    }
    return refused('gone')
  })
}

/**
 * A rider takes over the place that another offers on; who had it is told. Refused as `takeShift` is, and for one's own
 * place.
 */
export async function takeOverShift(
  deps: AnnouncingDeps,
  actor: Actor,
  place_id: number,
): Promise<Accepted<ShiftPlace> | TakeShiftRefusal> {
  if (!Number.isSafeInteger(place_id)) return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const barred = await mayNotWork(tx, actor)
    if (barred) return barred
    const [found] = await tx
      .select({ place: shift_places, shift: shifts })
      .from(shift_places)
      .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
      .where(eq(shift_places.id, place_id))
      .for('no key update', { of: shift_places })
    if (!found) return refused('not_found')
    const { place, shift } = found
    if (place.rider_id === actor.user_id || shift.ends_at <= now) return refused('gone')
    const overlap = await overlapping(tx, actor.user_id, shift)
    if (overlap) return refused('overlaps', overlap)
    const taking = { place_id, verb: 'take_over', by: actor, rider_id: actor.user_id, now } as const
    const taken = await movePlace(tx, deps.announce, taking)
    if (!taken.ok) return refused('gone')
    const told = { kind: 'shift_told', shift, what: 'taken_over', reason: null } as const
    if (place.rider_id) await deps.announce(tx, { ...told, rider_id: place.rider_id }, now)
    return taken
  })
}

/** Locks the acting rider's row, so that two phones of theirs take turns. Null for a rider who may work. */
async function mayNotWork(tx: Tx, actor: Actor) {
  const rider = await lockOwnRider(tx, actor)
  if (!rider) return refused('not_found')
  return rider.status === 'Active' ? null : refused('rider_inactive')
}

/** Another shift of the rider's in the same hours. */
async function overlapping(tx: Tx, rider_id: string, { begins_at, ends_at }: Shift) {
  const [other] = await tx
    .select({ begins_at: shifts.begins_at, ends_at: shifts.ends_at })
    .from(shift_places)
    .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
    .where(
      and(
        eq(shift_places.rider_id, rider_id),
        inArray(shift_places.status, [...held_statuses]),
        lt(shifts.begins_at, ends_at),
        gt(shifts.ends_at, begins_at),
      ),
    )
    .limit(1)
  return other ?? null
}
