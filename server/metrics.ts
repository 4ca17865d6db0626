import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type PrometheusContentType,
  Registry,
  register,
} from 'prom-client'
import type { Db } from '../db/handle.ts'
import type { Clock } from '../domain/clock.ts'
import type { Announce } from '../domain/events.ts'
import { recentAnswer } from '../domain/recent-answer.ts'
import { tellOfPiece } from '../domain/trace.ts'
import { readVitalSigns, type VitalSign, type VitalSignName, vital_signs } from '../domain/vital-signs.ts'
import type { Logger } from './log.ts'

/** How long the database's figures are reused, however often Prometheus asks. */
const SIGNS_KEPT_MS = 5000
/** Prometheus waits for ten seconds; a database that hangs must not take the other figures along. */
const DATABASE_PATIENCE_MS = 5000

/** What each process measures itself. Routes are patterns, so that there are only as many as in app/routes.ts. */
const answers = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time to make an answer',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
})

/** Cached pages never reach the router, and take microseconds. */
export const pages_from_memory = new Counter({
  name: 'chowgate_pages_from_memory_total',
  help: 'Pages that were answered from memory',
})

/** Scripts, styles and icons. Pictures are told with the answers: they may come from far away. */
export const files_sent = new Counter({
  name: 'chowgate_files_sent_total',
  help: 'Scripts, styles and icons that were answered from memory',
})

/** What runs in the background; one that fails is tried again, so its rows are what to look at. */
export const failed_tasks = new Counter({
  name: 'chowgate_failed_tasks_total',
  help: 'Times that background work failed unexpectedly, by task',
  labelNames: ['task'],
})

/** One decision of the dispatcher, without what it reads and writes around it. */
const decisions = new Histogram({
  name: 'chowgate_dispatch_decision_seconds',
  help: 'Time in which the dispatcher decides who carries what',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
})

/** Measures a decision of the dispatcher. */
export function timedDecision<Decision>(decide: () => Decision): Decision {
  const stop = decisions.startTimer()
  const decided = decide()
  stop()
  return decided
}

const offers = new Counter({
  name: 'chowgate_offers_total',
  help: 'Offers to riders: made, and how they ended',
  labelNames: ['of'],
})
// Whoever watches for a change needs to know what it was before the first one.
for (const end of ['Made', 'Accepted', 'Declined', 'Expired', 'Withdrawn']) offers.inc({ of: end }, 0)

/** Counts what is announced of offers; one whose commit fails afterwards is counted all the same. */
export function countedOffers(announce: Announce): Announce {
  return async (tx, event, now) => {
    await announce(tx, event, now)
    if (event.kind === 'offer_made') offers.inc({ of: 'Made' })
    if (event.kind === 'offer_closed') offers.inc({ of: event.offer.status })
  }
}

/** What only the process that watches over the others knows. */
const watching = new Registry()
export const process_ends = new Counter({
  name: 'chowgate_process_ends_total',
  help: 'Times that a process ended by itself, or was ended because it hung, by its part',
  labelNames: ['part'],
  registers: [watching],
})
for (const part of ['web', 'worker']) process_ends.inc({ part }, 0)

/** Records one answer, also in its trace; `route` is a pattern, or the part that answered instead of the router. */
export function noteAnswer(answer: { method: string; route: string; status: number; seconds: number }): void {
  const { seconds, ...labels } = answer
  answers.observe(labels, seconds)
  tellOfPiece(`${answer.method} ${answer.route}`, {
    'http.route': answer.route,
    'http.response.status_code': answer.status,
  })
}

/** Makes this process measure its memory, processor time and event loop. A child passes its figures to its parent. */
export function measureThisProcess(): AggregatorRegistry<PrometheusContentType> {
  collectDefaultMetrics()
  return new AggregatorRegistry()
}

/**
 * The page for Prometheus: what the processes measure (`all` collects it from a cluster), and the product's own vital
 * signs from the database, which are missing while that is away. It has a port of its own that must not be open to the
 * outside.
 */
export function createMetrics(
  db: Db,
  clock: Clock,
  log: Logger,
  all: AggregatorRegistry<PrometheusContentType> | null,
  wants: { wants_backups: boolean },
) {
  const own = new Registry()
  const signs = recentAnswer<VitalSign[]>(clock, { kept_ms: SIGNS_KEPT_MS, good_for_ms: 0 })
  for (const [name, help] of Object.entries(vital_signs) as [VitalSignName, string][]) {
    new Gauge({
      name: `chowgate_${name}`,
      help,
      labelNames: ['of'],
      registers: [own],
      async collect() {
        const read = await signs(() => readVitalSigns(db, clock.now(), wants))
        this.reset()
        for (const sign of read) if (sign.name === name) this.set({ of: sign.of }, sign.value)
      },
    })
  }
  const watched = new Registry()
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [watched] })
  const silent = gauge(
    'chowgate_processes_silent',
    '1 while a process does not answer, and what processes measure is missing here',
  )
  const away = gauge('chowgate_database_away', '1 while the database does not answer, and its figures are missing here')

  return async (response: ServerResponse): Promise<void> => {
    const given_up = sleep(DATABASE_PATIENCE_MS, undefined, { ref: false }).then(() =>
      Promise.reject(new Error(`the database has not answered for ${DATABASE_PATIENCE_MS / 1000} s`)),
    )
    const [measured, read] = await Promise.all([
      (all ? all.clusterMetrics() : register.metrics()).catch(() => null),
      Promise.race([own.metrics(), given_up]).catch((err: unknown) => {
        log.warn({ err }, 'the figures of the database could not be read')
        return null
      }),
    ])
    silent.set(measured === null ? 1 : 0)
    away.set(read === null ? 1 : 0)
    const page = [measured, read, await watching.metrics(), await watched.metrics()].filter((part) => part !== null)
    response.writeHead(200, { 'content-type': register.contentType }).end(page.join('\n'))
  }
}

/** Opens the port for Prometheus. Answers a function that closes it. */
export function openMetrics(
  place: { port: number; host: string },
  answer: (response: ServerResponse) => Promise<void>,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.url === '/metrics') return void answer(response)
    response.writeHead(404).end()
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(place.port, place.host, () =>
      resolve(async () => {
        server.close()
        server.closeAllConnections()
      }),
    )
  })
}
