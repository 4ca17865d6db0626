import { createServer, type ServerResponse } from 'node:http'
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
import { findViolations } from '../domain/invariants/invariants.ts'
import { readVitalSigns, type VitalSign, type VitalSignName, vital_signs } from '../domain/vital-signs.ts'
import type { Logger } from './log.ts'

/** However often it is asked: what the database is asked for, and what takes it longer. */
const SIGNS_KEPT_MS = 5000
const INVARIANTS_KEPT_MS = 60_000

/** What each process measures itself. Pages' routes are patterns, so that there are as many as in app/routes.ts. */
const answers = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'How long an answer took to be made',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
})

/** Pages that were sent from memory never reach the router, and take microseconds. */
export const pages_from_memory = new Counter({
  name: 'chowgate_pages_from_memory_total',
  help: 'Pages that were answered from memory',
})

/** Notes one answer; `route` is a pattern, or what answered instead of the router. */
export function noteAnswer(answer: { method: string; route: string; status: number; seconds: number }): void {
  const { seconds, ...labels } = answer
  answers.observe(labels, seconds)
}

/**
 * Has this process measure its own memory, processor time and event loop. One of several hands its figures on to the
 * process that started it.
 */
export function measureThisProcess(): AggregatorRegistry<PrometheusContentType> {
  collectDefaultMetrics()
  return new AggregatorRegistry()
}

/**
 * The page for Prometheus: what the processes measure (`all` gathers those of a cluster), and the product's own vital
 * signs and invariants out of the database. It is asked on a port of its own, which is nobody's business outside.
 */
export function createMetrics(
  db: Db,
  clock: Clock,
  log: Logger,
  all: AggregatorRegistry<PrometheusContentType> | null,
) {
  const own = new Registry()
  const signs = keptFor(SIGNS_KEPT_MS, clock, () => readVitalSigns(db, clock.now()))
  const violations = keptFor(INVARIANTS_KEPT_MS, clock, () => findViolations(db))
  for (const [name, help] of Object.entries(vital_signs) as [VitalSignName, string][]) {
    new Gauge({
      name: `chowgate_${name}`,
      help,
      labelNames: ['of'],
      registers: [own],
      async collect() {
        const read: VitalSign[] = await signs()
        this.reset()
        for (const sign of read) if (sign.name === name) this.set({ of: sign.of }, sign.value)
      },
    })
  }
  new Gauge({
    name: 'chowgate_broken_invariants',
    help: 'What breaks a money invariant; anything but 0 needs a person at once',
    registers: [own],
    async collect() {
      this.set((await violations()).length)
    },
  })

  return async (response: ServerResponse): Promise<void> => {
    try {
      // A process that does not answer takes nobody else's figures away.
      const measured = all ? all.clusterMetrics().catch(() => 'chowgate_processes_silent 1\n') : register.metrics()
      const parts = await Promise.all([measured, own.metrics()])
      response.writeHead(200, { 'content-type': register.contentType }).end(parts.join('\n'))
    } catch (err) {
      log.warn({ err }, 'the figures for Prometheus could not be read')
      response.writeHead(503, { 'content-type': 'text/plain' }).end('The figures cannot be read right now.\n')
    }
  }
}

/** Opens the port for Prometheus. Answers how to close it. */
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

/** Asks at most once in so long, and never twice at the same time. */
function keptFor<Answer>(kept_ms: number, clock: Clock, ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked_ms = Number.NEGATIVE_INFINITY
  let answer: Promise<Answer> | undefined
  return () => {
    const now_ms = clock.now().getTime()
    if (answer && Math.abs(now_ms - asked_ms) < kept_ms) return answer
    asked_ms = now_ms
    answer = ask()
    answer.catch(() => {
      asked_ms = Number.NEGATIVE_INFINITY
    })
    return answer
  }
}
