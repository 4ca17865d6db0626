import type { Db } from '../../../db/handle.ts'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { readBell } from '../../../domain/notifications/bell/bell.ts'
import { inKitchen, notificationPath } from '../../../domain/notifications/outbox/notification-path.ts'
import type { NotificationKind } from '../../../domain/notifications/tables.ts'
import type { BellNews } from './bell.tsx'

/** What a kitchen hears once: it changes what stands on the fire, and nobody has to answer it. */
const heard_once: readonly NotificationKind[] = ['note_changed', 'order_cancelled']

/**
 * What the signed-in user's bell shows as of `now`, and whether it rings. Where they work in several `kitchens`, each
 * piece of news says which one it is about, and leads there.
 */
export async function bellNews(
  db: Db,
  actor: Actor,
  now: Date,
  kitchens: readonly { vendor_id: string; name: string }[] = [],
): Promise<BellNews> {
  const bell = await readBell(db, actor, now)
  const { unread, ringing, rings_until } = bell
  return {
    unread,
    ringing,
    chimes: (actor.role === 'vendor' && bell.latest.find(isHeardOnce)?.id) || 0,
    rings_for_seconds: rings_until && Math.max(0, (rings_until.getTime() - now.getTime()) / 1000),
    as_of: now.getTime(),
    latest: bell.latest.map((news) => {
      const kitchen = kitchens.find(({ vendor_id }) => vendor_id === news.user_id)
      const to = notificationPath(actor.role, news)
      return {
        id: news.id,
        text: kitchen ? `${kitchen.name}: ${news.text}` : news.text,
        to: kitchen ? inKitchen(to, kitchen.vendor_id) : to,
        when: formatCampusDateTime(news.created_at),
        read: news.read_at !== null,
      }
    }),
  }
}

const isHeardOnce = (news: { kind: NotificationKind; read_at: Date | null }) =>
  news.read_at === null && heard_once.includes(news.kind)
