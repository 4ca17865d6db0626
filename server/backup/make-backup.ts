import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { newestMigration } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open.ts'
import { backupName } from '../../domain/backups/claim-nightly.ts'
import { noteBegun, noteGood, noteProblem } from '../../domain/backups/note-backup.ts'
import { PICTURES_STAY_LOCK } from '../../domain/catalog/pictures/tidy-pictures.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Config } from '../config.ts'
import { kept_secrets } from '../kept-secret.ts'
import { borrowPostgres } from '../postgres/borrow.ts'
import { StartError, whyNot } from '../start-error.ts'
import { type Entry, writeArchive } from './archive.ts'
import { checkBackup } from './check-backup.ts'
import { databaseEntries, fileEntry, only } from './copy-database.ts'
import { dispensable } from './keep.ts'
import { FORMAT, findBackups, type Manifest, markVerified, writeManifest } from './manifest.ts'
import { allPictures } from './pictures.ts'
import { type BackupStore, openBackupStore } from './store.ts'

/** Any number: whoever holds it backs up, and nobody else does. */
const BACKUP_LOCK = 7_130_020
/** A picture that is just being tidied away is waited for. */
const PICTURES_WAIT_MS = 60_000

type How = {
  clock: Clock
  app_version: string
  /** The name that it must bear, where its turn was claimed before. */
  name?: string | undefined
  /** Ends it early, with everything that it started. */
  signal?: AbortSignal | undefined
}

export type MadeBackup = { name: string; place: string; manifest: Manifest; bytes: number; removed: string[] }

/**
 * Backs up the app's own database and its pictures while the app runs, restores the copy for a trial, and only then
 * counts it, notes it, and removes those that are no longer kept. Throws StartError with one line where it cannot, or
 * something is wrong in it; then everything else is as it was.
 */
export async function makeBackup(
  config: Config,
  { clock, app_version, name: given, signal }: How,
): Promise<MadeBackup> {
  const store = await openBackupStore(config.backups.to, signal)
  const postgres = await borrowPostgres(config.data_dir)
  const database = openDatabase(postgres.url, 2)
  const session = new pg.Client({ connectionString: postgres.url, application_name: `backup ${process.pid}` })
  // A connection that is lost is told by the statement that was under way.
  session.on('error', () => {})
  try {
    await session.connect()
    await lockAlone(session)
    const { migration, postgres_version } = await standing(session)
    const begun_at = clock.now()
    const name = given ?? backupName(begun_at)
    await noteBegun(database.db, { name, place: store.place, begun_at })
    try {
      await removeUseless(store)
      const made_at = begun_at.toISOString()
      const counted = { pictures: 0 }
      const archive = await writeArchive(store, name, entriesOf(config, session, counted))
      const manifest = { format: FORMAT, app_version, postgres_version, migration, made_at, ...counted, ...archive }
      await writeManifest(store, name, manifest)
      await session.query('select pg_advisory_unlock($1)', [PICTURES_STAY_LOCK])
      const wrong = await checkBackup(store, name, manifest, config.data_dir)
      if (wrong.length > 0) throw notGood(name, wrong)
      await markVerified(store, name, clock.now())
      const bytes = manifest.parts.reduce((sum, part) => sum + part.bytes, 0)
      await noteGood(database.db, { name, verified_at: clock.now(), bytes, pictures: manifest.pictures })
      return { name, place: store.place, manifest, bytes, removed: await prune(store, config) }
    } catch (error) {
      await noteProblem(database.db, name, String(whyNot(error)))
      // Where the store is gone the next one does it.
      await removeUseless(store).catch(() => {})
      throw error
    }
  } finally {
    await session.end()
    await database.close()
    await postgres.stop()
  }
}

/** A data folder as it must be unpacked: the database, then the pictures, which stay meanwhile, then the secrets. */
export async function* entriesOf(
  config: Config,
  session: pg.Client,
  counted: { pictures: number },
): AsyncGenerator<Entry> {
  const place = realpathSync(join(config.data_dir, 'postgres'))
  await session.query(`set lock_timeout = ${PICTURES_WAIT_MS}`)
  await session.query('select pg_advisory_lock($1)', [PICTURES_STAY_LOCK])
  yield { name: 'postgres/', mode: 0o700, size: 0, body: null }
  yield* databaseEntries(session, join(place, 'cluster'), 'postgres/cluster')
  yield* fileEntry(join(place, 'password'), 'postgres/password')
  for await (const { name, bytes } of allPictures(config.files)) {
    yield { name: `files/images/${name}`, mode: 0o600, size: bytes.length, body: only(bytes) }
    counted.pictures++
  }
  for (const name of kept_secrets) yield* fileEntry(join(config.data_dir, name), name)
}

/** Throws StartError where another backup is just being made. */
export async function lockAlone(session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [BACKUP_LOCK])
  if (rows[0]?.mine) return
  const { rows: others } = await session.query<{ application_name: string }>(
    `select application_name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and objid = $1 and granted`,
    [BACKUP_LOCK],
  )
  const process_id = /^backup (\d+)$/.exec(others[0]?.application_name ?? '')?.[1]
  throw new StartError(`Another backup is just being made${process_id ? ` (process ${process_id})` : ''}: wait for it.`)
}

/**
 * What whoever restores it has to know: as much as this app does, which runs on a database that a newer version has
 * brought further (after it was rolled back), because migrations only add. Throws StartError where the database is not
 * as far as this app would have it.
 */
async function standing(session: pg.Client) {
  const migration = newestMigration()
  const { rows } = await session.query<{ is_there: boolean; version: string }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as is_there,
      current_setting('server_version') as version`,
  )
  const { rows: applied } = rows[0]?.is_there
    ? await session.query<{ at: string }>('select max(created_at) as at from drizzle.__drizzle_migrations')
    : { rows: [] }
  if (Number(applied[0]?.at ?? 0) < migration.when) {
    throw new StartError(
      'The database is of an older version of the app: back it up with that one, or start this one once.',
    )
  }
  return { migration, postgres_version: rows[0]?.version ?? '' }
}

/**
 * What has no manifest is left over from a try that failed. Of those that are whole and do not count the newest stays,
 * to be looked into: one an hour would fill the place until no good one fits.
 */
async function removeUseless(store: BackupStore): Promise<void> {
  const found = await findBackups(store)
  const stays = found.findLast(({ is_whole, is_good }) => is_whole && !is_good)?.name
  for (const { name, is_good } of found) if (!is_good && name !== stays) await store.remove(name)
}

async function prune(store: BackupStore, { backups }: Config): Promise<string[]> {
  const names = dispensable(await findBackups(store), backups.keep)
  for (const name of names) await store.remove(name)
  return names
}

function notGood(name: string, wrong: readonly string[]): StartError {
  const more = wrong.length > 3 ? `, and ${wrong.length - 3} more` : ''
  const what = `${wrong.slice(0, 3).join(', ')}${more}`
  return new StartError(`The backup ${name} is whole, and does not count, since something is wrong in it: ${what}.`)
}
