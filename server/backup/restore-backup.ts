import { lstatSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { newestMigration } from '../../db/migrate.ts'
import type { Config } from '../config.ts'
import { kept_secrets } from '../kept-secret.ts'
import { lastServer } from '../postgres/borrow.ts'
import { runningPort } from '../postgres/cluster.ts'
import { lockFolder } from '../postgres/lock.ts'
import { preparePlace } from '../postgres/place.ts'
import { findPrograms } from '../postgres/programs.ts'
import { StartError, whyNot } from '../start-error.ts'
import { FORMAT, findBackups, type Manifest, newer, readManifest } from './manifest.ts'
import { putPicturesBack } from './pictures.ts'
import { type BackupStore, openBackupStore } from './store.ts'
import { removeDataFolder, unpackBackup } from './unpack.ts'

type How = {
  /** The newest that was verified, where none is named. */
  name?: string | undefined
  /** What is there already is set aside; without it, it is a refusal. */
  over: boolean
  now: Date
  app_version: string
}

export type Restored = { name: string; manifest: Manifest; place: string; aside: string | null }

/**
 * Makes the data folder what it was when a backup was made. The backup is unpacked and every checksum compared before
 * anything is touched. Throws StartError with one line where the app runs, something is there already, or the backup is
 * missing, damaged or of a newer version; one of an older version is brought up to date by the next start.
 */
export async function restoreBackup(config: Config, { name: wanted, over, now, app_version }: How): Promise<Restored> {
  const { data_dir } = config
  const store = await openBackupStore(config.backups.to)
  const name = wanted ?? (await newestGood(store))
  const manifest = await readManifest(store, name)
  requireReadable(name, manifest, app_version)
  const unlock = await lockFolder(data_dir)
  const draft = join(data_dir, 'restore-draft')
  try {
    await requireStopped(data_dir)
    const in_the_way = replaced(config).filter((one) => isThere(join(data_dir, one)))
    if (in_the_way.includes('postgres') && !over) {
      throw new StartError(
        `DATA_DIR: there is a database in ${data_dir} already; with --over it is set aside, and nothing was done.`,
      )
    }
    removeDataFolder(draft)
    await unpackBackup(store, name, manifest, draft)
    if (config.files.kind === 's3') await putPicturesBack(config.files, join(draft, 'files/images'))
    const aside = join(data_dir, `before-restore-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`)
    if (in_the_way.length > 0) mkdirSync(aside, { mode: 0o700 })
    moveAll([
      ...in_the_way.map((one) => ({ from: join(data_dir, one), to: join(aside, one) })),
      ...replaced(config).map((one) => ({ from: join(draft, one), to: join(data_dir, one) })),
    ])
    return { name, manifest, place: store.place, aside: in_the_way.length > 0 ? aside : null }
  } finally {
    removeDataFolder(draft)
    unlock()
  }
}

/** Moves all of what is there, or none of it: a mounted folder, say, cannot be moved. Throws StartError. */
function moveAll(moves: readonly { from: string; to: string }[]): void {
  const made: { from: string; to: string }[] = []
  try {
    for (const move of moves.filter(({ from }) => isThere(from))) {
      renameSync(move.from, move.to)
      made.push(move)
    }
  } catch (error) {
    for (const { from, to } of made.toReversed()) renameSync(to, from)
    throw new StartError(`DATA_DIR: ${whyNot(error)} Everything is where it was.`)
  }
}

/** What of a data folder a backup stands for. */
function replaced({ files }: Config): string[] {
  return ['postgres', ...(files.kind === 'folder' ? ['files'] : []), ...kept_secrets]
}

async function newestGood(store: BackupStore): Promise<string> {
  const good = (await findBackups(store)).filter(({ is_good }) => is_good)
  const newest = good.at(-1)
  if (!newest) throw new StartError(`There is no backup in ${store.place} that was verified: nothing was done.`)
  return newest.name
}

function requireReadable(name: string, manifest: Manifest, app_version: string): void {
  const is_newer = manifest.migration.when > newestMigration().when || isAfter(manifest.app_version, app_version)
  if (manifest.format > FORMAT || is_newer) throw newer(name)
  const { version } = findPrograms(null, () => {})
  const [theirs, ours] = [manifest.postgres_version, version].map((one) => one.split('.')[0])
  if (theirs === ours) return
  throw new StartError(
    `The backup ${name} was made by PostgreSQL ${theirs}, this app brings ${ours}: nothing was touched; ` +
      `restore it with version ${manifest.app_version} of the app.`,
  )
}

function isAfter(left: string, right: string): boolean {
  return left.localeCompare(right, 'en', { numeric: true }) > 0
}

/** An app that runs holds the lock; one that was killed leaves its server behind, which goes on writing. */
async function requireStopped(data_dir: string): Promise<void> {
  if (!isThere(join(data_dir, 'postgres')) || runningPort(await preparePlace(data_dir, () => {})) === null) return
  throw new StartError(
    `DATA_DIR: its PostgreSQL still runs (process ${lastServer(data_dir)?.pid}); start the app and stop it, then ` +
      'restore.',
  )
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
