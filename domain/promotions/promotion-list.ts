import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'
import type { Kobo } from '../money.ts'
import { promotion_uses, promotions } from './tables.ts'

export type ListedPromotion = typeof promotions.$inferSelect & {
  /** The kitchen that bears it; null where the platform does. */
  vendor_name: string | null
  /** Paid orders that used it, without those given back. */
  used: number
  /** Checkouts that may still be paid with it. */
  held: number
  /** What it took off paid checkouts, less what came back to it. */
  cost_kobo: Kobo
}

/** What customers have for bringing friends is listed with those (`listReferrals`). */
const is_made_by_hand = and(isNull(promotions.owner_phone), isNull(promotions.for_phone))

/**
 * Every promotion that somebody made, or those of a kitchen, with its uses and its cost (kobo): first those that count,
 * then those that ended; newest first.
 */
export async function listPromotions(db: Db, now: Date, vendor_id?: string): Promise<ListedPromotion[]> {
  const { status, held_until, discount, returned } = promotion_uses
  const rows = await db
    .select({
      promotion: getTableColumns(promotions),
      vendor_name: vendors.name,
      used: sql<number>`(count(*) filter (where ${status} = 'Used'))::int`,
      held: sql<number>`(count(*) filter (where ${status} = 'Held' and ${held_until} >= ${now}))::int`,
      cost_kobo: sql<Kobo>`coalesce(sum(${discount} - ${returned}) filter (where ${status} <> 'Held'), 0)`.mapWith(
        promotion_uses.discount,
      ),
    })
    .from(promotions)
    .leftJoin(promotion_uses, eq(promotion_uses.promotion_id, promotions.id))
    .leftJoin(vendors, eq(vendors.user_id, promotions.vendor_id))
    .where(vendor_id === undefined ? is_made_by_hand : eq(promotions.vendor_id, vendor_id))
    .groupBy(promotions.id, vendors.name)
    .orderBy(promotions.status, desc(promotions.id))
  return rows.map(({ promotion, ...counted }) => ({ ...promotion, ...counted }))
}
