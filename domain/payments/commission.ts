import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../../db/handle.ts'
import { type Given, idList, isOneOf, kept } from '../../db/kept-statement.ts'
import { HIGHEST_COMMISSION_PERCENT } from '../catalog/lifecycle.ts'
import { vendors } from '../catalog/tables.ts'
import { type Kobo, kobo } from '../money.ts'
import { figure, figures } from '../settings/figures.ts'
import { settingIn } from '../settings/read-setting.ts'
import { settings } from '../settings/tables.ts'

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

/** A vendor's own terms, or else the settings for all. */
export type VendorTerms = {
  is_active: boolean
  /** The percentage that the platform keeps of its sales now. Throws if the setting for all holds nonsense. */
  percent(): number
}

/** The terms on which these vendors sell now. Vendors that do not exist are left out. */
export async function vendorTerms(db: Db | Tx, vendor_ids: readonly string[]): Promise<Map<string, VendorTerms>> {
  const rows = await termsOfVendors(db, ...idList(vendor_ids))
  return new Map(
    rows.map(({ vendor_id, status, own_percent, for_all }) => [
      vendor_id,
      {
        is_active: status === 'Active',
        percent: () => own_percent ?? settingIn(for_all ? [for_all] : [], COMMISSION).default_percent,
      },
    ]),
  )
}

const termsOfVendors = kept((db, { ids }: Given<{ ids?: readonly string[] }>, few: readonly Given<{ id: string }>[]) =>
  db
    .select({
      vendor_id: vendors.user_id,
      status: vendors.status,
      own_percent: vendors.commission_percent,
      for_all: settings,
    })
    .from(vendors)
    .leftJoin(settings, eq(settings.key, COMMISSION.key))
    .where(isOneOf(vendors.user_id, ids, few)),
)

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
