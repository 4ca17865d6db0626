import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PictureStore, pictureStore } from '../adapters/files/picture-store.ts'
import { onCommit } from '../db/after-commit.ts'
import { openDatabase } from '../db/open.ts'
import type { Clock } from '../domain/clock.ts'
import { NEWS_CHANNEL, screenTeller } from '../domain/notifications/bell/tell-screens.ts'
import { pullBackDueTimes } from '../domain/pull-back-due-times.ts'
import { watchClock } from './clock-watch.ts'
import type { Config } from './config.ts'
import { listenToDatabase } from './database-news.ts'
import { createFairTurns } from './fair-turns.ts'
import { createHttpServer } from './http.ts'
import { createLive, SESSION_ENDED_CHANNEL, tellFromPayload } from './live.ts'
import { createLog } from './log.ts'
import { backgroundTasks, createServices } from './services.ts'
import { StartError } from './start-error.ts'
import type { Web } from './web.ts'
import { startWorker } from './worker.ts'

export type RunningApp = {
  port: number
  pictures: PictureStore
  /** Finishes what is under way and lets go of everything; `gently` waits until a proxy sends nobody here any more. */
  stop(how?: { gently: boolean }): Promise<void>
}

/** A proxy that asks /health every second or oftener has looked elsewhere by then. */
const GENTLE = { quiet_ms: 1500, most_ms: 20_000 }
const AT_ONCE = { quiet_ms: 0, most_ms: 0 }
/** A task that waits for a provider who hangs is cut off: its row is under a lease, and taken again after it. */
const TASKS_MS = 2000
const DATABASE_MS = 1000

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
  const tellScreens = screenTeller(database.db, (err) =>
    log.error({ err }, 'open screens could not be told of news'),
  )
  onCommit(database.db, (aftermath) => {
    if (aftermath.due) worker?.wake()
    void tellScreens(aftermath)
  })
  const { server, pages, drain } = createHttpServer({
    render: (request) => web.render(request, { ...services, live }),
    inTurn: createFairTurns(),
    serveStatic: web.serveStatic,
    pictures,
    clock,
    log,
    provider_hosts: config.flutterwave.csp_hosts,
    trust_proxy: config.trust_proxy,
    wake_script: web.wake_script,
    public_url: config.public_url,
  })
  const news = listenToDatabase(
    database_url,
    {
      catalog_changed: pages.clear,
      [NEWS_CHANNEL]: (payload) => tellFromPayload(live, payload),
      [SESSION_ENDED_CHANNEL]: live.endSession,
    },
    () => {
      pages.clear()
      live.tellAll()
    },
    log,
  )
  const pullBack = (all: boolean) =>
    pullBackDueTimes(database.db, clock.now(), { all }).catch((err: unknown) =>
      log.error({ err }, 'due times could not be pulled back after a change of the clock'),
    )
  const clock_watch = watchClock(clock, () => {
    log.warn({}, 'the clock of this machine went back: what waits for a time is looked at now')
    pages.clear()
    void pullBack(true).then(() => worker?.wake())
  })
  if (worker) void pullBack(false)
  const stop = async ({ gently } = { gently: false }) => {
    clock_watch.stop()
    live.stop()
    const tasks_ended = Promise.race([worker?.stop(), sleep(TASKS_MS)])
    await drain.close(gently ? GENTLE : AT_ONCE)
    await tasks_ended
    await news.stop()
    services.close()
    await Promise.race([database.close(), sleep(DATABASE_MS)])
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
