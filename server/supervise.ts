import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { How } from './app.ts'
import type { Processes } from './config.ts'
import { StartError } from './start-error.ts'

/** A process that dies is started again after so long, twice as long each time, until one has lived for a while. */
const RESTART = { after_ms: 1000, most_ms: 60_000, calm_ms: 60_000 }
/** Longer than the most patient way to stop. */
const STOP_MS = 25_000

/** What a process tells the one that started it. */
export type PartNews = { port: number } | { why: string }
export type PartName = 'web' | 'worker'

type Place = { name: string; part: PartName; worker: Worker | null; failed: number; again?: NodeJS.Timeout }

export type Supervisor = {
  port: number
  /** Replaces one process after the other, each by one that runs what now stands on the disk. */
  replaceAll(): Promise<void>
  stop(how: How): Promise<void>
}

/**
 * Runs the app as several processes, which share one port, and starts each again that ends by itself. Throws StartError
 * when nobody can answer requests; a process that dies at each start afterwards is tried again and again, and the others
 * go on.
 */
export async function supervise(
  folder: string,
  { web, workers }: Processes,
  env: Readonly<Record<string, string>>,
  say: (line: string) => void,
): Promise<Supervisor> {
  const places: Place[] = [
    ...Array.from({ length: web }, (_, n) => placeOf('web', n + 1)),
    ...Array.from({ length: workers === 'within' ? 0 : workers }, (_, n) => placeOf('worker', n + 1)),
  ]
  let stopping = false

  const start = (place: Place): Promise<PartNews> => {
    cluster.setupPrimary({
      exec: join(folder, 'server/part.ts'),
      args: [place.part, ...(workers === 'within' ? ['works'] : [])],
    })
    const worker = cluster.fork(env)
    const started_ms = performance.now()
    place.worker = worker
    const news = newsOf(worker)
    const ended = once(worker, 'exit') as Promise<[number | null, string | null]>
    void ended.then(async ([code, signal]) => {
      if (stopping || place.worker !== worker) return
      place.failed = performance.now() - started_ms > RESTART.calm_ms ? 1 : place.failed + 1
      const pause_ms = Math.min(RESTART.after_ms * 2 ** (place.failed - 1), RESTART.most_ms)
      say(`${place.name} ended unexpectedly (${signal ?? `code ${code}`}); starting it again in ${pause_ms / 1000} s.`)
      place.again = setTimeout(() => void start(place), pause_ms)
    })
    return Promise.race([news, ended.then(() => ({ why: 'it ended at once' }))])
  }

  const stopOne = async (worker: Worker | null, how: How) => {
    if (!worker || worker.isDead()) return
    const ended = once(worker, 'exit')
    worker.send({ stop: how }, () => {})
    await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })])
    if (!worker.isDead()) worker.process.kill('SIGKILL')
  }

  const stop = async (how: How) => {
    stopping = true
    for (const { again } of places) clearTimeout(again)
    // What was still asked for may make something due: those who work on it go last.
    for (const part of ['web', 'worker']) {
      const these = places.filter((place) => place.part === part)
      await Promise.all(these.map(({ worker }) => stopOne(worker, how)))
    }
  }

  const first = await Promise.all(places.map(start))
  const webs = first.slice(0, web)
  const answering = webs.find((news) => 'port' in news)
  const why = webs.find((news) => 'why' in news)?.why
  if (web > 0 && !answering) {
    await stop('at_once')
    throw new StartError(why ?? 'No process can answer requests.')
  }

  return {
    port: answering?.port ?? 0,
    async replaceAll() {
      for (const place of places) {
        const old = place.worker
        clearTimeout(place.again)
        const news = await start(place)
        if ('why' in news) return say(`${place.name} cannot be replaced (${news.why}); the others stay as they are.`)
        await stopOne(old, 'for_another')
      }
      say('Every process was replaced.')
    },
    stop,
  }
}

/** The first thing that a process says of itself; the figures that it hands on come by the same way. */
function newsOf(worker: Worker): Promise<PartNews> {
  return new Promise((resolve) => {
    worker.on('message', (message: Partial<{ port: number; why: string }>) => {
      if (message.port !== undefined) resolve({ port: message.port })
      if (message.why !== undefined) resolve({ why: message.why })
    })
  })
}

function placeOf(part: PartName, number: number): Place {
  const name = part === 'web' ? `Web process ${number}` : `Worker ${number}`
  return { name, part, worker: null, failed: 0 }
}
