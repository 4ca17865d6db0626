import { collectAftermath } from './after-commit.ts'
import type { Db } from './handle.ts'

/** PostgreSQL's words for a transaction that it undid only because of others: a deadlock, a serialization failure. */
const undone_for_others = ['40P01', '40001']
const MOST_ATTEMPTS = 5
/** Two that undid each other come back at different moments. */
const LONGEST_WAIT_MS = 40

/**
 * Makes every transaction of this database repeat itself when PostgreSQL undid it for another's sake, at most five
 * times in all with a short wait between: nobody is shown a deadlock. What a callback does outside the database it may
 * therefore do more than once.
 */
export function repeatTransactions(db: Db): Db {
  const once = db.transaction.bind(db)
  db.transaction = async (work, config) => {
    for (let attempt = 1; ; attempt++) {
      try {
        let happen = () => {}
        const result = await once((tx) => {
          happen = collectAftermath(db, tx)
          return work(tx)
        }, config)
        happen()
        return result
      } catch (error) {
        if (attempt === MOST_ATTEMPTS || !isUndoneForOthers(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_WAIT_MS * attempt))
      }
    }
  }
  return db
}

/** Drizzle wraps what the driver threw. */
function isUndoneForOthers(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && undone_for_others.includes(String(cause.code))) return true
  }
  return false
}
