import { readFileSync, readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import type { Db } from '../../db/handle.ts'
import { openDatabase } from '../../db/open.ts'
import { backupName } from '../../domain/backups/claim-nightly.ts'
import { howTheyEnded } from '../../domain/backups/how-they-ended.ts'
import { namedPictures } from '../../domain/backups/named-pictures.ts'
import { noteBegun, noteProblem, noteRestored } from '../../domain/backups/note-backup.ts'
import { type Clock, DAY_MS } from '../../domain/clock.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { databaseAccount } from '../postgres/account.ts'
import { StartError, whyNot } from '../start-error.ts'
import { lockAlone } from './make-backup.ts'
import { addBackup, backupsOf, removeBackup, removeOldBackups, type Stanza, type StanzaBackup } from './pgbackrest.ts'
import { clearTrial, tryStanzaBackup } from './stanza-trial.ts'
import { requireRoom } from './store.ts'

/** A week, less the hours by which a night may be early. */
const FULL_EVERY_MS = 6.5 * DAY_MS

type How = {
  /** A superuser's way to the database, over the server's own socket. */
  database_url: string
  stanza: string
  config?: string | undefined
  /** A folder of PostgreSQL's user with room for a copy, which is restored there for a trial. */
  room: string
  clock: Clock
}

export type StanzaResult = { name: string; backup: StanzaBackup; pictures: number; seconds: number }

/**
 * Backs up a PostgreSQL of one's own by pgBackRest, the whole of it once a week and after a backup that could not be
 * restored, and what changed on other nights; restores that for a trial, and looks: the eight invariants must hold in
 * the copy. Notes it for the app, which looks at the pictures (server/backup/copy-pictures.ts). Null where this server
 * is a standby: the primary's machine does it. Throws StartError with one line where there is no good backup.
 */
export async function backUpStanza({ database_url, stanza: name_of, config, room, clock }: How) {
  const began_ms = performance.now()
  const session = new pg.Client({ connectionString: database_url, application_name: `backup ${process.pid}` })
  // A connection that is lost is told by the statement that was under way.
  session.on('error', () => {})
  const database = openDatabase(database_url, 2)
  try {
    await session.connect()
    const { data_folder, is_standby } = await serverOf(session)
    if (is_standby) return null
    await lockAlone(session)
    const account = await databaseAccount(data_folder)
    const stanza: Stanza = { name: name_of, config, account }
    const begun_at = clock.now()
    const name = backupName(begun_at)
    await noteBegun(database.db, { name, place: `pgBackRest: ${name_of}`, begun_at })
    try {
      const trial = { stanza, folder: join(room, 'backup-trial'), programs: programsOf(data_folder) }
      // What a killed one left behind takes room.
      await clearTrial(trial)
      await requireRoom(room, await sizeOf(session))
      const backup = await makeOne(database.db, stanza, { name, now: begun_at })
      await requireRoom(room, backup.restored_bytes)
      const { violations, pictures } = await tryStanzaBackup({ ...trial, label: backup.label }, session, lookAt)
      if (violations.length > 0) {
        const problem = `In backup ${backup.label} something is wrong: ${violations.slice(0, 3).join(', ')}.`
        await noteProblem(database.db, name, problem, clock.now())
        throw new StartError(problem)
      }
      await noteRestored(database.db, { name, restored_at: clock.now(), bytes: backup.bytes })
      return { name, backup, pictures, seconds: (performance.now() - began_ms) / 1000 } satisfies StanzaResult
    } catch (error) {
      await noteProblem(database.db, name, String(whyNot(error)))
      throw error
    }
  } finally {
    await session.end()
    await database.close()
  }
}

/**
 * Old ones go before, and only while the newest counts: what does not count never pushes out what does. One that could
 * not be restored goes when a whole one is there in its place, so of those one stays, however often it fails.
 */
async function makeOne(db: Db, stanza: Stanza, { name, now }: { name: string; now: Date }): Promise<StanzaBackup> {
  const before = await backupsOf(stanza)
  const ends = await howTheyEnded(
    db,
    before.map((one) => one.name).filter((one) => one !== null),
  )
  const endOf = (one: StanzaBackup | undefined) => (one?.name ? ends.get(one.name) : undefined)
  const newest = before.at(-1)
  if (endOf(newest) === 'counts') await removeOldBackups(stanza)
  const full = before.findLast(({ is_full }) => is_full)
  const is_due = endOf(newest) === 'failed' || !full || now.getTime() - full.began_at.getTime() > FULL_EVERY_MS
  await addBackup(stanza, is_due ? 'full' : 'incr', name)
  const after = await backupsOf(stanza)
  const made = after.at(-1)
  if (!made || made.label === newest?.label) throw new StartError('pgBackRest made no backup, and gave no reason.')
  if (made.is_full) {
    for (const one of after.filter((other) => endOf(other) === 'failed')) await removeBackup(stanza, one.label)
  }
  return made
}

/** Of all databases, as they will lie in the copy. */
async function sizeOf(session: pg.Client): Promise<number> {
  const { rows } = await session.query<{ bytes: string }>('select sum(pg_database_size(oid)) as bytes from pg_database')
  return Number(rows[0]?.bytes)
}

async function lookAt(url: string) {
  const { db, close } = openDatabase(url, 2)
  try {
    const violations = await findViolations(db)
    return {
      violations: violations.map(({ invariant, subject, problem }) => `${invariant}: ${subject} ${problem}`),
      pictures: (await namedPictures(db)).length,
    }
  } finally {
    await close()
  }
}

async function serverOf(session: pg.Client): Promise<{ data_folder: string; is_standby: boolean }> {
  const { rows } = await session.query<{ data_folder: string; is_standby: boolean }>(
    `select current_setting('data_directory') as data_folder, pg_is_in_recovery() as is_standby`,
  )
  const [server] = rows
  if (!server) throw new StartError('The database says nothing of itself.')
  return server
}

/** Where the programs of the server that runs are: a copy of its files starts with no other version. */
function programsOf(data_folder: string): string {
  const pid = readFileSync(join(data_folder, 'postmaster.pid'), 'utf8').split('\n')[0]
  return dirname(readlinkSync(`/proc/${pid}/exe`))
}
