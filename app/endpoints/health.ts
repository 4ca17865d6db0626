import { findViolations, type Violation } from '../../domain/payments/invariants.ts'
import { type AppServices, services_context } from '../services.ts'
import type { Route } from './+types/health'

/** The invariants read whole tables: asking every second must not cost the customers anything. */
const KEPT_MS = 30_000
/** Whoever watches does not wait longer; what is asked goes on. */
const PATIENCE_MS = 5000

type Known = { finished_at: number | null; violations: Promise<Violation[]> }
const known = new WeakMap<AppServices['db'], Known>()

/**
 * For whoever watches the service: the database answers, and every kobo is where it belongs; 503 when not. Invariants
 * that take too long are `unknown`, which is no outage: customers are served meanwhile.
 */
export async function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const services = context.get(services_context)
  try {
    await within(PATIENCE_MS, services.db.execute('select 1'))
  } catch (error) {
    services.log.error({ err: error }, 'the database does not answer')
    return answer({ database: 'unreachable' }, 503)
  }
  try {
    const violations = await within(PATIENCE_MS, recentViolations(services))
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

/** Never asks twice at the same time, however often it is asked. */
function recentViolations({ db, clock }: AppServices): Promise<Violation[]> {
  const last = known.get(db)
  const fresh = last && (last.finished_at === null || clock.now().getTime() - last.finished_at < KEPT_MS)
  if (fresh) return last.violations
  const violations = findViolations(db)
  const asked: Known = { finished_at: null, violations }
  known.set(db, asked)
  violations.then(
    () => {
      asked.finished_at = clock.now().getTime()
    },
    // What failed is asked again at once.
    () => known.delete(db),
  )
  return violations
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
