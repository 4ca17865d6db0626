import type { AddressInfo } from 'node:net'
import { type PictureStore, pictureStore } from '../adapters/files/picture-store.ts'
import { openDatabase } from '../db/open.ts'
import type { Clock } from '../domain/clock.ts'
import { NEWS_CHANNEL } from '../domain/notifications/tell-news.ts'
import type { Config } from './config.ts'
import { listenToDatabase } from './database-news.ts'
import { createHttpServer } from './http.ts'
import { createLive, tellFromPayload } from './live.ts'
import { createLog } from './log.ts'
import { backgroundTasks, createServices } from './services.ts'
import { StartError } from './start-error.ts'
import type { Web } from './web.ts'
import { startWorker } from './worker.ts'

export type RunningApp = {
  port: number
  pictures: PictureStore
  /** Finishes what is under way and lets go of everything. */
  stop(): Promise<void>
}

/**
 * The app itself, on a database that is up to date and providers that answer: services, worker, pages, HTTP. Called by
 * server/main.ts for people and by test/start-app.ts for journeys, so that both run the same thing.
 */
export async function startApp(
  config: Config,
  database_url: string,
  web: Web,
  clock: Clock,
  log = createLog(config.log_level),
): Promise<RunningApp> {
  const database = openDatabase(database_url, config.database.pool_size)
  const pictures = await pictureStore(config.files)
  const services = createServices(config, database, pictures, clock, log)
  const live = createLive()
  const worker = config.worker ? startWorker(backgroundTasks(services), log) : null
  const { server, pages } = createHttpServer({
    render: (request) => web.render(request, { ...services, live, wakeWorker: () => worker?.wake() }),
    serveStatic: web.serveStatic,
    pictures,
    clock,
    log,
    provider_hosts: config.flutterwave.csp_hosts,
    trust_proxy: config.trust_proxy,
    harden_documents: web.built,
    public_url: config.public_url,
  })
  const news = listenToDatabase(
    database_url,
    { catalog_changed: pages.clear, [NEWS_CHANNEL]: (payload) => tellFromPayload(live, payload) },
    () => {
      pages.clear()
      live.tellAll()
    },
    log,
  )
  const stop = async () => {
    live.stop()
    await closeServer(server)
    await news.stop()
    await worker?.stop()
    services.close()
    await database.close()
  }
  try {
    await listen(server, config)
  } catch (error) {
    await stop()
    throw error
  }
  return { port: (server.address() as AddressInfo).port, pictures, stop }
}

type Server = ReturnType<typeof createHttpServer>['server']

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      reject(
        taken ? new StartError(`PORT: ${port} is taken by another program; set PORT to a free one.`) : error,
      )
    })
    server.listen(port, host, () => resolve())
  })
}

/** Lets requests finish for three seconds. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) return resolve()
    const hurry = setTimeout(() => server.closeAllConnections(), 3000)
    server.close(() => {
      clearTimeout(hurry)
      resolve()
    })
    server.closeIdleConnections()
  })
}
