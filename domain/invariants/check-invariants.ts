import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import type { Deps } from '../events.ts'
import { findViolations, type Violation } from './invariants.ts'
import { invariant_checks } from './tables.ts'

/** Between two checks at least, and at least so many times as long as one took: it reads whole tables. */
const REST_MS = 60_000
const TIMES_AS_LONG = 10
/** However long one took, so that a worker that asked and died is not waited for longer either. */
const LONGEST_REST_MS = 3_600_000
const MOST_KEPT = 50

/**
 * Asks the invariants when it is time, in one of all workers, and writes down what they found (decision 177). What is
 * broken is asked again after a minute, so that it is known soon when it is mended. Answers the violations, or null
 * where it is not time yet. Throws what the database throws; then it is asked again after a while.
 */
export async function checkInvariants({ db, clock }: Deps): Promise<Violation[] | null> {
  const now = clock.now()
  if (!(await isMine(db, now))) return null
  const began_ms = performance.now()
  const violations = await findViolations(db).catch(async (error) => {
    const soon = { next_at: new Date(now.getTime() + REST_MS) }
    // Where the database is gone, its first word is the one that helps.
    await db
      .update(invariant_checks)
      .set(soon)
      .catch(() => {})
    throw error
  })
  const took_ms = Math.round(performance.now() - began_ms)
  await db.update(invariant_checks).set({
    ...{ took_ms, checked_at: now, broken: violations.length, found: violations.slice(0, MOST_KEPT) },
    next_at: new Date(now.getTime() + (violations.length > 0 ? REST_MS : restAfter(took_ms))),
  })
  return violations
}

const restAfter = (took_ms: number) => Math.min(Math.max(REST_MS, TIMES_AS_LONG * took_ms), LONGEST_REST_MS)

/**
 * Whether it is time, and no other worker has begun: one that begins and dies holds the others off as long as the
 * longest rest. What lies further ahead was set by a clock that was set back.
 */
async function isMine(db: Db, now: Date): Promise<boolean> {
  const next_at = new Date(now.getTime() + LONGEST_REST_MS)
  const mine = await db
    .insert(invariant_checks)
    .values({ next_at })
    .onConflictDoUpdate({
      target: invariant_checks.one,
      set: { next_at },
      setWhere: sql`${invariant_checks.next_at} <= ${now} or ${invariant_checks.next_at} > ${next_at}`,
    })
    .returning({ one: invariant_checks.one })
  return mine.length > 0
}

/** What was found last, and whether that is young enough to count; null where nobody has asked yet. */
export async function lastCheck({
  db,
  clock,
}: Deps): Promise<{ broken: number; found: readonly { invariant: string }[]; is_fresh: boolean } | null> {
  const [last] = await db.select().from(invariant_checks).where(eq(invariant_checks.one, true))
  if (!last?.checked_at || last.broken === null) return null
  const allowed_ms = Math.max(MOST_AGE_MS, 2 * restAfter(last.took_ms ?? 0))
  const age_ms = clock.now().getTime() - last.checked_at.getTime()
  return { broken: last.broken, found: last.found ?? [], is_fresh: age_ms <= allowed_ms }
}

/** Older than that, or than two rests, nobody asks any more. */
const MOST_AGE_MS = 10 * 60_000
