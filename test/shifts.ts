import { eq } from 'drizzle-orm'
import type { Actor } from '../domain/accounts/actor.ts'
import { planShifts, publishWeek } from '../domain/delivery/shifts/plan-week.ts'
import { shift_places } from '../domain/delivery/shifts/tables.ts'
import { takeShift } from '../domain/delivery/shifts/take-shift.ts'
import { notifications } from '../domain/notifications/tables.ts'
import { insertRider } from './rider.ts'
import type { World } from './world.ts'

/** The day after `LUNCH_TIME`'s; its week begins two days before. */
export const WEDNESDAY = '2026-03-11'

type Hours = { day?: string; from?: string; until?: string; places?: number }

/** Shifts of a test, on Wednesday from 18:00 to 21:00 unless said otherwise. */
export function shiftWorld(world: () => World, admin: () => Actor) {
  const resting = () => insertRider(world().deps.db, { on_duty_since: null })

  /** A shift that riders can take. */
  async function published(hours: Hours = {}) {
    const { day = WEDNESDAY, from = '18:00', until = '21:00', places = 1 } = hours
    const planned = await planShifts(world().deps, admin(), { days: [day], from, until, places: String(places) })
    if (!planned.ok) throw new Error(planned.reason)
    await publishWeek(world().deps, admin(), day)
    return planned.value.shift_ids[0] ?? 0
  }

  async function taken(rider: Actor, hours: Hours = {}) {
    const shift_id = await published(hours)
    const place = await takeShift(world().deps, rider, shift_id)
    if (!place.ok) throw new Error(place.reason)
    return { shift_id, place_id: place.value.id }
  }

  const placesOf = (shift_id: number) =>
    world().deps.db.select().from(shift_places).where(eq(shift_places.shift_id, shift_id)).orderBy(shift_places.id)
  const at = (time: string, day = WEDNESDAY) => world().clock.set(new Date(`${day}T${time}:00+01:00`))

  const newsOf = async ({ user_id }: Actor) =>
    (
      await world()
        .deps.db.select({ kind: notifications.kind, text: notifications.text })
        .from(notifications)
        .where(eq(notifications.user_id, user_id))
        .orderBy(notifications.id)
    ).map(({ kind, text }) => `${kind}: ${text}`)

  return { resting, published, taken, placesOf, at, newsOf }
}
