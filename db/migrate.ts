import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

const migrations_folder = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any number, the same in every process: the holder of this lock migrates, the others wait and find the work done. */
const MIGRATION_LOCK = 7_130_001
const CONNECT_PATIENCE_MS = 10_000
/**
 * How long a migration waits for a table that somebody uses. Whoever comes after it to the same table waits behind it,
 * so with a long query of somebody else's in front the shop would stand still that long. It lets them by and tries
 * anew.
 */
const LOCK_PATIENCE_MS = 3000
const LOCK_TRIES = 60
/** Between two tries, for those who waited. */
const LOCK_REST_MS = 2000
/** Debian's stable release has it, and test/postgres-15.test.ts runs on it. */
const OLDEST_POSTGRES = 15

/** Why the database cannot be used: one line, for the person who starts the app. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
}

/**
 * Brings the database up to date, or to where an older version left it: `until` is the `when` of its last migration.
 * Safe to run from several processes at once. All migrations are one transaction: one that fails leaves the data as
 * they were. It is tried again while others hold a table that it needs (`lock_tries`, some minutes in all), which
 * `say` is told once. Throws DatabaseUnusable when it cannot be reached, is too old, or a migration fails.
 */
export async function migrateDatabase(
  url: string,
  {
    folder = migrations_folder,
    oldest = OLDEST_POSTGRES,
    lock_tries = LOCK_TRIES,
    say = () => {},
    until,
  }: { folder?: string; oldest?: number; lock_tries?: number; say?: (line: string) => void; until?: number } = {},
): Promise<void> {
  if (until !== undefined && until < newestMigration().when) {
    return onlyUntil(until, (some) => migrateDatabase(url, some))
  }
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_PATIENCE_MS })
  // The statement under way reports a lost connection; this listener only keeps Node from exiting.
  client.on('error', () => {})
  const { hostname, port } = new URL(url)
  const place = `DATABASE_URL: the database at ${hostname}:${port || 5432}`
  try {
    await client.connect()
  } catch (error) {
    throw new DatabaseUnusable(`${place} does not let us in (${reasonOf(error)}).`)
  }
  try {
    const { rows } = await client.query<{ major: number }>(
      "select current_setting('server_version_num')::int / 10000 as major",
    )
    const major = rows[0]?.major ?? 0
    if (major < oldest) throw new DatabaseUnusable(`${place} is PostgreSQL ${major}: the app needs ${oldest} or newer.`)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    // Only now: the process that migrates may take longer than that.
    await client.query(`set lock_timeout = ${LOCK_PATIENCE_MS}`)
    await withFreeTables(lock_tries, say, () => migrate(drizzle(client), { migrationsFolder: folder }))
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error
    const failed = nameOfFailed(error, folder)
    const is_there = failed.startsWith('0000') && codeOf(error) === DUPLICATE_TABLE
    const hint = is_there ? ' They are older than the first release: set them aside.' : ''
    throw new DatabaseUnusable(
      `The database could not be brought up to date: ${failed} failed (${reasonOf(error)}). ` +
        `Its data are as they were.${hint}`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** A folder with the migrations that an older version had. */
async function onlyUntil(until: number, migrate: (some: { folder: string }) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'chowgate-migrations-'))
  try {
    cpSync(migrations_folder, folder, { recursive: true })
    const entries = journalOf(folder).filter(({ when }) => when <= until)
    const journal = { version: '7', dialect: 'postgresql', entries }
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal))
    await migrate({ folder })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Does `work`, and does it anew while others hold a table, or both wait for the other: `tries` times. */
async function withFreeTables(tries: number, say: (line: string) => void, work: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work()
    } catch (error) {
      if (!busy.some((code) => code === codeOf(error)) || tried >= tries) throw error
      if (tried === 1) say('The database is brought up to date as soon as a table is free that somebody uses now.')
      await pause(LOCK_REST_MS)
    }
  }
}

const DUPLICATE_TABLE = '42P07'
/** A lock that was not free in time, and two who waited for each other: PostgreSQL ends one of them. */
const busy = ['55P03', '40P01']

function codeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? Reflect.get(error.cause, 'code') : undefined
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  // If a host name has several addresses, Node's message is empty and only the code is known.
  return cause.message.split('\n')[0] || String(Reflect.get(cause, 'code'))
}

/** The name of the migration with the failed statement. */
function nameOfFailed(error: unknown, folder: string): string {
  const statement: unknown = error instanceof Error ? Reflect.get(error, 'query') : undefined
  const failed = journalOf(folder).find(
    ({ tag }) => typeof statement === 'string' && readFileSync(join(folder, `${tag}.sql`), 'utf8').includes(statement),
  )
  return failed?.tag ?? 'the migration'
}

/** The newest migration that this version of the app knows. */
export function newestMigration(): Migration {
  const newest = journalOf(migrations_folder).at(-1)
  if (!newest) throw new Error(`no migrations in ${migrations_folder}`)
  return { tag: newest.tag, when: newest.when }
}

type Migration = { tag: string; when: number }

function journalOf(folder: string): readonly Migration[] {
  const journal: unknown = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
  return (journal as { entries: readonly Migration[] }).entries
}
