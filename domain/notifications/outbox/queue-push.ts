import { eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../../db/handle.ts'
import type { Role } from '../../accounts/actor.ts'
import { users } from '../../accounts/tables.ts'
import { type notifications, push_subscriptions } from '../tables.ts'
import { notificationPath } from './notification-path.ts'
import { pushMessage } from './push-forms.ts'
import { queueMessages } from './queue-message.ts'

type Device = { id: string; role: Role }
type News = typeof notifications.$inferSelect & { devices: Device[] }

/** The devices of a user, as a column of what is written for them. */
export function devicesOfUser(tx: Tx, user_id: PgColumn) {
  const device = sql`json_build_object('id', ${push_subscriptions.id}, 'role', ${users.role})`
  const devices = tx
    .select({ all: sql`coalesce(json_agg(${device}), '[]')` })
    .from(push_subscriptions)
    .innerJoin(users, eq(users.id, push_subscriptions.user_id))
    .where(eq(push_subscriptions.user_id, user_id))
  return sql<Device[]>`${devices}`
}

/** Queues a push message of each notification for every device of its user, in the commit that wrote it. */
export async function queuePushes(tx: Tx, told: readonly News[], now: Date): Promise<void> {
  const list = told.flatMap((news) =>
    news.devices.map(({ id, role }) => ({
      channel: 'push' as const,
      dedupe_key: `${news.kind}_push:${news.order_id ?? 0}:${news.id}:${id}`,
      to: id,
      ...pushMessage(news, notificationPath(role, news), now),
    })),
  )
  await queueMessages(tx, list, now)
}
