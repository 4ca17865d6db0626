import cluster, { type Worker } from 'node:cluster'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { How } from './app.ts'
import type { Processes } from './config.ts'
import { watchBeats } from './heartbeat.ts'
import { process_ends } from './metrics.ts'
import { StartError } from './start-error.ts'

/** A process that dies is restarted after this pause, which doubles each time until one has lived for a while. */
const RESTART = { after_ms: 1000, most_ms: 60_000, calm_ms: 60_000 }
/** Longer than the slowest way to stop. Ending the whole app may take it twice: web processes, then workers. */
export const STOP_MS = 25_000

/** What a process reports to its parent. */
export type PartNews = { port: number } | { why: string }
export type PartName = 'web' | 'worker'

type Place = { name: string; part: PartName; worker: Worker | null; failed: number; again?: NodeJS.Timeout }
type Begun = { worker: Worker | null; news: Promise<PartNews>; ended: Promise<string> }

export type Supervisor = {
  port: number
  /**
   * Replaces one process after the other, each by one that runs the code now on the disk. Who asks while that is under
   * way has it done once more afterwards, since the code may have changed meanwhile.
   */
  replaceAll(): Promise<void>
  stop(how: How): Promise<void>
}

/**
 * Runs the app as several processes that share one port, restarts each that ends by itself, and ends one that hangs.
 * Throws StartError when none can answer requests. Later, a process that dies at each start is tried again and again,
 * while the others continue.
 */
export async function supervise(
  folder: string,
  { web, workers }: Processes,
  env: Readonly<Record<string, string>>,
  { say, complain }: Record<'say' | 'complain', (line: string) => void>,
): Promise<Supervisor> {
  const places: Place[] = [
    ...Array.from({ length: web }, (_, n) => placeOf('web', n + 1)),
    ...Array.from({ length: workers === 'within' ? 0 : workers }, (_, n) => placeOf('worker', n + 1)),
  ]
  /** Every running process, even one that is just being replaced. */
  const running = new Map<Worker, { part: PartName; ended: Promise<string> }>()
  let stopping = false

  const begin = (part: PartName): Begun => {
    const args = [part, ...(workers === 'within' ? ['works'] : [])]
    cluster.setupPrimary({ exec: join(folder, 'server/part.ts'), args })
    let worker: Worker
    try {
      worker = cluster.fork(env)
    } catch (error) {
      const why = String(error)
      return { worker: null, news: Promise.resolve({ why }), ended: Promise.resolve(why) }
    }
    const ended = endOf(worker)
    running.set(worker, { part, ended })
    void ended.then(() => running.delete(worker))
    return { worker, news: Promise.race([newsOf(worker), ended.then((why) => ({ why }))]), ended }
  }

  /** Puts a process in its place, and another one after it if it ends by itself. */
  const put = (place: Place, { worker, news, ended }: Begun): void => {
    const started_ms = performance.now()
    place.worker = worker
    void Promise.all([ended, news]).then(([end, said]) => {
      const why = 'why' in said ? said.why : end
      if (stopping || place.worker !== worker) return
      place.failed = performance.now() - started_ms > RESTART.calm_ms ? 1 : place.failed + 1
      const pause_ms = Math.min(RESTART.after_ms * 2 ** (place.failed - 1), RESTART.most_ms)
      process_ends.inc({ part: place.part })
      complain(`${place.name} ended unexpectedly (${why}); starting it again in ${pause_ms / 1000} s.`)
      // News that it had noted for open screens is lost, so they reload.
      for (const other of running.keys()) other.send({ look: true }, () => {})
      place.again = setTimeout(() => put(place, begin(place.part)), pause_ms)
    })
  }

  const stopOne = async (worker: Worker | null, how: How) => {
    const { ended } = (worker && running.get(worker)) ?? {}
    if (!worker || !ended) return
    worker.send({ stop: how }, () => {})
    await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })])
    if (!worker.isDead()) worker.process.kill('SIGKILL')
  }

  const stop = async (how: How) => {
    stopping = true
    for (const { again } of places) clearTimeout(again)
    // The last requests may make something due: the workers stop last.
    for (const part of ['web', 'worker']) {
      const these = [...running].filter(([, of]) => of.part === part)
      await Promise.all(these.map(([worker]) => stopOne(worker, how)))
    }
  }

  const replace = async (place: Place): Promise<boolean> => {
    const begun = begin(place.part)
    const news = await begun.news
    if ('why' in news) {
      complain(`${place.name} cannot be replaced (${news.why}); it and the others stay as they are.`)
      return false
    }
    const old = place.worker
    clearTimeout(place.again)
    put(place, begun)
    await stopOne(old, 'for_another')
    return true
  }

  const replaceEach = async () => {
    for (const place of places) if (stopping || !(await replace(place))) return
    say('Every process was replaced.')
  }
  let replacing: Promise<void> | null = null
  let once_more = false

  const first = places.map((place) => ({ place, begun: begin(place.part) }))
  const news = await Promise.all(first.map(({ begun }) => begun.news))
  const webs = news.slice(0, web)
  const answering = webs.find((one) => 'port' in one)
  if (web > 0 && !answering) {
    await stop('at_once')
    throw new StartError(webs.find((one) => 'why' in one)?.why ?? 'No process can answer requests.')
  }
  // Not earlier: if no process can answer, one line says why, and nothing is restarted.
  for (const { place, begun } of first) put(place, begun)

  return {
    port: answering?.port ?? 0,
    replaceAll() {
      once_more = replacing !== null
      replacing ??= (async () => {
        do {
          once_more = false
          await replaceEach()
        } while (once_more)
      })().finally(() => {
        replacing = null
      })
      return replacing
    },
    stop,
  }
}

/** Resolves when a process is gone, or could not be started, with the reason in few words. Ends one that hangs. */
function endOf(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    let hung = false
    const stopWatching = watchBeats(worker, () => {
      hung = true
      worker.process.kill('SIGKILL')
    })
    const end = (why: string) => {
      stopWatching()
      resolve(hung ? 'it hung' : why)
    }
    worker.on('exit', (code, signal) => end(signal ?? `code ${code}`))
    // A message that could not be delivered is no end.
    worker.on('error', (error) => worker.process.pid === undefined && end(error.message))
  })
}

/** The first thing that a process reports about itself; its figures come by the same channel. */
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
