import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNull,
  lte,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { noteScreen } from '../../../db/after-commit.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { type Given, kept } from '../../../db/kept-statement.ts'
import { type Actor, kitchensOf } from '../../accounts/actor.ts'
import { offers } from '../../delivery/tables.ts'
import type { Deps } from '../../events.ts'
import { orders } from '../../orders/tables.ts'
import { hiddenFrom } from '../news-for-kitchens.ts'
import { devicesFor, dropPushes, queuePushes } from '../outbox/queue-push.ts'
import { type NotificationKind, notifications } from '../tables.ts'

/** See docs/product.md#bell. */
export const BELL_SIZE = 5

/** Of news that stands on a screen until it is read. */
const MOST_SHOWN = 5

/** News that waits for this person's answer, and so rings until there is one; all other news only counts. */
const ringing_kinds = ['new_order', 'order_unaccepted', 'offer', 'no_rider'] as const satisfies NotificationKind[]

export type NewNotification = Pick<
  typeof notifications.$inferInsert,
  'user_id' | 'kind' | 'text' | 'order_id' | 'offer_id'
>

/**
 * Writes news for the bell, in the commit that it is about; then open screens are told and closed ones rung, those not
 * before `push_at`, where what it tells can be taken back until then (`dropNews`).
 */
export async function notifyUsers(
  tx: Tx,
  list: readonly NewNotification[],
  now: Date,
  { push_at = now }: { push_at?: Date } = {},
): Promise<void> {
  if (list.length === 0) return
  const told = await insertNews(tx, { created_at: now }, list)
  for (const { user_id, id } of told) noteScreen(tx, user_id, id)
  await queuePushes(tx, told, now, push_at)
}

/** News of this kind about an order that was written at `since` or later is not told: what it tells was taken back. */
export async function dropNews(
  tx: Tx,
  about: { order_id: number; kind: NotificationKind },
  since: Date,
): Promise<void> {
  const dropped = await tx
    .delete(notifications)
    .where(
      and(
        eq(notifications.order_id, about.order_id),
        eq(notifications.kind, about.kind),
        gte(notifications.created_at, since),
      ),
    )
    .returning({ ...getTableColumns(notifications), devices: devicesFor(tx, notifications) })
  for (const { user_id } of dropped) noteScreen(tx, user_id)
  await dropPushes(tx, dropped)
}

const insertNews = kept((tx, { created_at }: Given<{ created_at: Date }>, list: readonly Given<NewNotification>[]) =>
  tx
    .insert(notifications)
    .values(list.map((news) => ({ ...news, created_at })))
    .onConflictDoNothing()
    .returning({ ...getTableColumns(notifications), devices: devicesFor(tx, notifications) }),
)

/** Whose bell it is: their own, or that of the kitchens that they work in, which all who work there have together. */
type Reader = Pick<Actor, 'user_id' | 'kitchen' | 'kitchens'>

function newsFor(reader: Reader): SQL | undefined {
  const places = kitchensOf(reader)
  if (places.length === 0) return eq(notifications.user_id, reader.user_id)
  return or(
    ...places.map(({ vendor_id, role }) =>
      and(eq(notifications.user_id, vendor_id), notInArray(notifications.kind, hiddenFrom(role))),
    ),
  )
}

export type Bell = {
  latest: Pick<
    typeof notifications.$inferSelect,
    'id' | 'user_id' | 'kind' | 'text' | 'order_id' | 'created_at' | 'read_at'
  >[]
  /** Of all, not only of the latest. */
  unread: number
  /** Unread news that rings, and until when at most; null: until it is answered. */
  ringing: number
  rings_until: Date | null
}

/** The latest five notifications of a bell, how many of all are unread, and how many of those ring at `now`. */
export async function readBell(db: Db, reader: Reader, now: Date): Promise<Bell> {
  const rings = and(
    inArray(notifications.kind, [...ringing_kinds]),
    sql`(${offers.expires_at} is null or ${offers.expires_at} > ${now})`,
  )
  const [latest, [unread]] = await Promise.all([
    db
      .select({
        id: notifications.id,
        user_id: notifications.user_id,
        kind: notifications.kind,
        text: notifications.text,
        order_id: notifications.order_id,
        created_at: notifications.created_at,
        read_at: notifications.read_at,
      })
      .from(notifications)
      .where(newsFor(reader))
      .orderBy(desc(notifications.id))
      .limit(BELL_SIZE),
    db
      .select({
        count: count(),
        ringing: sql<number>`(count(*) filter (where ${rings}))::int`,
        rings_until: sql`case when bool_and(${offers.expires_at} is not null) filter (where ${rings})
            then max(${offers.expires_at}) end`.mapWith(offers.expires_at),
      })
      .from(notifications)
      .leftJoin(offers, eq(offers.id, notifications.offer_id))
      .where(and(newsFor(reader), isNull(notifications.read_at))),
  ])
  return {
    latest,
    unread: unread?.count ?? 0,
    ringing: unread?.ringing ?? 0,
    rings_until: unread?.rings_until ?? null,
  }
}

