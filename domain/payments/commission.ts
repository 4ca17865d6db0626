import { eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.ts'
import { vendors } from '../catalog/tables.ts'
import type { Kobo } from '../money.ts'
import { settings } from '../places/tables.ts'

/** The row of `settings` that holds `{ default_percent: number }`: what the platform keeps of a sale. Without it, nothing. */
export const COMMISSION_SETTING = 'commission'

/**
 * The percentage that the platform keeps of each of these vendors' sales now, by vendor: the vendor's own rate, or else
 * the setting for all, or else 0. Only vendors that exist are in the answer.
 */
export async function commissionPercents(
  db: Db | Tx,
  vendor_ids: readonly string[],
): Promise<Map<string, number>> {
  const of_all = sql`(select (${settings.value} ->> 'default_percent')::numeric from ${settings}
    where ${settings.key} = ${COMMISSION_SETTING})`
  const rows = await db
    .select({
      vendor_id: vendors.user_id,
      percent: sql<number>`coalesce(${vendors.commission_percent}, ${of_all}, 0)::float8`,
    })
    .from(vendors)
    .where(inArray(vendors.user_id, [...vendor_ids]))
  return new Map(rows.map(({ vendor_id, percent }) => [vendor_id, percent]))
}

/** The percentage for vendors without a rate of their own; 0 as long as no admin saved one. */
export async function defaultCommissionPercent(db: Db | Tx): Promise<number> {
  const [row] = await db
    .select({ percent: sql<number | null>`(${settings.value} ->> 'default_percent')::float8` })
    .from(settings)
    .where(eq(settings.key, COMMISSION_SETTING))
  return row?.percent ?? 0
}

/**
 * What the platform keeps of a sale, in whole kobo: a fraction of a kobo stays with the vendor. `percent` counts to two
 * decimals. Throws a RangeError outside 0 to 100.
 */
export function commissionOf(sale: Kobo, percent: number): Kobo {
  const hundredths = Math.round(percent * 100)
  if (!(hundredths >= 0 && hundredths <= 100_00)) throw new RangeError(`Not a commission: ${percent} %`)
  return shareOf(sale, hundredths, 100_00)
}

/** What is left of a commission when `part` of what it was taken from is left. Rounded as `commissionOf` is. */
export function commissionLeft(commission: Kobo, whole: Kobo, part: Kobo): Kobo {
  return whole === 0 ? 0 : shareOf(commission, part, whole)
}

/** Whole kobo of amount × part / whole, rounded down. The product may be larger than a number holds. */
function shareOf(amount: Kobo, part: number, whole: number): Kobo {
  return Number((BigInt(amount) * BigInt(part)) / BigInt(whole))
}
