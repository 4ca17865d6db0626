import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../../db/handle.ts'
import { HIGHEST_COMMISSION_PERCENT } from '../catalog/lifecycle.ts'
import { vendors } from '../catalog/tables.ts'
import { type Kobo, kobo } from '../money.ts'
import { figure, figures } from '../settings/figures.ts'
import { readSetting } from '../settings/read-setting.ts'

const at_most = `At most ${HIGHEST_COMMISSION_PERCENT} %.`
/** What the platform keeps of a sale when a vendor has no rate of its own. */
export const COMMISSION = figures({
  key: 'commission',
  heading: 'Commission',
  what: 'What the platform keeps of a sale. A vendor’s own rate comes first.',
  button: 'Save commission',
  saved: 'Commission saved',
  no_guess: true,
  form: z.object({
    default_percent: figure(
      /^\d{1,2}(\.\d{1,2})?$/,
      'Please write a percentage in figures, like 5 or 7.5.',
      z.number().min(0, at_most).max(HIGHEST_COMMISSION_PERCENT, at_most),
    ).meta({ title: 'Default (%)' }),
  }),
  default: { default_percent: 0 },
})

/**
 * The percentage that the platform keeps of each of these vendors' sales now, by vendor: the vendor's own rate, or else
 * the setting for all. Vendors that do not exist are left out.
 */
export async function commissionPercents(db: Db | Tx, vendor_ids: readonly string[]): Promise<Map<string, number>> {
  const { default_percent } = await readSetting(db, COMMISSION)
  const rows = await db
    .select({ vendor_id: vendors.user_id, percent: vendors.commission_percent })
    .from(vendors)
    .where(inArray(vendors.user_id, [...vendor_ids]))
  return new Map(rows.map(({ vendor_id, percent }) => [vendor_id, percent ?? default_percent]))
}

/**
 * What the platform keeps of a sale, in whole kobo: a fraction of a kobo stays with the vendor. `percent` is rounded to
 * two decimals. Throws a RangeError outside 0 to 100.
 */
export function commissionOf(sale: Kobo, percent: number): Kobo {
  const hundredths = Math.round(percent * 100)
  if (!(hundredths >= 0 && hundredths <= 100_00)) throw new RangeError(`Not a commission: ${percent} %`)
  return shareOf(sale, hundredths, 100_00)
}

/** The commission left when only `part` of the `whole` that it was taken from is left. Rounded as in `commissionOf`. */
export function commissionLeft(commission: Kobo, whole: Kobo, part: Kobo): Kobo {
  return whole === 0 ? 0 : shareOf(commission, part, whole)
}

/** Whole kobo of amount × part / whole, rounded down. Uses BigInt, since the product may exceed a safe integer. */
function shareOf(amount: Kobo, part: number, whole: number): Kobo {
  return kobo(Number((BigInt(amount) * BigInt(part)) / BigInt(whole)))
}
