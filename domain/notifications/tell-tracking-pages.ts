import { inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.ts'
import { deliveries, offer_deliveries, offers } from '../delivery/tables.ts'
import { orders } from '../orders/tables.ts'
import { tracking_news } from './tables.ts'
import { NEWS_CHANNEL } from './tell-news.ts'

/** Notes, in the commit that changed an order, its delivery or its promise, that its tracking page has news. */
export async function noteTrackingNews(tx: Tx, order_id: number): Promise<void> {
  await tx.insert(tracking_news).values({ order_id })
}

/**
 * Tells everybody whose open screen shows an order that changed: its customer's tracking page, its kitchen, its rider, and
 * who had an offer of it a moment ago. At most `limit` at once, in a commit of its own, because NOTIFY takes a global lock
 * (docs/architecture.md#how-a-change-moves). Answers how many notes it worked on.
 */
export async function tellTrackingPages({ db }: { db: Db }, limit = 2000): Promise<number> {
  const noted = db
    .select({ id: tracking_news.id })
    .from(tracking_news)
    .orderBy(tracking_news.id)
    .limit(limit)
    .for('no key update', { skipLocked: true })
  return db.transaction(async (tx) => {
    const told = await tx
      .delete(tracking_news)
      .where(inArray(tracking_news.id, noted))
      .returning({ order_id: tracking_news.order_id })
    if (told.length === 0) return 0
    const changed = inArray(orders.id, [...new Set(told.map((note) => note.order_id))])
    const carried = sql`${orders} join ${deliveries} on ${deliveries.order_id} = ${orders.id}`
    await tx.execute(sql`
      select pg_notify(${NEWS_CHANNEL}, concerned.id::text) from (
        select ${orders.checkout_id} as id from ${orders} where ${changed}
        union select ${orders.vendor_id} from ${orders} where ${changed}
        union select ${deliveries.rider_id} from ${carried} where ${changed} and ${deliveries.rider_id} is not null
        union select ${offers.rider_id} from ${carried}
          join ${offer_deliveries} on ${offer_deliveries.delivery_id} = ${deliveries.id}
          join ${offers} on ${offers.id} = ${offer_deliveries.offer_id}
          where ${changed} and ${offers.expires_at} > now() - interval '5 minutes'
      ) concerned`)
    return told.length
  })
}
