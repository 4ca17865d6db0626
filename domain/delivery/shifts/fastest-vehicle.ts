import { and, eq, exists, gt, gte, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { type Given, kept } from '../../../db/kept-statement.ts'
import { MINUTE_MS } from '../../clock.ts'
import { type Vehicle, vehicles } from '../lifecycle.ts'
import { riders } from '../tables.ts'
import { speeds } from '../windows/way-minutes.ts'
import { STAYS_MINUTES } from './staffed-hours.ts'
import { shift_places, shifts } from './tables.ts'

/** Shifts that begin later tell nothing of what is ordered now. */
const EXPECTED_MINUTES = 180

/**
 * The fastest vehicle of those who could bring what is ordered `now`: on duty, or planned within three hours; for a
 * slot, of those who have a shift then, and of those on duty while they are believed to stay until it. Null where
 * nobody is known, or somebody's vehicle is not.
 */
export async function fastestVehicle(db: Db, now: Date, slot_from: Date | null): Promise<Vehicle | null> {
  const stays = !slot_from || slot_from.getTime() <= now.getTime() + STAYS_MINUTES * MINUTE_MS
  const known = await (slot_from
    ? (stays ? orOnDuty : planned)(db, { begun_by: new Date(slot_from.getTime() - MINUTE_MS), slot_from })
    : orOnDuty(db, { now, until: new Date(now.getTime() + EXPECTED_MINUTES * MINUTE_MS) }))
  if (known.some(({ vehicle }) => vehicle === null)) return null
  return known.reduce<Vehicle | null>(
    (fastest, { vehicle }) => (vehicle && (!fastest || speeds[vehicle] > speeds[fastest]) ? vehicle : fastest),
    null,
  )
}

/** Whose shift covers a slot, or begins soon. */
type When = { begun_by: Date; slot_from: Date } | { now: Date; until: Date }

const plannedThen = (db: Db | Tx, when: Given<When>) =>
  db
    .selectDistinct({ vehicle: riders.vehicle })
    .from(shift_places)
    .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
    .innerJoin(riders, eq(riders.user_id, shift_places.rider_id))
    .where(
      and(
        eq(shift_places.status, 'Taken').inlineParams(),
        eq(riders.status, 'Active').inlineParams(),
        'slot_from' in when
          ? and(lte(shifts.begins_at, when.begun_by), gte(shifts.ends_at, when.slot_from))
          : and(gt(shifts.begins_at, when.now), lte(shifts.begins_at, when.until)),
      ),
    )
const planned = kept((db, when: Given<When>) => plannedThen(db, when))
const orOnDuty = kept((db, when: Given<When>) => plannedThen(db, when).union(onDuty(db)))

/** The vehicles of those on duty: one rider of each is looked for, not everybody read. */
const onDuty = (db: Db | Tx) => {
  const each = sql.join(
    vehicles.map((vehicle) => sql`(${vehicle}::text, ${someOnDuty(db, eq(riders.vehicle, vehicle).inlineParams())})`),
    sql`, `,
  )
  return db
    .select({ vehicle: sql<Vehicle | null>`vehicle` })
    .from(sql`(values ${each}, (null, ${someOnDuty(db, isNull(riders.vehicle))})) as each_vehicle (vehicle, is_there)`)
    .where(sql`is_there`)
}

const someOnDuty = (db: Db | Tx, whose: SQL) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(riders)
      .where(and(isNotNull(riders.on_duty_since), whose)),
  )
