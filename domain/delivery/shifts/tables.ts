import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { historyColumns, instantColumn } from '../../../db/columns.ts'
import { riders } from '../tables.ts'
import type { PlaceStatus, PlaceVerb } from './lifecycle.ts'

/** Hours in which riders are wanted on duty, as an admin planned them (decision 128). */
export const shifts = pgTable(
  'shifts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    begins_at: instantColumn('begins_at').notNull(),
    ends_at: instantColumn('ends_at').notNull(),
    planned_by: uuid('planned_by').notNull(),
    planned_at: instantColumn('planned_at').notNull(),
  },
  (table) => [index('shifts_begin').on(table.begins_at)],
)

/** One rider's place in a shift. */
export const shift_places = pgTable(
  'shift_places',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    shift_id: bigint('shift_id', { mode: 'number' })
      .notNull()
      .references(() => shifts.id, { onDelete: 'cascade' }),
    status: text('status').$type<PlaceStatus>().notNull().default('Planned'),
    /** Who has it, or had it when it ended or was called off. */
    rider_id: uuid('rider_id').references(() => riders.user_id),
    /** When that rider took it, or took it over; null for what was taken before this was noted. */
    taken_at: instantColumn('taken_at'),
    /** When its rider was told that it begins. */
    reminded_at: instantColumn('reminded_at'),
    /** When its rider was first seen on duty in it. */
    came_at: instantColumn('came_at'),
    /** When it was said that its rider did not come. */
    missed_at: instantColumn('missed_at'),
  },
  (table) => [
    index('shift_places_shift').on(table.shift_id),
    index('shift_places_rider').on(table.rider_id),
    index('shift_places_alive').on(table.shift_id).where(sql`${table.status} not in ('Ended', 'Called off')`),
  ],
)

/** Every move of a place: who, when, why. */
export const shift_history = pgTable(
  'shift_history',
  {
    ...historyColumns<PlaceVerb, PlaceStatus>(),
    place_id: bigint('place_id', { mode: 'number' })
      .notNull()
      .references(() => shift_places.id, { onDelete: 'cascade' }),
    /** The rider who has it after the move, or had it until then. */
    rider_id: uuid('rider_id'),
  },
  (table) => [index('shift_history_place').on(table.place_id)],
)
