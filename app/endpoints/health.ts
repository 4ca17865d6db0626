import { findViolations, type Violation } from '../../domain/payments/invariants.ts'
import { type AppServices, services_context } from '../services.ts'
import type { Route } from './+types/health'

/** The invariants read whole tables: asking every second must not cost the customers anything. */
const KEPT_MS = 30_000
const known = new WeakMap<AppServices['db'], { asked_at: number; violations: Promise<Violation[]> }>()

/** For whoever watches the service: the database answers, and every kobo is where it belongs. 503 when not. */
export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  try {
    const violations = await recentViolations(services)
    if (violations.length > 0) services.log.error({ violations }, 'a money invariant is broken')
    const broken = [...new Set(violations.map((violation) => violation.invariant))]
    return Response.json(
      { database: 'ok', invariants: broken.length === 0 ? 'ok' : 'broken', broken },
      { status: broken.length === 0 ? 200 : 503, headers: { 'cache-control': 'no-store' } },
    )
  } catch (error) {
    services.log.error({ err: error }, 'the database does not answer')
    return Response.json({ database: 'unreachable' }, { status: 503 })
  }
}

function recentViolations({ db, clock }: AppServices): Promise<Violation[]> {
  const now = clock.now().getTime()
  const last = known.get(db)
  if (last && now - last.asked_at < KEPT_MS) return last.violations
  const violations = findViolations(db)
  known.set(db, { asked_at: now, violations })
  // A database that was gone is asked again at once when it is back.
  violations.catch(() => known.delete(db))
  return violations
}
