import { findViolations } from '../../domain/payments/invariants.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/health'

/** For whoever watches the service: the database answers, and every kobo is where it belongs. 503 when not. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, log } = context.get(services_context)
  try {
    const violations = await findViolations(db)
    if (violations.length > 0) log.error({ violations }, 'a money invariant is broken')
    const broken = [...new Set(violations.map((violation) => violation.invariant))]
    return Response.json(
      { database: 'ok', invariants: broken.length === 0 ? 'ok' : 'broken', broken },
      { status: broken.length === 0 ? 200 : 503 },
    )
  } catch (error) {
    log.error({ err: error }, 'the database does not answer')
    return Response.json({ database: 'unreachable' }, { status: 503 })
  }
}
