import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Role } from '../../accounts/actor.ts'
import { users } from '../../accounts/tables.ts'
import { type notifications, push_subscriptions } from '../tables.ts'
import { notificationPath } from './notification-path.ts'
import { pushMessage } from './push-forms.ts'
import { queueMessages } from './queue-message.ts'

type News = typeof notifications.$inferSelect

/** Queues a push message of each notification for every device of its user, in the commit that wrote it. */
export async function queuePushes(tx: Tx, told: readonly News[], now: Date): Promise<void> {
  if (told.length === 0) return
  const devices = await tx
    .select({ id: push_subscriptions.id, user_id: users.id, role: users.role })
    .from(push_subscriptions)
    .innerJoin(users, eq(users.id, push_subscriptions.user_id))
    .where(inArray(push_subscriptions.user_id, [...new Set(told.map((news) => news.user_id))]))
  const list = told.flatMap((news) =>
    devices
      .filter(({ user_id }) => user_id === news.user_id)
      .map((device) => ({
        channel: 'push' as const,
        dedupe_key: `${news.kind}_push:${news.order_id ?? 0}:${news.id}:${device.id}`,
        to: device.id,
        ...pushMessage(news, notificationPath(device.role as Role, news), now),
      })),
  )
  await queueMessages(tx, list, now)
}
