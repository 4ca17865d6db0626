import { and, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import type { Clock } from '../clock.ts'
import { type KeptFor, kept_for } from './kept-for.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How many rows per commit: a backlog must not hold locks for long. */
const PORTION = 500

/**
 * Removes everything whose time is over (`kept_for`), in small commits; a row that is locked at this moment waits for
 * the next time. Answers how many rows were deleted or emptied.
 */
export async function forgetOld({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  let forgotten = 0
  for (const rule of kept_for) {
    const before = new Date(clock.now().getTime() - rule.days * DAY_MS)
    let portion: number
    do {
      portion = await forgetPortion(db, rule, before)
      forgotten += portion
    } while (portion === PORTION)
  }
  return forgotten
}

async function forgetPortion(db: Db, { table, since, only, leaves }: KeptFor, before: Date): Promise<number> {
  const old = db
    .select({ place: sql`ctid` })
    .from(table)
    .where(and(lt(since, before), only))
    .limit(PORTION)
    .for(leaves ? 'no key update' : 'update', { skipLocked: true })
  const chosen = sql`ctid = any(array(${old}))`
  const { rowCount } = leaves ? await db.update(table).set(leaves).where(chosen) : await db.delete(table).where(chosen)
  return rowCount ?? 0
}
