import { lastCheck } from '../../domain/invariants/check-invariants.ts'
import { recentAnswer } from '../../domain/recent-answer.ts'
import { type AppServices, services_context } from '../services.ts'
import type { Route } from './+types/health'

/** It is work for the database: asking every second must not slow the customers down. */
const PROBE_KEPT_MS = 2000
/**
 * A good answer counts this long while the next check runs: a monitor takes a slow answer for an outage, and would send
 * everybody to the other processes just when there is most to do.
 */
const GOOD_FOR_MS = 10_000
/** A monitor does not wait longer; the check goes on. */
const PATIENCE_MS = 5000
/** What cannot be read in time is no outage, so nobody waits longer for it. */
const INVARIANTS_PATIENCE_MS = 500

/**
 * For monitors: 200 while the database accepts writes and every kobo was where it belongs when a worker last looked
 * (`checkInvariants`), else 503. Invariants of which no worker said anything lately are `unknown`, which is no outage:
 * customers are served meanwhile.
 */
export async function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const services = context.get(services_context)
  const probe = probeOf(services)
  try {
    await within(PATIENCE_MS, probe(services.probeWrites))
  } catch (error) {
    const answers = await within(PATIENCE_MS, services.db.execute('select 1')).catch(() => null)
    const database = answers ? 'cannot write' : 'unreachable'
    services.log.error({ err: error, database }, 'the database does not take what is written')
    return answer({ database }, 503)
  }
  try {
    const last = await within(INVARIANTS_PATIENCE_MS, lastCheck(services))
    if (!last?.is_fresh) return answer({ database: 'ok', invariants: 'unknown', broken: [] }, 200)
    if (last.broken === 0) return answer({ database: 'ok', invariants: 'ok', broken: [] }, 200)
    const broken = [...new Set(last.found.map(({ invariant }) => invariant))]
    return answer({ database: 'ok', invariants: 'broken', broken }, 503)
  } catch (error) {
    services.log.warn({ err: error }, 'what the invariants found could not be read')
    return answer({ database: 'ok', invariants: 'unknown', broken: [] }, 200)
  }
}

function answer(body: object, status: number): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}

const recent = new WeakMap<AppServices['db'], ReturnType<typeof recentAnswer<void>>>()

function probeOf({ db, clock }: AppServices) {
  const probe = recent.get(db) ?? recentAnswer<void>(clock, { kept_ms: PROBE_KEPT_MS, good_for_ms: GOOD_FOR_MS })
  recent.set(db, probe)
  return probe
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
