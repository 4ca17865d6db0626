import { inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { users } from '../accounts/tables.ts'
import type { Clock } from '../clock.ts'
import { notifications } from './tables.ts'

/**
 * The channel on which every process listens for what open screens must know; the payload is a user's id and, after
 * a space, the id of the newest notification where one was written.
 */
export const NEWS_CHANNEL = 'back_office_news'

/**
 * Tells open screens of notifications that were committed, at most `limit`. NOTIFY takes a global lock until its commit,
 * so it stands here and not in the order's transaction (docs/architecture.md#how-a-change-moves). Answers how many it told.
 */
export async function tellNews(deps: { db: Db; clock: Clock }, limit = 200): Promise<number> {
  const untold = deps.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(isNull(notifications.told_at))
    .orderBy(notifications.id)
    .limit(limit)
    .for('no key update', { skipLocked: true })
  return deps.db.transaction(async (tx) => {
    const told = await tx
      .update(notifications)
      .set({ told_at: deps.clock.now() })
      .where(inArray(notifications.id, untold))
      .returning({ user_id: notifications.user_id, id: notifications.id })
    const newest = new Map<string, number>()
    for (const { user_id, id } of told) newest.set(user_id, Math.max(id, newest.get(user_id) ?? 0))
    for (const [user_id, id] of newest) {
      await tx.execute(sql`select pg_notify(${NEWS_CHANNEL}, ${`${user_id} ${id}`})`)
    }
    return told.length
  })
}

/** Tells a user's open screens, on whichever device, that something of theirs has changed. Not part of a commit. */
export async function tellUser(db: Db, user_id: string): Promise<void> {
  await db.execute(sql`select pg_notify(${NEWS_CHANNEL}, ${user_id})`)
}

/** The same for every admin: one of them has decided something that the others may have open. */
export async function tellAdmins(db: Db): Promise<void> {
  await db.execute(
    sql`select pg_notify(${NEWS_CHANNEL}, ${users.id}::text) from ${users} where ${users.role} = 'admin'`,
  )
}
