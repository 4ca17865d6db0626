import {
  type BornBy,
  type Borne,
  type BorneFor,
  bearers,
  borne_for,
  sumBorne,
} from '../../../domain/analytics/who-bore.ts'
import { formatDate } from '../../../domain/clock.ts'
import { formatNaira, nairaDecimal } from '../../../domain/money.ts'

const for_words: Readonly<Record<BorneFor, string>> = {
  promotions: 'Promotions',
  shared_rides: 'Shared rides',
  rider_pay: 'Added to riders’ pay',
  late_orders: 'Late orders',
  missing_dishes: 'Dishes that were out',
  complaints: 'Complaints',
  cancelled: 'Cancelled orders',
  short_payments: 'Short payments',
  provider_fees: 'Provider’s fees',
  chargebacks: 'Lost to chargebacks',
}
const by_words: Readonly<Record<BornBy, string>> = { platform: 'platform', kitchens: 'kitchens', riders: 'riders' }

/** Each bearer in all, then each with what it bore; only what somebody bore in these days. */
function columnsOf(rows: readonly Borne[]) {
  const all = bearers.map((by) => ({ name: `In all: ${by_words[by]}`, of: { by } }))
  const each = borne_for.flatMap((what) =>
    bearers.map((by) => ({ name: `${for_words[what]}: ${by_words[by]}`, of: { what, by } })),
  )
  return [...all, ...each.filter(({ of }) => rows.some(({ what, by }) => what === of.what && by === of.by))]
}

const daysIn = (rows: readonly Borne[]) => [...new Set(rows.map(({ day }) => day))]

/** Who bore what, by day, newest first, and all days together. */
export function bearersView(rows: readonly Borne[]) {
  const columns = columnsOf(rows)
  const cells = (of: { day?: string }) => columns.map((column) => formatNaira(sumBorne(rows, { ...column.of, ...of })))
  const days = daysIn(rows)
    .toReversed()
    .map((day) => ({ name: formatDate(day), cells: cells({ day }) }))
  return {
    columns: columns.map(({ name }) => name),
    rows: days.length === 0 ? [] : [{ name: 'Together', cells: cells({}) }, ...days],
  }
}
export type BearersView = ReturnType<typeof bearersView>

/** The same as rows of a file, oldest first: one for each day and what was borne on it. */
export function bearersFile(rows: readonly Borne[]): string[][] {
  return daysIn(rows).flatMap((day) =>
    borne_for
      .filter((what) => rows.some((row) => row.day === day && row.what === what))
      .map((what) => [day, for_words[what], ...bearers.map((by) => nairaDecimal(sumBorne(rows, { day, what, by })))]),
  )
}
