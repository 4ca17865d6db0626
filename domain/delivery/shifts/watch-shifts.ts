import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, notInArray, or } from 'drizzle-orm'
import { noteAdmins, noteScreen } from '../../../db/after-commit.ts'
import type { Db } from '../../../db/handle.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { eachDue } from '../../lane.ts'
import { the_system } from '../../lifecycle.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { riders } from '../tables.ts'
import { held_statuses } from './lifecycle.ts'
import { movePlace } from './move-place.ts'
import { called_since } from './shift-lists.ts'
import { SHIFTS } from './shift-settings.ts'
import { shift_places, shifts } from './tables.ts'

/** The most places changed in a round. */
const MOST_PLACES = 200

type Noted = 'reminded_at' | 'came_at' | 'missed_at'

/**
 * What time does to shifts: notes who came on duty, reminds riders before their shift begins, says once of each who did
 * not come, to the rider and on the admins' screens, and ends what is over. Only what is due is read, at most 200
 * places at once. Answers how many it changed.
 */
export async function watchShifts(deps: AnnouncingDeps): Promise<number> {
  const now = deps.clock.now()
  const due = await dueOf(deps.db, now)
  return eachDue(due, async ({ place, shift, on_duty_since }) => {
    if (shift.ends_at <= now) return end(deps, { place, shift, on_duty_since }, now)
    const rider_id = place.rider_id
    if (!rider_id) return 0
    const about = { place_id: place.id, rider_id, shift }
    if (shift.begins_at > now) return note(deps, { ...about, noted: 'reminded_at', what: 'soon' }, now)
    return on_duty_since
      ? note(deps, { ...about, noted: 'came_at', what: null }, now)
      : note(deps, { ...about, noted: 'missed_at', what: 'missed' }, now)
  })
}

/** Places in shifts that are over, and those of riders to remind, who came, or who did not. */
async function dueOf(db: Db, now: Date) {
  const { remind_minutes, missing_minutes } = await readSetting(db, SHIFTS)
  const minutesFrom = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  const is_held = inArray(shift_places.status, [...held_statuses]).inlineParams()
  const has_not_come = and(is_held, lte(shifts.begins_at, now), isNull(shift_places.came_at))
  return db
    .select({ place: shift_places, shift: shifts, on_duty_since: riders.on_duty_since })
    .from(shift_places)
    .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
    .leftJoin(riders, eq(riders.user_id, shift_places.rider_id))
    .where(
      and(
        notInArray(shift_places.status, ['Ended', 'Called off']).inlineParams(),
        lte(shifts.begins_at, minutesFrom(remind_minutes)),
        or(
          lte(shifts.ends_at, now),
          and(is_held, gt(shifts.begins_at, now), isNull(shift_places.reminded_at), isNull(riders.on_duty_since)),
          and(has_not_come, isNotNull(riders.on_duty_since)),
          and(
            has_not_come,
            lte(called_since, minutesFrom(-missing_minutes)),
            isNull(shift_places.missed_at),
            isNull(riders.on_duty_since),
          ),
        ),
      ),
    )
    .orderBy(asc(shifts.begins_at), asc(shift_places.id))
    .limit(MOST_PLACES)
}

type Due = Awaited<ReturnType<typeof dueOf>>[number]

/** Ends a place; who was on duty during it came, also where no round saw that. */
function end(deps: AnnouncingDeps, { place, shift, on_duty_since }: Due, now: Date): Promise<number> {
  const { id: place_id, came_at, taken_at, rider_id } = place
  const seen = rider_id && !came_at && on_duty_since && on_duty_since < shift.ends_at
  const came = seen ? { came_at: latest(shift.begins_at, on_duty_since, taken_at ?? on_duty_since) } : {}
  return deps.db.transaction(async (tx) => {
    const ended = await movePlace(tx, deps.announce, { place_id, verb: 'end', by: the_system, now, ...came })
    return ended.ok ? 1 : 0
  })
}

const latest = (...instants: readonly Date[]) => new Date(Math.max(...instants.map((instant) => instant.getTime())))

/** Notes it once, if the place is still that rider's, and tells the rider where there is something to tell. */
function note(
  deps: AnnouncingDeps,
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
