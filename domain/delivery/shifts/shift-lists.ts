import { and, asc, count, eq, gt, gte, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { firstName } from '../delivery-facts.ts'
import { riders } from '../tables.ts'
import { givenUpUntil } from './hand-on-shift.ts'
import { held_statuses, type PlaceStatus } from './lifecycle.ts'
import { SHIFTS } from './shift-settings.ts'
import { shift_places, shifts } from './tables.ts'
import { weekBounds } from './week.ts'

type Shift = typeof shifts.$inferSelect

/** A shift as admins see it, with each of its places. */
export type PlannedShift = {
  shift: Pick<Shift, 'id' | 'begins_at' | 'ends_at'>
  places: { status: PlaceStatus; rider: string | null; phone: string | null; came: boolean; missed: boolean }[]
}

/** The shifts that begin in a week, by its Monday, in the sequence of their hours. */
export async function shiftsOfWeek(db: Db, monday: string): Promise<PlannedShift[]> {
  const { from, until } = weekBounds(monday)
  const rows = await db
    .select({ shift: shifts, place: shift_places, name: riders.name, email: riders.email, phone: riders.phone })
    .from(shifts)
    .innerJoin(shift_places, eq(shift_places.shift_id, shifts.id))
    .leftJoin(riders, eq(riders.user_id, shift_places.rider_id))
    .where(and(gte(shifts.begins_at, from), lt(shifts.begins_at, until)))
    .orderBy(asc(shifts.begins_at), asc(shifts.id), asc(shift_places.id))
  return [...Map.groupBy(rows, ({ shift }) => shift.id).values()].flatMap((of) => {
    const [first] = of
    if (!first) return []
    const places = of.map(({ place, name, email, phone }) => ({
      status: place.status,
      rider: name ?? email,
      phone,
      came: place.came_at !== null,
      missed: place.missed_at !== null,
    }))
    return [{ shift: first.shift, places }]
  })
}

/** A shift of the rider's own; `give_up_until` is null where it is too late. */
export type OwnShift = Pick<Shift, 'begins_at' | 'ends_at'> & {
  place_id: number
  status: PlaceStatus
  give_up_until: Date | null
}
/** Hours that can be taken: with so many places open, or another rider's place. */
export type OpenShift = Pick<Shift, 'begins_at' | 'ends_at'> & { shift_id: number; places: number }
export type OfferedShift = Pick<Shift, 'begins_at' | 'ends_at'> & { place_id: number; from: string }
export type RiderShifts = { own: OwnShift[]; open: OpenShift[]; offered: OfferedShift[] }

/** So far ahead riders see what they can take. */
const AHEAD_DAYS = 28

/**
 * What a rider sees of shifts that are not over: the own ones, and of the next four weeks open ones and what other
 * riders offer on.
 */
export async function riderShifts(db: Db, rider_id: string, now: Date): Promise<RiderShifts> {
  const can_be_taken = and(
    gt(shifts.ends_at, now),
    lte(shifts.begins_at, new Date(now.getTime() + AHEAD_DAYS * 86_400_000)),
  )
  const [{ give_up_hours }, rows, open] = await Promise.all([
    readSetting(db, SHIFTS),
    db
      .select({ place: shift_places, shift: shifts, name: riders.name })
      .from(shift_places)
      .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
      .leftJoin(riders, eq(riders.user_id, shift_places.rider_id))
      .where(
        and(
          gt(shifts.ends_at, now),
          or(
            and(eq(shift_places.status, 'Offered on').inlineParams(), can_be_taken),
            and(eq(shift_places.rider_id, rider_id), inArray(shift_places.status, [...held_statuses]).inlineParams()),
          ),
        ),
      )
      .orderBy(asc(shifts.begins_at), asc(shifts.id), asc(shift_places.id)),
    db
      .select({ shift: shifts, places: count() })
      .from(shift_places)
      .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
      .where(and(eq(shift_places.status, 'Open').inlineParams(), can_be_taken))
      .groupBy(shifts.id)
      .orderBy(asc(shifts.begins_at), asc(shifts.id)),
  ])
  const own = rows.filter(({ place }) => place.rider_id === rider_id)
  const isFree = ({ begins_at, ends_at }: Shift) =>
    !own.some(({ shift }) => shift.begins_at < ends_at && shift.ends_at > begins_at)
  return {
    own: own.map(({ place, shift }) => {
      const until = givenUpUntil(shift.begins_at, give_up_hours)
      return { ...hoursOf(shift), place_id: place.id, status: place.status, give_up_until: until >= now ? until : null }
    }),
    open: open
      .filter(({ shift }) => isFree(shift))
      .map(({ shift, places }) => ({ ...hoursOf(shift), shift_id: shift.id, places })),
    offered: rows
      .filter(({ place, shift }) => place.status === 'Offered on' && place.rider_id !== rider_id && isFree(shift))
      .map(({ place, shift, name }) => ({
        ...hoursOf(shift),
        place_id: place.id,
        from: name === null ? 'A rider' : firstName(name),
      })),
  }
}

const hoursOf = ({ begins_at, ends_at }: Shift) => ({ begins_at, ends_at })

/** Since when a place's rider could be on duty in it: from its begin, or from when the rider took it after that. */
export const called_since = sql<Date>`greatest(${shifts.begins_at}, ${shift_places.taken_at})`

/** Riders who could be on duty in their shift for so long and have not come; each with when it began. */
export async function missedShifts(db: Db, now: Date) {
  const { missing_minutes } = await readSetting(db, SHIFTS)
  return db
    .select({
      id: shift_places.id,
      since: shifts.begins_at,
      until: shifts.ends_at,
      name: riders.name,
      email: riders.email,
      phone: riders.phone,
    })
    .from(shift_places)
    .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
    .innerJoin(riders, eq(riders.user_id, shift_places.rider_id))
    .where(
      and(
        inArray(shift_places.status, [...held_statuses]).inlineParams(),
        lte(called_since, new Date(now.getTime() - missing_minutes * 60_000)),
        gt(shifts.ends_at, now),
        isNull(shift_places.came_at),
        isNull(riders.on_duty_since),
      ),
    )
    .orderBy(asc(shifts.begins_at), asc(shift_places.id))
    .limit(100)
}

/** Shifts that run or begin by then and still have places that nobody has taken; each with how many. */
export function openShifts(db: Db, { now, until }: { now: Date; until: Date }) {
  return db
    .select({
      id: shifts.id,
      planned_at: shifts.planned_at,
      begins_at: shifts.begins_at,
      ends_at: shifts.ends_at,
      places: count(),
    })
    .from(shift_places)
    .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
    .where(and(eq(shift_places.status, 'Open').inlineParams(), gt(shifts.ends_at, now), lte(shifts.begins_at, until)))
    .groupBy(shifts.id)
    .orderBy(asc(shifts.begins_at), asc(shifts.id))
    .limit(100)
}

/** How many shifts a rider had that ended since then, and to how many of them the rider came. */
export async function keptShifts(db: Db, rider_id: string, since: Date): Promise<{ had: number; came: number }> {
  const ended = await db
    .select({ came_at: shift_places.came_at })
    .from(shift_places)
    .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
    .where(
      and(
        eq(shift_places.rider_id, rider_id),
        eq(shift_places.status, 'Ended').inlineParams(),
        gte(shifts.ends_at, since),
      ),
    )
  return { had: ended.length, came: ended.filter(({ came_at }) => came_at !== null).length }
}
