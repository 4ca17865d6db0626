import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Db } from './handle.ts'
import { preparingClient } from './often-asked.ts'
import { repeatTransactions } from './repeat-transactions.ts'
import * as schema from './schema.ts'

export type OpenDatabase = { db: Db; pool: pg.Pool; close(): Promise<void> }

/**
 * Opens a pool of connections. Nothing is connected until the first query. `Client` is the driver's, or one around it.
 */
export function openDatabase(url: string, pool_size: number, Client = preparingClient()): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: pool_size,
    Client,
    // A hanging query must not keep a customer waiting: these limit every statement and every idle transaction.
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 20_000,
    connectionTimeoutMillis: 10_000,
    // One that rests finds out by itself that its other end has vanished; one that waits, by its client's patience.
    keepAlive: true,
    // A proxy that was reloaded keeps its old process until the last connection through it ends (deploy/cluster).
    maxLifetimeSeconds: 300,
  })
  surviveLostConnections(pool)
  return { db: repeatTransactions(drizzle(pool, { schema })), pool, close: () => pool.end() }
}

/**
 * A connection that dies (database restarted, backend ended, transaction idle too long) must only end the query on it.
 * The pool listens only on idle connections: without a listener on one in use, Node would exit, and a transaction whose
 * `begin` finds it dead would never return its place in the pool.
 */
function surviveLostConnections(pool: pg.Pool): void {
  const die = new WeakMap<pg.PoolClient, (error: Error) => void>()
  pool.on('error', () => {})
  pool.on('acquire', (client) => {
    const onError = (error: Error) => {
      const { release } = client
      client.release = () => {}
      release(error)
    }
    die.set(client, onError)
    client.once('error', onError)
  })
  pool.on('release', (_, client) => {
    const onError = die.get(client)
    if (onError) client.off('error', onError)
  })
}
