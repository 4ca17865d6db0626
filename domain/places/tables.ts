import { boolean, doublePrecision, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../db/columns.ts'

/** The landmarks of the campus, with coordinates that an admin can correct. */
export const landmarks = pgTable('landmarks', {
  name: text('name').primaryKey(),
  latitude: doublePrecision('latitude').notNull(),
  longitude: doublePrecision('longitude').notNull(),
  /** False until the coordinates were checked on site (docs/providers.md#landmarks). */
  verified: boolean('verified').notNull().default(false),
  position: integer('position').notNull(),
})

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
