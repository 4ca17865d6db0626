import { sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'

/** Returns when so many statements on this database wait for a lock: two that race are then ready to start. */
export async function untilWaitingForLocks(db: Db, waiting: number): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ n: number }>(
      sql`select count(distinct l.pid)::int as n from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where not l.granted and a.datname = current_database()`,
    )
    if ((rows[0]?.n ?? 0) >= waiting) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** How many deadlocks this database has seen, of the connections that have ended. */
export async function deadlocks(db: Db): Promise<number> {
  const { rows } = await db.execute<{ deadlocks: number }>(
    sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
  )
  return rows[0]?.deadlocks ?? 0
}
