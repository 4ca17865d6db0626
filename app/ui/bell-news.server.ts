import type { Db } from '../../db/open.ts'
import type { Actor, Role } from '../../domain/accounts/actor.ts'
import { formatCampusDateTime } from '../../domain/clock.ts'
import { readBell } from '../../domain/notifications/bell.ts'
import type { BellNews } from './bell.tsx'

/** Where a notification leads; one that speaks of no order leads to the place where the role works. */
const order_pages: Readonly<Record<Role, (order_id: number | null) => string>> = {
  vendor: (order_id) => (order_id === null ? '/vendor-order' : `/vendor-order/${order_id}`),
  rider: () => '/rider-dashboard',
  admin: (order_id) => (order_id === null ? '/admin/dashboard' : `/admin/orders?order=${order_id}`),
}

/** Where news of a payout lead. */
const payout_pages: Readonly<Record<Role, string>> = {
  vendor: '/request-payout',
  rider: '/rider-dashboard',
  admin: '/admin/payout',
}

/** What the bell of the one who is signed in shows. */
export async function bellNews(db: Db, actor: Actor): Promise<BellNews> {
  const bell = await readBell(db, actor.user_id)
  return {
    unread: bell.unread,
    latest: bell.latest.map((news) => ({
      id: news.id,
      text: news.text,
      to: news.kind === 'payout' ? payout_pages[actor.role] : order_pages[actor.role](news.order_id),
      when: formatCampusDateTime(news.created_at),
      read: news.read_at !== null,
    })),
  }
}
