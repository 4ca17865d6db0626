import { findViolations, type Violation } from '../../domain/invariants/invariants.ts'
import { recentAnswer } from '../../domain/recent-answer.ts'
import { type AppServices, services_context } from '../services.ts'
import type { Route } from './+types/health'

/** Both checks are work for the database: asking every second must not slow the customers down. */
const INVARIANTS_KEPT_MS = 30_000
const PROBE_KEPT_MS = 2000
/**
 * A good answer counts this long while the next check runs: a monitor takes a slow answer for an outage, and would send
 * everybody to the other processes just when there is most to do.
 */
const GOOD_FOR_MS = 10_000
/** A monitor does not wait longer; the check goes on. */
const PATIENCE_MS = 5000
/** Invariants that cannot be read in time are no outage, so nobody waits longer for them. */
const INVARIANTS_PATIENCE_MS = 500

/**
 * For monitors: 200 while the database accepts writes and every kobo is where it belongs, else 503. Invariants that
 * take too long are `unknown`, which is no outage: customers are served meanwhile.
 */
export async function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const services = context.get(services_context)
  const { probe, violations: invariants } = recentOf(services)
  try {
    await within(PATIENCE_MS, probe(services.probeWrites))
  } catch (error) {
    const answers = await within(PATIENCE_MS, services.db.execute('select 1')).catch(() => null)
    const database = answers ? 'cannot write' : 'unreachable'
    services.log.error({ err: error, database }, 'the database does not take what is written')
    return answer({ database }, 503)
  }
  try {
    const violations: Violation[] = await within(
      INVARIANTS_PATIENCE_MS,
      invariants(() => findViolations(services.db)),
    )
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

type Recent = {
  probe: ReturnType<typeof recentAnswer<void>>
  violations: ReturnType<typeof recentAnswer<Violation[]>>
}
const recent = new WeakMap<AppServices['db'], Recent>()

function recentOf({ db, clock }: AppServices): Recent {
  const known = recent.get(db) ?? {
    probe: recentAnswer<void>(clock, { kept_ms: PROBE_KEPT_MS, good_for_ms: GOOD_FOR_MS }),
    violations: recentAnswer<Violation[]>(clock, { kept_ms: INVARIANTS_KEPT_MS, good_for_ms: GOOD_FOR_MS }),
  }
  recent.set(db, known)
  return known
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
