import { readFileSync, readlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../../db/open.ts'
import { backupName } from '../../domain/backups/claim-nightly.ts'
import { lastBackups } from '../../domain/backups/last-backups.ts'
import { namedPictures } from '../../domain/backups/named-pictures.ts'
import { noteBegun, noteProblem, noteRestored } from '../../domain/backups/note-backup.ts'
import { type Clock, DAY_MS } from '../../domain/clock.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { databaseAccount } from '../postgres/account.ts'
import { StartError, whyNot } from '../start-error.ts'
import { lockAlone } from './make-backup.ts'
import { backupsOf, pgBackRest, type Stanza, type StanzaBackup } from './pgbackrest.ts'
import { tryStanzaBackup } from './stanza-trial.ts'
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
 * Backs up a PostgreSQL of one's own by pgBackRest, the whole of it once a week and after a backup that does not count,
 * and what changed on other nights; restores that for a trial, and looks: the eight invariants must hold in the copy.
 * Notes it for the app, which looks at the pictures (server/backup/copy-pictures.ts). Null where this server is a
 * standby: the primary's machine does it. Throws StartError with one line where there is no good backup.
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
    const has_failed = Boolean((await lastBackups(database.db, begun_at))?.problem)
    const name = backupName(begun_at)
    await noteBegun(database.db, { name, place: `pgBackRest: ${name_of}`, begun_at })
    try {
      const backup = await makeOne(stanza, begun_at, has_failed)
      const folder = join(room, 'backup-trial')
      await requireRoom(room, backup.restored_bytes)
      const trial = { stanza, label: backup.label, folder, programs: programsOf(data_folder) }
      const { violations, pictures } = await tryStanzaBackup(trial, session, lookAt)
      if (violations.length > 0) {
        throw new StartError(`In backup ${backup.label} something is wrong: ${violations.slice(0, 3).join(', ')}.`)
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

async function makeOne(stanza: Stanza, now: Date, has_failed: boolean): Promise<StanzaBackup> {
  const before = await backupsOf(stanza)
  const full = before.findLast(({ is_full }) => is_full)
  const is_due = has_failed || !full || now.getTime() - full.began_at.getTime() > FULL_EVERY_MS
  await pgBackRest(stanza, 'backup', [`--type=${is_due ? 'full' : 'incr'}`])
  const made = (await backupsOf(stanza)).at(-1)
  if (!made || made.label === before.at(-1)?.label)
    throw new StartError('pgBackRest made no backup, and gave no reason.')
  return made
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
