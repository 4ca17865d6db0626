import { and, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import type { Clock } from '../clock.ts'
import { eachDue } from '../lane.ts'
import { kept_for } from './kept-for.ts'
import type { KeptFor } from './kept-rule.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How many rows per commit: a backlog must not hold locks for long. */
const PORTION = 500

/**
 * Removes everything whose time is over (`kept_for`), in small commits; a row that is locked at this moment waits for
 * the next time. A rule that fails stops none of the others: once all were tried, its error is thrown. Answers how many
 * rows were deleted or emptied.
 */
export async function forgetOld({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  return eachDue(kept_for, async (rule) => {
    const before = new Date(clock.now().getTime() - rule.days * DAY_MS)
    let forgotten = 0
    let portion: number
    do {
      // In a transaction, so that a deadlock with somebody who orders is repeated.
      portion = await db.transaction((tx) => forgetPortion(tx, rule, before))
      forgotten += portion
    } while (portion === PORTION)
    return forgotten
  })
}

async function forgetPortion(tx: Tx, { table, since, only, leaves }: KeptFor, before: Date): Promise<number> {
  const old = tx
    .select({ place: sql`ctid` })
    .from(table)
    .where(and(lt(since, before), only))
    .limit(PORTION)
    .for(leaves ? 'no key update' : 'update', { skipLocked: true })
  const chosen = sql`ctid = any(array(${old}))`
  const { rowCount } = leaves ? await tx.update(table).set(leaves).where(chosen) : await tx.delete(table).where(chosen)
  return rowCount ?? 0
}
