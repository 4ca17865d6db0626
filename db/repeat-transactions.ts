import { traced } from '../domain/trace.ts'
import { collectAftermath } from './after-commit.ts'
import type { Db } from './handle.ts'

/** PostgreSQL's codes for a transaction that failed only because of others: a deadlock, a serialization failure. */
const undone_for_others = ['40P01', '40001']
const MOST_ATTEMPTS = 5
/** The wait is random, so that two that collided do not collide again. */
const LONGEST_WAIT_MS = 40

/**
 * Repeats transactions of this database that PostgreSQL ended only because of others, up to five times with a short
 * wait between, so that nobody sees a deadlock. Whatever a callback does outside the database may therefore happen more
 * than once.
 */
export function repeatTransactions(db: Db): Db {
  const once = db.transaction.bind(db)
  db.transaction = (work, config) => traced('transaction', {}, () => repeat(work, config))
  const repeat: Db['transaction'] = async (work, config) => {
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

/** Drizzle wraps the driver's error. */
function isUndoneForOthers(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && undone_for_others.includes(String(cause.code))) return true
  }
  return false
}
