import { and, eq, inArray, ne, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Role } from '../../accounts/actor.ts'
import { kitchen_staff, users } from '../../accounts/tables.ts'
import { worksNow } from '../../accounts/works-now.ts'
import { vendors } from '../../catalog/tables.ts'
import { hidden_from_roles } from '../news-for-kitchens.ts'
import { type notifications, push_subscriptions } from '../tables.ts'
import { inKitchen, notificationPath } from './notification-path.ts'
import { pushMessage } from './push-forms.ts'
import { dropMessages, queueMessages } from './queue-message.ts'

/** `kitchen` is the name of the one that the news is about, for whoever works in another one too. */
type Device = { id: string; role: Role; kitchen: string | null }
type News = typeof notifications.$inferSelect & { devices: Device[] }

const elsewhere = alias(kitchen_staff, 'elsewhere')

/**
 * The devices of the account that news is for, or of all who work in the kitchen with that id, but those whose role
 * does not get it; as a column of what is written.
 */
export function devicesFor(tx: Db | Tx, { user_id, kind }: Pick<typeof notifications, 'user_id' | 'kind'>) {
  const not_theirs = hidden_from_roles.map(({ role, kinds }) => and(eq(kitchen_staff.role, role), inArray(kind, kinds)))
  const staff = tx
    .select({ user_id: kitchen_staff.user_id })
    .from(kitchen_staff)
    .where(and(eq(kitchen_staff.vendor_id, user_id), worksNow(), ...not_theirs.map((one) => not(sql`(${one})`))))
  const others = tx
    .select({ one: sql`1` })
    .from(elsewhere)
    .where(
      and(eq(elsewhere.user_id, push_subscriptions.user_id), ne(elsewhere.vendor_id, user_id), worksNow(elsewhere)),
    )
  const name = tx.select({ name: vendors.name }).from(vendors).where(eq(vendors.user_id, user_id))
  const kitchen = sql`case when exists ${others} then ${name} end`
  const device = sql`json_build_object('id', ${push_subscriptions.id}, 'role', ${users.role}, 'kitchen', ${kitchen})`
  const devices = tx
    .select({ all: sql`coalesce(json_agg(${device}), '[]')` })
    .from(push_subscriptions)
    .innerJoin(users, eq(users.id, push_subscriptions.user_id))
    .where(or(eq(push_subscriptions.user_id, user_id), inArray(push_subscriptions.user_id, staff)))
  return sql<Device[]>`${devices}`
}

const keyOf = ({ kind, order_id, id }: News, device: Device) => `${kind}_push:${order_id ?? 0}:${id}:${device.id}`

/**
 * Queues a push message of each notification for every device that it rings, in the commit that wrote it; sent at
 * `send_at` at the soonest.
 */
export async function queuePushes(tx: Tx, told: readonly News[], now: Date, send_at: Date): Promise<void> {
  const list = told.flatMap((news) =>
    news.devices.map((device) => {
      const { id, role, kitchen } = device
      const path = notificationPath(role, news)
      const message_id = crypto.randomUUID()
      return {
        channel: 'push' as const,
        id: message_id,
        dedupe_key: keyOf(news, device),
        to: id,
        send_at,
        ...withNumber(
          pushMessage({ ...news, kitchen }, kitchen === null ? path : inKitchen(path, news.user_id), now),
          message_id,
        ),
      }
    }),
  )
  await queueMessages(tx, list, now)
}

/** With the message's own number, by which the device says that it showed it (`reportShown`). */
const withNumber = ({ payload, expires_at }: ReturnType<typeof pushMessage>, shown: string) => ({
  payload: { ...payload, shown },
  expires_at,
})

/** Takes those of such news out again that were not sent yet. */
export async function dropPushes(tx: Tx, dropped: readonly News[]): Promise<void> {
  const keys = dropped.flatMap((news) => news.devices.map((device) => keyOf(news, device)))
  if (keys.length > 0) await dropMessages(tx, keys)
}
