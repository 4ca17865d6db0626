import { eq, inArray } from 'drizzle-orm'
import { campusDate } from '../../domain/clock.ts'
import { callOffShift } from '../../domain/delivery/shifts/call-off-shift.ts'
import { giveUpShift, keepShift, offerShiftOn } from '../../domain/delivery/shifts/hand-on-shift.ts'
import { held_statuses } from '../../domain/delivery/shifts/lifecycle.ts'
import { copyWeek, planShifts, publishWeek } from '../../domain/delivery/shifts/plan-week.ts'
import { shift_places, shifts } from '../../domain/delivery/shifts/tables.ts'
import { takeOverShift, takeShift } from '../../domain/delivery/shifts/take-shift.ts'
import { move } from '../move.ts'
import type { World } from '../world.ts'
import { anAdmin } from './admin.ts'

const today = ({ clock }: World) => campusDate(clock.now())

async function aPlace(world: World, ...wanted: readonly string[]) {
  const { db, chance, campus } = world
  const all = await db.select().from(shift_places).orderBy(shift_places.id)
  const place = chance.any(chance.of(0.9) ? all.filter(({ status }) => wanted.includes(status)) : all)
  if (!place) return null
  const own = campus.riders.find(({ user_id }) => user_id === place.rider_id)
  const actor = own && chance.of(0.9) ? own : chance.one(campus.riders)
  return { place, actor, about: `place ${place.id} of shift ${place.shift_id} (${place.status})` }
}

/** What admins and riders do about shifts. */
export const shift_admin = [
  move('plans shifts', 0.3, async (world) => {
    const hour = world.chance.whole(8, 20)
    const form = {
      days: [today(world)],
      from: `${String(hour).padStart(2, '0')}:00`,
      until: `${String(hour + 3).padStart(2, '0')}:00`,
      places: String(world.chance.whole(1, 2)),
    }
    return { about: `${form.days[0]}, ${form.from}`, act: () => planShifts(world.deps, anAdmin(world), form) }
  }),
  move('copies a week', 0.1, async (world) => ({
    about: today(world),
    act: () => copyWeek(world.deps, anAdmin(world), today(world)),
  })),
  move('offers a week', 0.3, async (world) => ({
    about: today(world),
    act: () => publishWeek(world.deps, anAdmin(world), today(world)),
  })),
  move('calls a shift off', 0.1, async (world) => {
    const one = await aPlace(world, 'Open', 'Taken', 'Offered on')
    const off = { shift_id: one?.place.shift_id ?? 0, reason: 'The campus is closed' }
    return one && { about: one.about, act: () => callOffShift(world.deps, anAdmin(world), off) }
  }),
]

export const shift_rider = [
  move('takes a shift', 0.6, async (world) => {
    const one = await aPlace(world, 'Open')
    const actor = world.chance.one(world.campus.riders)
    return one && { about: one.about, act: () => takeShift(world.deps, actor, one.place.shift_id) }
  }),
  move('gives a shift up', 0.2, async (world) => {
    const one = await aPlace(world, 'Taken', 'Offered on')
    return one && { about: one.about, act: () => giveUpShift(world.deps, one.actor, one.place.id) }
  }),
  move('offers a shift to others', 0.3, async (world) => {
    const one = await aPlace(world, 'Taken')
    return one && { about: one.about, act: () => offerShiftOn(world.deps, one.actor, one.place.id) }
  }),
  move('keeps a shift', 0.1, async (world) => {
    const one = await aPlace(world, 'Offered on')
    return one && { about: one.about, act: () => keepShift(world.deps, one.actor, one.place.id) }
  }),
  move('takes a shift over', 0.3, async (world) => {
    const one = await aPlace(world, 'Offered on')
    const actor = world.chance.one(world.campus.riders)
    return one && { about: one.about, act: () => takeOverShift(world.deps, actor, one.place.id) }
  }),
]

/** Nobody has two shifts at once, and a place that is held has its rider. Answers what is wrong, in words. */
export async function wrongShifts({ db }: Pick<World, 'db'>): Promise<string[]> {
  const held = await db
    .select({ place: shift_places, shift: shifts })
    .from(shift_places)
    .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
    .where(inArray(shift_places.status, [...held_statuses]))
    .orderBy(shift_places.id)
  const twice = held.filter(({ place, shift }) =>
    held.some(
      (other) =>
        other.place.id < place.id &&
        other.place.rider_id === place.rider_id &&
        other.shift.begins_at < shift.ends_at &&
        other.shift.ends_at > shift.begins_at,
    ),
  )
  return [
    ...twice.map(({ place }) => `place ${place.id} overlaps another shift of its rider`),
    ...held.filter(({ place }) => !place.rider_id).map(({ place }) => `place ${place.id} is held by nobody`),
  ]
}
