import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { preparingClient } from './often-asked.ts'
import * as schema from './schema.ts'

export type Db = NodePgDatabase<typeof schema>
/** A transaction. Verbs that must be part of somebody else's commit ask for this; `Db` fits it too for reading. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export type OpenDatabase = { db: Db; pool: pg.Pool; close(): Promise<void> }

/** Opens a pool of connections. Nothing is connected until the first query. */
export function openDatabase(url: string, pool_size: number): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: pool_size,
    Client: preparingClient(),
    // A query that hangs must not hang a customer: these bound every statement and every idle transaction.
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 20_000,
    connectionTimeoutMillis: 10_000,
  })
  // A connection that dies while idle (database restarted) is replaced by the pool; without a listener Node would exit.
  pool.on('error', () => {})
  return { db: drizzle(pool, { schema }), pool, close: () => pool.end() }
}
