import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import type { Deps } from '../events.ts'
import { findViolations, type Violation } from './invariants.ts'
import { invariant_checks } from './tables.ts'

/** Between two checks at least, and at least so many times as long as one took: it reads every table from end to end. */
const REST_MS = 60_000
const TIMES_AS_LONG = 10
/** A worker that asked and died is given up after that; longer than any check. */
const LOST_AFTER_MS = 3 * 3_600_000
const MOST_KEPT = 50

/**
 * Asks the invariants when it is time, in one of all workers, and writes down what they found (decision 177). Answers
 * the violations, or null where it is not time yet. Throws what the database throws; then it is asked again after a
 * while.
 */
export async function checkInvariants({ db, clock }: Deps): Promise<Violation[] | null> {
  const now = clock.now()
  if (!(await isMine(db, now))) return null
  const began_ms = performance.now()
  const violations = await findViolations(db).catch(async (error) => {
    await db.update(invariant_checks).set({ next_at: new Date(now.getTime() + REST_MS) })
    throw error
  })
  const took_ms = Math.round(performance.now() - began_ms)
  await db.update(invariant_checks).set({
    ...{ took_ms, checked_at: now, broken: violations.length, found: violations.slice(0, MOST_KEPT) },
    next_at: new Date(now.getTime() + Math.max(REST_MS, TIMES_AS_LONG * took_ms)),
  })
  return violations
}

/** Whether it is time, and no other worker has begun. One that is far ahead was set by a clock that was set back. */
async function isMine(db: Db, now: Date): Promise<boolean> {
  const next_at = new Date(now.getTime() + LOST_AFTER_MS)
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
  const allowed_ms = Math.max(MOST_AGE_MS, 2 * TIMES_AS_LONG * (last.took_ms ?? 0))
  const age_ms = clock.now().getTime() - last.checked_at.getTime()
  return { broken: last.broken, found: last.found ?? [], is_fresh: age_ms <= allowed_ms }
}

/** Older than that, or than two rests, nobody asks any more. */
const MOST_AGE_MS = 10 * 60_000
