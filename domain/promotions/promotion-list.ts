import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import type { Kobo } from '../money.ts'
import { promotion_uses, promotions } from './tables.ts'

export type ListedPromotion = typeof promotions.$inferSelect & {
  /** Paid orders that used it, without those given back. */
  used: number
  /** Checkouts that may still be paid with it. */
  held: number
  /** What it took off paid checkouts, less what came back to it. */
  cost_kobo: Kobo
}

/** Every promotion with its uses and its cost (kobo): first those that count, then those that ended; newest first. */
export async function listPromotions(db: Db, now: Date): Promise<ListedPromotion[]> {
  const { status, held_until, discount, returned } = promotion_uses
  const rows = await db
    .select({
      promotion: promotions,
      used: sql<number>`(count(*) filter (where ${status} = 'Used'))::int`,
      held: sql<number>`(count(*) filter (where ${status} = 'Held' and ${held_until} >= ${now}))::int`,
      cost_kobo: sql<Kobo>`coalesce(sum(${discount} - ${returned}) filter (where ${status} <> 'Held'), 0)`.mapWith(
        promotion_uses.discount,
      ),
    })
    .from(promotions)
    .leftJoin(promotion_uses, eq(promotion_uses.promotion_id, promotions.id))
    .groupBy(promotions.id)
    .orderBy(promotions.status, desc(promotions.id))
  return rows.map(({ promotion, ...counted }) => ({ ...promotion, ...counted }))
}