/**
 * Marks the notifications of a bell as read: up to the newest one on the screen, or only the one that was opened. What
 * a kitchen has to answer now stays as it is, and rings, until somebody there answers (docs/product.md#bell).
 */
export async function markAsRead(deps: Deps, reader: Reader, seen: { up_to: number } | { id: number }): Promise<void> {
  const which = 'id' in seen ? eq(notifications.id, seen.id) : lte(notifications.id, seen.up_to)
  const now = deps.clock.now()
  await deps.db.transaction((tx) => readThose(tx, and(newsFor(reader), which, not(waitsForKitchen(now))), now))
}

/** A new order, begun by now, that its kitchen neither took nor rejected. */
const waitsForKitchen = (now: Date) =>
  sql`(${inArray(notifications.kind, ['new_order', 'order_unaccepted'])} and exists (
    select 1 from ${orders} where ${orders.id} = ${notifications.order_id} and ${orders.status} = 'Pending'
      and ${orders.vendor_id} = ${notifications.user_id} and coalesce(${orders.begin_at}, ${now}) <= ${now}))`

/** Whether a user has news of this kind that is neither read nor answered. */
export async function hasUnread(db: Db, user_id: string, kind: NotificationKind): Promise<boolean> {
  const unread = and(eq(notifications.user_id, user_id), eq(notifications.kind, kind), isNull(notifications.read_at))
  return (await db.$count(notifications, unread)) > 0
}

/** A user's news of this kind that is not read yet, the oldest first. */
export function unreadNews(db: Db, user_id: string, kind: NotificationKind) {
  return db
    .select({ id: notifications.id, order_id: notifications.order_id, text: notifications.text })
    .from(notifications)
    .where(and(eq(notifications.user_id, user_id), eq(notifications.kind, kind), isNull(notifications.read_at)))
    .orderBy(notifications.id)
    .limit(MOST_SHOWN)
}

/**
 * After an answer, marks as read, for everybody it rang for and on all their devices, the news about an offer, or the
 * news of these kinds about an order or a user. In the commit of the answer, whoever gave it.
 */
export async function settleNews(
  tx: Tx,
  about:
    | { offer_id: number }
    | { order_id: number; kinds: readonly NotificationKind[] }
    | { user_id: string; kinds: readonly NotificationKind[] },
  now: Date,
): Promise<void> {
  const which =
    'offer_id' in about
      ? eq(notifications.offer_id, about.offer_id)
      : and(
          'order_id' in about ? eq(notifications.order_id, about.order_id) : eq(notifications.user_id, about.user_id),
          inArray(notifications.kind, [...about.kinds]),
        )
  await readThose(tx, which, now)
}

/** News that was answered within the last seconds rings again: the answer was taken back. */
export async function reviveNews(
  tx: Tx,
  about: { order_id: number; kinds: readonly NotificationKind[] },
  answered_since: Date,
): Promise<void> {
  const revived = await tx
    .update(notifications)
    .set({ read_at: null })
    .where(
      and(
        eq(notifications.order_id, about.order_id),
        inArray(notifications.kind, [...about.kinds]),
        gte(notifications.read_at, answered_since),
      ),
    )
    .returning({ user_id: notifications.user_id })
  for (const { user_id } of revived) noteScreen(tx, user_id)
}

/** Locks in the order of their ids, so that two that mark the same ones take turns without a deadlock. */
async function readThose(tx: Tx, which: SQL | undefined, now: Date): Promise<void> {
  const unread = tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(which, isNull(notifications.read_at)))
    .orderBy(notifications.id)
    .for('no key update')
  const read = await tx
    .update(notifications)
    .set({ read_at: now })
    .where(inArray(notifications.id, unread))
    .returning({ user_id: notifications.user_id })
  for (const { user_id } of read) noteScreen(tx, user_id)
}
