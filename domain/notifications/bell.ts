import { and, count, desc, eq, isNull, lte } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.ts'
import type { Clock } from '../clock.ts'
import { queuePushes } from './queue-push.ts'
import { notifications } from './tables.ts'

/** Spec §9: the bell holds the latest five. */
export const BELL_SIZE = 5

export type NewNotification = Pick<
  typeof notifications.$inferInsert,
  'user_id' | 'kind' | 'text' | 'order_id'
>

/** Writes news for the bell, in the commit it speaks of. The worker tells open screens (`tellNews`) and rings closed ones. */
export async function notifyUsers(tx: Tx, list: readonly NewNotification[], now: Date): Promise<void> {
  if (list.length === 0) return
  const told = await tx
    .insert(notifications)
    .values(list.map((news) => ({ ...news, created_at: now })))
    .onConflictDoNothing()
    .returning()
  await queuePushes(tx, told, now)
}

/** The latest five of a user's notifications and how many of all are unread. */
export async function readBell(db: Db, user_id: string) {
  const [latest, unread] = await Promise.all([
    db
      .select({
        id: notifications.id,
        kind: notifications.kind,
        text: notifications.text,
        order_id: notifications.order_id,
        created_at: notifications.created_at,
        read_at: notifications.read_at,
      })
      .from(notifications)
      .where(eq(notifications.user_id, user_id))
      .orderBy(desc(notifications.id))
      .limit(BELL_SIZE),
    db
      .select({ count: count() })
      .from(notifications)
      .where(and(eq(notifications.user_id, user_id), isNull(notifications.read_at))),
  ])
  return { latest, unread: unread[0]?.count ?? 0 }
}

/** Marks the user's own notifications as read, up to the newest one that was on the screen. */
export async function markAsRead(
  deps: { db: Db; clock: Clock },
  user_id: string,
  up_to: number,
): Promise<void> {
  await deps.db
    .update(notifications)
    .set({ read_at: deps.clock.now() })
    .where(
      and(eq(notifications.user_id, user_id), lte(notifications.id, up_to), isNull(notifications.read_at)),
    )
}

/** An order that somebody works on is seen: its notification is read, on every device of the user. */
export async function markOrderAsRead(
  deps: { db: Db; clock: Clock },
  user_id: string,
  order_id: number,
): Promise<void> {
  await deps.db
    .update(notifications)
    .set({ read_at: deps.clock.now() })
    .where(
      and(
        eq(notifications.user_id, user_id),
        eq(notifications.order_id, order_id),
        isNull(notifications.read_at),
      ),
    )
}
