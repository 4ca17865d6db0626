import { findViolations, type Violation } from '../../domain/invariants/invariants.ts'
import { type AppServices, services_context } from '../services.ts'
import type { Route } from './+types/health'

/** Both read or write enough to be felt: asking every second must not cost the customers anything. */
const INVARIANTS_KEPT_MS = 30_000
const PROBE_KEPT_MS = 2000
/**
 * A good answer counts so long while the next one is under way: whoever watches takes a slow answer for an outage, and
 * would send everybody to the other processes just when there is most to do.
 */
const GOOD_FOR_MS = 10_000
/** Whoever watches does not wait longer; what is asked goes on. */
const PATIENCE_MS = 5000
/** Money that cannot be read is no outage, so nobody waits for it. */
const INVARIANTS_PATIENCE_MS = 500

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
    const violations: Violation[] = await within(INVARIANTS_PATIENCE_MS, recentViolations(services))
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
 * Never asks twice at the same time, however often it is asked. Keeps a good answer for `kept_ms`, and gives it while
 * the next one is under way, for `GOOD_FOR_MS` at most; a failure is not kept.
 */
function asksOnce<Answer>(
  kept_ms: number,
  ask: (services: AppServices) => Promise<Answer>,
): (services: AppServices) => Promise<Answer> {
  type Known = { good: { at_ms: number; answer: Answer } | null; asked: Promise<Answer> | null }
  const known = new WeakMap<AppServices['db'], Known>()
  return (services) => {
    const { db, clock } = services
    const of = known.get(db) ?? { good: null, asked: null }
    known.set(db, of)
    const isYounger = (milliseconds: number) =>
      of.good !== null && Math.abs(clock.now().getTime() - of.good.at_ms) < milliseconds
    if (of.good && isYounger(kept_ms)) return Promise.resolve(of.good.answer)
    of.asked ??= ask(services).then(
      (answer) => {
        Object.assign(of, { good: { at_ms: clock.now().getTime(), answer }, asked: null })
        return answer
      },
      (error) => {
        Object.assign(of, { good: null, asked: null })
        throw error
      },
    )
    if (!of.good || !isYounger(kept_ms + GOOD_FOR_MS)) return of.asked
    // Who asks next is told of a failure.
    of.asked.catch(() => {})
    return Promise.resolve(of.good.answer)
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
