import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PictureStore, pictureStore } from '../adapters/files/picture-store.ts'
import type { AppServices } from '../app/services.ts'
import { onCommit } from '../db/after-commit.ts'
import { openDatabase } from '../db/open.ts'
import type { Clock } from '../domain/clock.ts'
import { DUE_CHANNEL, NEWS_CHANNEL, screenTeller } from '../domain/notifications/bell/tell-screens.ts'
import { pullBackDueTimes } from '../domain/pull-back-due-times.ts'
import { copyPictures } from './backup/copy-pictures.ts'
import { nightlyBackup } from './backup/nightly.ts'
import { watchClock } from './clock-watch.ts'
import type { Config } from './config.ts'
import { listenToDatabase } from './database-news.ts'
import type { Patience } from './drain.ts'
import { createFairTurns } from './fair-turns.ts'
import { createHttpServer, type HttpServer } from './http.ts'
import { listen } from './listen.ts'
import { createLive, SESSION_ENDED_CHANNEL, tellFromPayload } from './live.ts'
import { createLog, namingPaths } from './log.ts'
import { heardNoter } from './note-heard.ts'
import { isOwnDatabase } from './postgres/borrow.ts'
import { backgroundTasks, createServices } from './services.ts'
import { startTracing } from './tracing.ts'
import type { Web } from './web.ts'
import { startWorker } from './worker.ts'

export type RunningApp = {
  /** 0 if this process answers no requests. */
  port: number
  pictures: PictureStore
  /** Makes every open screen reload its data: news from another process may have been lost. */
  lookAgain(): void
  stop(how?: How): Promise<void>
}

/**
 * How it ends: at once, finishing running requests; gently, until a proxy sends no more requests; or for another
 * process on the same port, which takes new connections from now on.
 */
export type How = 'at_once' | 'gently' | 'for_another'

/**
 * What this process does for the app: answers requests with the pages, works in the background, or both. Where nobody
 * waits for the second, as in tests, a task that found nothing may rest for `least_rest_ms`.
 */
export type Part = { web: Web | null; works: boolean; least_rest_ms?: number }

const PATIENCE: Readonly<Record<How, Patience>> = {
  at_once: { quiet_ms: 0, most_ms: 0 },
  // By then a proxy that checks /health at least every second has stopped sending requests.
  gently: { quiet_ms: 1500, most_ms: 20_000 },
  for_another: { quiet_ms: 500, most_ms: 20_000, others_listen: true },
}
/** A task that waits for a hanging provider is cut off: its row's lease ends, and another worker takes it. */
const TASKS_MS = 2000
const DATABASE_MS = 1000

/**
 * The app itself, or a part of it, on an up-to-date database and working providers: services, worker, pages, HTTP.
 * Called by server/main-program.ts and server/part-program.ts for people and by test/start-app.ts for journeys, so that
 * all run the same code.
 */
export async function startApp(
  config: Config,
  database_url: string,
  { web, works, least_rest_ms }: Part,
  clock: Clock,
  log = createLog(config.log_level),
): Promise<RunningApp> {
  const service = works ? (web ? 'chowgate' : 'chowgate-worker') : 'chowgate-web'
  const stopTracing = config.traces ? await startTracing(config.traces, service, log) : async () => {}
  const database = openDatabase(database_url, config.database.pool_size)
  const pictures = await pictureStore(config.files)
  const is_own = isOwnDatabase(config.data_dir, database_url)
  const services = createServices(config, database, pictures, clock, log, is_own)
  const live = createLive()
  const { hour, to } = config.backups
  const nightly = hour === null ? [] : [nightlyBackup(services, { hour, place: to.words })]
  const backup = is_own ? nightly : [copyPictures(services, config)]
  const worker = works ? startWorker([...backgroundTasks(services), ...backup], log, { least_rest_ms }) : null
  const over = new AbortController()
  const complain = (err: unknown) => log.error({ err }, 'open screens could not be told about changes')
  const teller = screenTeller(database.db, complain, over.signal)
  onCommit(database.db, (aftermath) => {
    if (aftermath.due.has('dispatch')) services.fleet.forget()
    if (aftermath.due.size > 0) worker?.wake([...aftermath.due])
    void teller.tell(aftermath)
  })
  const http = web && openHttp(config, web, { ...services, live })
  const news = listenToDatabase(
    database_url,
    {
      catalog_changed: () => http?.pages.clear(),
      // Without words it comes from an older release, and may be anything.
      [DUE_CHANNEL]: (payload) => {
        const kinds = payload ? payload.split(' ') : undefined
        if (!kinds || kinds.includes('dispatch')) services.fleet.forget()
        worker?.wake(kinds)
      },
      [NEWS_CHANNEL]: (payload) => tellFromPayload(live, payload),
      [SESSION_ENDED_CHANNEL]: live.endSession,
    },
    () => {
      http?.pages.clear()
      worker?.wake()
      live.tellAll()
    },
    log,
  )
  const pullBack = (all: boolean) =>
    pullBackDueTimes(database.db, clock.now(), { all }).catch((err: unknown) =>
      log.error({ err }, 'due times could not be corrected after a change of the clock'),
    )
  const clock_watch = watchClock(clock, () => {
    log.warn({}, 'the clock of this machine went back: what waits is looked at now')
    http?.pages.clear()
    services.unblock()
    pulled_back = pullBack(true).then(() => worker?.wake())
  })
  let pulled_back: Promise<unknown> = worker ? pullBack(false) : Promise.resolve()
  const stop = async (how: How = 'at_once') => {
    clock_watch.stop()
    live.stop()
    const tasks_ended = Promise.race([worker?.stop(), sleep(TASKS_MS)])
    await http?.drain.close(PATIENCE[how])
    await tasks_ended
    await news.stop()
    services.close()
    over.abort()
    await Promise.race([Promise.all([teller.finish(), pulled_back]), sleep(DATABASE_MS)])
    await Promise.race([database.close(), sleep(DATABASE_MS)])
    await stopTracing()
  }
  try {
    if (http) await listen(http.server, config)
  } catch (error) {
    await stop()
    throw error
  }
  const place = http?.server.address() as AddressInfo | undefined
  return { port: place?.port ?? 0, pictures, lookAgain: live.tellAll, stop }
}

function openHttp(config: Config, web: Web, services: AppServices): HttpServer {
  const log = namingPaths(services.log, web.withoutKeys)
  return createHttpServer({
    render: (request) => web.render(request, { ...services, log }),
    takesFiles: web.takesFiles,
    inTurn: createFairTurns(),
    serveStatic: web.serveStatic,
    heard: heardNoter(services),
    pictures: services.pictures,
    clock: services.clock,
    log,
    provider_hosts: config.flutterwave.csp_hosts,
    trust_proxy: config.trust_proxy,
    wake_script: web.wake_script,
    public_url: config.public_url,
  })
}
