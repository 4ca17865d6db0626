import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { lockOwnRider } from '../riders/own-rider.ts'
import { movePlace, type ShiftPlace } from './move-place.ts'
import { SHIFTS } from './shift-settings.ts'
import { shift_places, shifts } from './tables.ts'

export type HandOnRefusal =
  /** `not_allowed`: it is not theirs any more, or was offered on or kept already. */
  | Refused<'not_found' | 'not_allowed' | 'over', undefined>
  /** Until when it could be given up. */
  | Refused<'too_late', { until: Date }>

/**
 * A rider gives a shift up until a set time before it begins (`SHIFTS`); its place is open again, and the others are
 * told. Refused after that.
 */
export function giveUpShift(deps: AnnouncingDeps, actor: Actor, place_id: number) {
  return ofOwn(deps, actor, place_id, async (tx, { shift, now }) => {
    const { give_up_hours } = await readSetting(tx, SHIFTS)
    const until = givenUpUntil(shift.begins_at, give_up_hours)
    if (now > until) return refused('too_late', { until })
    const moved = await movePlace(tx, deps.announce, { place_id, verb: 'give_up', by: actor, rider_id: null, now })
    if (moved.ok) await deps.announce(tx, { kind: 'shift_freed', shift, rider_id: actor.user_id }, now)
    return moved
  })
}

/** A rider offers a shift to the others, who are told; it stays theirs until one takes it. Refused once it is over. */
export function offerShiftOn(deps: AnnouncingDeps, actor: Actor, place_id: number) {
  return ofOwn(deps, actor, place_id, async (tx, { shift, now }) => {
    const moved = await movePlace(tx, deps.announce, { place_id, verb: 'offer_on', by: actor, now })
    if (moved.ok) await deps.announce(tx, { kind: 'shift_offered_on', shift, rider_id: actor.user_id }, now)
    return moved
  })
}

/** A rider takes back the offer of a shift that nobody has taken over. */
export function keepShift(deps: AnnouncingDeps, actor: Actor, place_id: number) {
  return ofOwn(deps, actor, place_id, (tx, { now }) =>
    movePlace(tx, deps.announce, { place_id, verb: 'keep', by: actor, now }),
  )
}

/** Until when a shift may be given up that begins then. */
export const givenUpUntil = (begins_at: Date, give_up_hours: number): Date =>
  new Date(begins_at.getTime() - give_up_hours * 3_600_000)

type Moved = Awaited<ReturnType<typeof movePlace>> | Extract<HandOnRefusal, { reason: 'too_late' }>

/** Does it to a place of the acting rider's in a shift that has not ended, with rider and place locked. */
async function ofOwn(
  deps: AnnouncingDeps,
  actor: Actor,
  place_id: number,
  act: (tx: Tx, about: { shift: typeof shifts.$inferSelect; now: Date }) => Promise<Moved>,
): Promise<Accepted<ShiftPlace> | HandOnRefusal> {
  if (!Number.isSafeInteger(place_id)) return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    if (!(await lockOwnRider(tx, actor))) return refused('not_found')
    const [own] = await tx
      .select({ shift: shifts })
      .from(shift_places)
      .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
      .where(and(eq(shift_places.id, place_id), eq(shift_places.rider_id, actor.user_id)))
      .for('no key update', { of: shift_places })
    if (!own) return refused('not_found')
    if (own.shift.ends_at <= now) return refused('over')
    const moved = await act(tx, { shift: own.shift, now })
    if (moved.ok) return accepted(moved.value)
    return moved.reason === 'not_allowed' ? refused('not_allowed') : moved
  })
}
