import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'
import { earliest } from '../clock.ts'
import { itsConditions, takesOff } from './promotion-words.ts'
import { promotion_uses, promotions } from './tables.ts'
import { changesAt, countsAt } from './when-it-counts.ts'

/** How long a page may go on showing an offer that others have used up since. */
const SHOWN_MINUTES = 5

/**
 * The ids of the offers that may count for a vendor's dishes: promotions without a code that nobody ended, the
 * platform's and its own. A part of a query that reads vendors.
 */
export const offerIdsOf = (vendor_id: PgColumn): SQL<number[]> => sql<number[]>`array(
  select p.id::float8 from promotions p
  where p.code is null and p.status = 'Active' and (p.vendor_id is null or p.vendor_id = ${vendor_id}))`

/** An offer in words: "20 % off, at most ₦500, for dishes of ₦2,000 and more"; whose dishes it is for, null for all. */
export type Offer = { vendor_id: string | null; text: string }

/**
 * The offers that count now, without those that are used up or of a kitchen that is not active, and until when that
 * holds. What one phone has used of them is not known here.
 */
export async function offersNow(db: Db, now: Date): Promise<{ offers: Offer[]; until: Date | null }> {
  const { status, held_until, discount, returned } = promotion_uses
  const counts = sql`(${status} = 'Used' or (${status} = 'Held' and ${held_until} >= ${now}))`
  const spent = sql`sum(case when ${counts} or ${status} = 'Given back' then ${discount} - ${returned} else 0 end)`
  const rows = await db
    .select({
      promotion: promotions,
      is_left: sql<boolean>`count(*) filter (where ${counts}) < coalesce(${promotions.most_uses}, 2147483647)
        and coalesce(${spent}, 0) < coalesce(${promotions.budget}, 'infinity')`,
    })
    .from(promotions)
    .leftJoin(promotion_uses, eq(promotion_uses.promotion_id, promotions.id))
    .leftJoin(vendors, eq(vendors.user_id, promotions.vendor_id))
    .where(
      and(
        // What the release before gave for a friend has no code, and is one phone's.
        ...[isNull(promotions.code), isNull(promotions.for_phone), eq(promotions.status, 'Active')],
        or(isNull(promotions.ends_at), gt(promotions.ends_at, now)),
        // Anybody may register a kitchen and make offers, and every page that shows some reads all.
        or(isNull(promotions.vendor_id), eq(vendors.status, 'Active')),
      ),
    )
    .groupBy(promotions.id)
    .orderBy(promotions.id)
  const shown = rows.filter(({ promotion, is_left }) => is_left && countsAt(promotion, now))
  const is_limited = shown.some(({ promotion }) => promotion.budget !== null || promotion.most_uses !== null)
  const until = rows.map(({ promotion }) => changesAt(promotion, now)).reduce(earliest, null)
  return {
    offers: shown.map(({ promotion }) => ({
      vendor_id: promotion.vendor_id,
      text: [takesOff(promotion), ...itsConditions(promotion)].join(', '),
    })),
    until: is_limited ? earliest(until, new Date(now.getTime() + SHOWN_MINUTES * 60_000)) : until,
  }
}

/** What offers say of a vendor's dishes. */
export const offersFor = (offers: readonly Offer[], vendor_id: string): string[] =>
  offers.filter((offer) => offer.vendor_id === null || offer.vendor_id === vendor_id).map(({ text }) => text)
