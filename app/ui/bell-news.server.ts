import type { Db } from '../../db/handle.ts'
import type { Actor } from '../../domain/accounts/actor.ts'
import { formatCampusDateTime } from '../../domain/clock.ts'
import { readBell } from '../../domain/notifications/bell/bell.ts'
import { notificationPath } from '../../domain/notifications/outbox/notification-path.ts'
import type { BellNews } from './bell.tsx'

/** What the signed-in user's bell shows as of `now`, and whether it rings. */
export async function bellNews(db: Db, actor: Actor, now: Date): Promise<BellNews> {
  const bell = await readBell(db, actor, now)
  const { unread, ringing, rings_until } = bell
  return {
    unread,
    ringing,
    rings_for_seconds: rings_until && Math.max(0, (rings_until.getTime() - now.getTime()) / 1000),
    latest: bell.latest.map((news) => ({
      id: news.id,
      text: news.text,
      to: notificationPath(actor.role, news),
      when: formatCampusDateTime(news.created_at),
      read: news.read_at !== null,
    })),
  }
}
