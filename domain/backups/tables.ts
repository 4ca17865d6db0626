import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../db/columns.ts'

/** Every try to back up the app's own database and its pictures; what is in a backup stands in its manifest. */
export const backups = pgTable('backups', {
  /** The name of its folder: when it was begun. */
  name: text('name').primaryKey(),
  /** Where it lies: a folder, or a bucket with its prefix. */
  place: text('place').notNull(),
  begun_at: instantColumn('begun_at').notNull(),
  /** When it had been restored for a trial and nothing was wrong; only then it counts. */
  verified_at: instantColumn('verified_at'),
  bytes: bigint('bytes', { mode: 'number' }),
  pictures: integer('pictures'),
  /** Why it does not count, in one line. */
  problem: text('problem'),
})
