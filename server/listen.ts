import { createServer, type Server } from 'node:net'
import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

type Place = Pick<Config, 'host' | 'port'>

/** Has a server listen at HOST and PORT. Throws StartError where another program has the port. */
export function listen(server: Server, { port, host }: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      reject(taken ? new StartError(`PORT: ${port} is taken by another program; set PORT to a free one.`) : error)
    })
    server.listen(port, host, () => resolve())
  })
}

/**
 * Asks for the port and lets it go, before anything is loaded, opened or migrated: a second app beside one that runs
 * says so within a second, and has changed nothing. Throws as `listen` does.
 */
export async function refuseTakenPort(place: Place): Promise<void> {
  const server = createServer()
  await listen(server, place)
  await new Promise((resolve) => server.close(resolve))
}
