import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '../postgres.ts'
import { isInitialised, runningPort, serverUrl, stop } from './cluster.ts'
import { preparePlace } from './place.ts'
import { findPrograms } from './programs.ts'

/**
 * The app's own database for a short command: the server of a running app, which keeps running, or else one started for
 * the command. Throws StartError like `startPostgres`.
 */
export async function borrowPostgres(data_dir: string): Promise<Pick<Postgres, 'url' | 'stop'>> {
  const place = await preparePlace(data_dir, () => {})
  const port = runningPort(place)
  if (port === null) return startPostgres({ data_dir, log: () => {} })
  return { url: serverUrl(place, port, 'chowgate'), stop: async () => {} }
}

/** Ends a server that runs on a data folder which nobody needs any more. */
export async function endLeftBehind(data_dir: string): Promise<void> {
  if (!existsSync(join(data_dir, 'postgres'))) return
  const place = await preparePlace(data_dir, () => {})
  if (isInitialised(place) && runningPort(place) !== null)
    await stop(
      findPrograms(place.account, () => {}),
      place,
    )
}

/** The process and the port of the server that was last started on a data folder; null where there was none. */
export function lastServer(data_dir: string): { pid: number; port: string } | null {
  try {
    const lines = readFileSync(join(data_dir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: lines[3] ?? '' }
  } catch {
    return null
  }
}

/** Whether a database is the app's own, on this data folder, and not one that somebody else looks after. */
export function isOwnDatabase(data_dir: string, url: string): boolean {
  const { hostname, port } = new URL(url)
  return hostname === '127.0.0.1' && lastServer(data_dir)?.port === port
}
