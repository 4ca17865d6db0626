import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type * as schema from './schema.ts'

/** The database, as a verb gets it from its caller. */
export type Db = NodePgDatabase<typeof schema>
/** A transaction. Verbs that must be part of the caller's commit take this; for reading they also accept a `Db`. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
