import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../db/columns.ts'

/** Every try to back up the database and the pictures, whoever makes it; what is in one stands where it lies. */
export const backups = pgTable('backups', {
  /** When it was begun; of the app's own backups, the name of the folder. */
  name: text('name').primaryKey(),
  /** Where it lies, for people: a folder, a bucket with its prefix, or pgBackRest's stanza. */
  place: text('place').notNull(),
  begun_at: instantColumn('begun_at').notNull(),
  /** When its database had been restored for a trial, where pictures are looked at apart: its files are sound. */
  restored_at: instantColumn('restored_at'),
  /** When nothing was wrong in database and pictures; only then it counts. */
  verified_at: instantColumn('verified_at'),
  bytes: bigint('bytes', { mode: 'number' }),
  pictures: integer('pictures'),
  /** Why it does not count, in one line. */
  problem: text('problem'),
})
