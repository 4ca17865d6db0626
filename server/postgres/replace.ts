import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../postgres.ts'
import { StartError } from '../start-error.ts'
import { lastServer } from './borrow.ts'
import { runningPort } from './cluster.ts'
import { lockFolder } from './lock.ts'
import { own, type Place, preparePlace } from './place.ts'
import { findPrograms } from './programs.ts'

/** What belongs to one database server of a data folder. */
const OF_A_SERVER = ['cluster', 'password', 'server.log']

/**
 * Makes the app's own database anew and has `fill` fill it. The one that was there is set aside, and comes back where
 * `fill` throws; without `over` only one that another version of PostgreSQL made may be replaced. Answers the folder
 * that holds it; null where there was none. Throws StartError where the app, or its PostgreSQL, runs.
 */
export async function replaceOwnDatabase(
  data_dir: string,
  { over, now }: { over: boolean; now: Date },
  fill: (url: string) => Promise<void>,
): Promise<string | null> {
  const unlock = await lockFolder(data_dir)
  const place = await preparePlace(data_dir, () => {})
  const aside = join(place.folder, `before-import-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`)
  const is_there = existsSync(join(place.folder, 'cluster'))
  try {
    if (is_there) requireReplaceable(data_dir, place, over)
    if (is_there) setAside(place, aside)
  } finally {
    unlock()
  }
  try {
    const postgres = await startPostgres({ data_dir, log: () => {} })
    await fill(postgres.url).finally(() => postgres.stop())
  } catch (error) {
    for (const name of OF_A_SERVER) rmSync(join(place.folder, name), { recursive: true, force: true })
    if (is_there) putBack(place, aside)
    throw error
  }
  return is_there ? aside : null
}

function requireReplaceable(data_dir: string, place: Place, over: boolean): void {
  if (runningPort(place) !== null) {
    throw new StartError(
      `DATA_DIR: its PostgreSQL still runs (process ${lastServer(data_dir)?.pid}); start the app and stop it first.`,
    )
  }
  const found = readFileSync(join(place.folder, 'cluster/PG_VERSION'), 'utf8').trim()
  if (over || !findPrograms(null, () => {}).version.startsWith(`${found}.`)) return
  throw new StartError(
    `DATA_DIR: there is a database in ${data_dir} already; with --over it is set aside, and nothing was done.`,
  )
}

function setAside({ folder, account }: Place, aside: string): void {
  mkdirSync(aside, { mode: 0o700 })
  own(aside, account)
  for (const name of OF_A_SERVER) if (existsSync(join(folder, name))) renameSync(join(folder, name), join(aside, name))
}

function putBack({ folder }: Place, aside: string): void {
  for (const name of OF_A_SERVER) if (existsSync(join(aside, name))) renameSync(join(aside, name), join(folder, name))
  rmSync(aside, { recursive: true })
}
