import { sql } from 'drizzle-orm'
import { boolean, check, doublePrecision, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../db/columns.ts'
import type { PlaceKind } from './kinds.ts'

/**
 * What a campus is made of: gates, hostels, faculties, markets, and the junctions between them. Rows are never deleted,
 * because checkouts point to them; a trigger carries a new name to the vendors and riders who chose the old one.
 */
export const places = pgTable(
  'places',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull().unique(),
    kind: text('kind').$type<PlaceKind>().notNull(),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    /** Kitchens and riders say that they are near it, and checkout offers it as a button. */
    landmark: boolean('landmark').notNull().default(false),
    /** Where a customer can come to, who lives farther than we deliver. */
    meeting_point: boolean('meeting_point').notNull().default(false),
    /** False until somebody stood there and confirmed the coordinates. */
    verified: boolean('verified').notNull().default(false),
    /** Its place in lists. */
    position: integer('position').notNull().default(0),
    /** While it is closed, nothing is brought there; ways lead past it all the same. */
    closed_at: instantColumn('closed_at'),
    /** A retired place is in no list and no way leads over it. */
    retired_at: instantColumn('retired_at'),
  },
  (table) => [uniqueIndex('places_name_in_any_case').on(sql`lower(${table.name})`)],
)

/** What joins two places, in both directions alike. */
export const ways = pgTable(
  'ways',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The place with the smaller id, so that a pair has one way. */
    from_place_id: integer('from_place_id')
      .notNull()
      .references(() => places.id),
    to_place_id: integer('to_place_id')
      .notNull()
      .references(() => places.id),
    walk_minutes: integer('walk_minutes').notNull(),
    /** Null where nobody can ride. */
    ride_minutes: integer('ride_minutes'),
    /** Campus time, 'HH:MM': closed from then until `closed_until`, over midnight too. Both null: always open. */
    closed_from: text('closed_from'),
    closed_until: text('closed_until'),
    /** Closed for now, at any hour. */
    closed_at: instantColumn('closed_at'),
    retired_at: instantColumn('retired_at'),
  },
  (table) => [
    uniqueIndex('ways_one_for_a_pair').on(table.from_place_id, table.to_place_id),
    index('ways_to').on(table.to_place_id),
    check('ways_smaller_id_first', sql`${table.from_place_id} < ${table.to_place_id}`),
    check('ways_minutes', sql`${table.walk_minutes} between 1 and 120 and ${table.ride_minutes} between 1 and 120`),
    check('ways_closing_whole', sql`(${table.closed_from} is null) = (${table.closed_until} is null)`),
  ],
)

/** Answers of the maps service, stored because its policy asks for it (docs/providers.md#nominatim-usage-policy). */
export const geocodes = pgTable('geocodes', {
  /** `reverse:<lat>,<lon>` on a grid of four decimals, or `search:<normalised address>`. */
  key: text('key').primaryKey(),
  /** Null when the service found nothing, which is stored too. */
  display_name: text('display_name'),
  latitude: doublePrecision('latitude'),
  longitude: doublePrecision('longitude'),
  fetched_at: instantColumn('fetched_at').notNull(),
})
