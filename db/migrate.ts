import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

const migrations_folder = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any number, the same in every process: whoever holds it migrates, the others wait and find the work done. */
const MIGRATION_LOCK = 7_130_001

/** Brings the database up to date. Safe to run from several processes at once. */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), { migrationsFolder: migrations_folder })
  } finally {
    await client.end()
  }
}
