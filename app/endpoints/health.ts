import { findViolations, type Violation } from '../../domain/invariants/invariants.ts'
import { type AppServices, services_context } from '../services.ts'
import type { Route } from './+types/health'

/** Both read or write enough to be felt: asking every second must not cost the customers anything. */
const INVARIANTS_KEPT_MS = 30_000
const PROBE_KEPT_MS = 2000
/** Whoever watches does not wait longer; what is asked goes on. */
const PATIENCE_MS = 5000

const recentProbe = asksOnce(PROBE_KEPT_MS, ({ probeWrites }) => probeWrites())
const recentViolations = asksOnce(INVARIANTS_KEPT_MS, ({ db }) => findViolations(db))

/**
 * For whoever watches the service: the database takes what is written, and every kobo is where it belongs; 503 when
 * not. Invariants that take too long are `unknown`, which is no outage: customers are served meanwhile.
 */
export async function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const services = context.get(services_context)
  try {
    await within(PATIENCE_MS, recentProbe(services))
  } catch (error) {
    const answers = await within(PATIENCE_MS, services.db.execute('select 1')).catch(() => null)
    const database = answers ? 'cannot write' : 'unreachable'
    services.log.error({ err: error, database }, 'the database does not take what is written')
    return answer({ database }, 503)
  }
  try {
    const violations: Violation[] = await within(PATIENCE_MS, recentViolations(services))
    if (violations.length === 0) return answer({ database: 'ok', invariants: 'ok', broken: [] }, 200)
    services.log.error({ violations }, 'a money invariant is broken')
    const broken = [...new Set(violations.map((violation) => violation.invariant))]
    return answer({ database: 'ok', invariants: 'broken', broken }, 503)
  } catch (error) {
    services.log.warn({ err: error }, 'the money invariants could not be read')
    return answer({ database: 'ok', invariants: 'unknown', broken: [] }, 200)
  }
}

function answer(body: object, status: number): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}

/**
 * Never asks twice at the same time, however often it is asked, and keeps the answer for a while;
 * a failure is not kept.
 */
function asksOnce<Answer>(
  kept_ms: number,
  ask: (services: AppServices) => Promise<Answer>,
): (services: AppServices) => Promise<Answer> {
  const known = new WeakMap<AppServices['db'], { finished_at: number | null; answer: Promise<Answer> }>()
  return (services) => {
    const { db, clock } = services
    const last = known.get(db)
    const now_ms = clock.now().getTime()
    if (last && (last.finished_at === null || Math.abs(now_ms - last.finished_at) < kept_ms))
      return last.answer
    const asked = { finished_at: null as number | null, answer: ask(services) }
    known.set(db, asked)
    asked.answer.then(
      () => {
        asked.finished_at = clock.now().getTime()
      },
      () => known.delete(db),
    )
    return asked.answer
  }
}

async function within<Answer>(milliseconds: number, asked: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
