import { and, asc, eq, inArray, isNull, lte, notInArray } from 'drizzle-orm'
import { noteAdmins, noteScreen } from '../../../db/after-commit.ts'
import type { Db } from '../../../db/handle.ts'
import type { Clock } from '../../clock.ts'
import type { Announce } from '../../events.ts'
import { eachDue } from '../../lane.ts'
import { the_system } from '../../lifecycle.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { riders } from '../tables.ts'
import { held_statuses } from './lifecycle.ts'
import { movePlace } from './move-place.ts'
import { SHIFTS } from './shift-settings.ts'
import { shift_places, shifts } from './tables.ts'

/** The most places looked at in a round. */
const MOST_PLACES = 200

type Deps = { db: Db; clock: Clock; announce: Announce }
type Noted = 'reminded_at' | 'came_at' | 'missed_at'

/**
 * What time does to shifts: notes who came on duty, reminds riders before their shift begins, says once of each who did
 * not come, to the rider and on the admins' screens, and ends what is over. Answers how many places it changed.
 */
export async function watchShifts(deps: Deps): Promise<number> {
  const now = deps.clock.now()
  const { remind_minutes, missing_minutes } = await readSetting(deps.db, SHIFTS)
  const minutesFrom = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const alive = await deps.db
    .select({ place: shift_places, shift: shifts, on_duty_since: riders.on_duty_since })
    .from(shift_places)
    .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
    .leftJoin(riders, eq(riders.user_id, shift_places.rider_id))
    .where(
      and(
        notInArray(shift_places.status, ['Ended', 'Called off']).inlineParams(),
        lte(shifts.begins_at, minutesFrom(remind_minutes)),
      ),
    )
    .orderBy(asc(shifts.begins_at), asc(shift_places.id))
    .limit(MOST_PLACES)
  return eachDue(alive, async ({ place, shift, on_duty_since }) => {
    if (shift.ends_at <= now) return end(deps, place.id, now)
    const rider_id = place.rider_id
    if (!rider_id || !isHeld(place.status)) return 0
    const told = { rider_id, shift }
    if (shift.begins_at > now)
      return place.reminded_at || on_duty_since
        ? 0
        : note(deps, { ...told, place_id: place.id, noted: 'reminded_at', what: 'soon' }, now)
    if (place.came_at) return 0
    if (on_duty_since) return note(deps, { ...told, place_id: place.id, noted: 'came_at', what: null }, now)
    return place.missed_at || shift.begins_at > minutesFrom(-missing_minutes)
      ? 0
      : note(deps, { ...told, place_id: place.id, noted: 'missed_at', what: 'missed' }, now)
  })
}

const isHeld = (status: string) => (held_statuses as readonly string[]).includes(status)

function end(deps: Deps, place_id: number, now: Date): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const ended = await movePlace(tx, deps.announce, { place_id, verb: 'end', by: the_system, now })
    return ended.ok ? 1 : 0
  })
}

/** Notes it once, if the place is still that rider's, and tells the rider where there is something to tell. */
function note(
  deps: Deps,
  about: {
    place_id: number
    rider_id: string
    shift: typeof shifts.$inferSelect
    noted: Noted
    what: 'soon' | 'missed' | null
  },
  now: Date,
): Promise<number> {
  const { place_id, rider_id, shift, noted, what } = about
  return deps.db.transaction(async (tx) => {
    const changed = await tx
      .update(shift_places)
      .set({ [noted]: now })
      .where(
        and(
          eq(shift_places.id, place_id),
          eq(shift_places.rider_id, rider_id),
          inArray(shift_places.status, [...held_statuses]).inlineParams(),
          isNull(shift_places[noted]),
        ),
      )
      .returning({ id: shift_places.id })
    if (changed.length === 0) return 0
    noteAdmins(tx)
    noteScreen(tx, rider_id)
    if (what) await deps.announce(tx, { kind: 'shift_told', rider_id, shift, what, reason: null }, now)
    return 1
  })
}
