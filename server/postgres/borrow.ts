import { type Postgres, startPostgres } from '../postgres.ts'
import { runningPort, serverUrl } from './cluster.ts'
import { preparePlace } from './place.ts'

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
