import { and, eq, gte, inArray, like, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { type Kobo, kobo } from '../money.ts'
import { run_shares } from '../orders/runs/tables.ts'
import { accounts, own_accounts, paid_kinds } from '../payments/ledger.ts'
import { journal_entries, journals, refunds } from '../payments/tables.ts'
import type { Period } from './period.ts'

/** What money was borne for, in the sequence in which it is shown. */
export const borne_for = [
  'promotions',
  'shared_rides',
  'rider_pay',
  'late_orders',
  'missing_dishes',
  'complaints',
  'cancelled',
  'short_payments',
  'provider_fees',
  'chargebacks',
] as const
export type BorneFor = (typeof borne_for)[number]

export const bearers = ['platform', 'kitchens', 'riders'] as const
export type BornBy = (typeof bearers)[number]

/** What somebody bore on a day for something, in kobo; below zero where more came back to them than they gave. */
export type Borne = { day: string; what: BorneFor; by: BornBy; amount_kobo: Kobo }

const { account, amount } = journal_entries
const is_paid = inArray(journals.kind, [...paid_kinds])
const is_refund = inArray(journals.kind, ['order_refunded', 'order_given_back'])
const is_rider_pay = inArray(journals.kind, ['delivery_done', 'way_ridden'])
/** What the platform earns by a sale, and hands on to riders of it. */
const is_income = inArray(account, [accounts.commission, accounts.delivery_fees])

const day = sql<string>`to_char(${journals.recorded_at} at time zone 'UTC' + interval '1 hour', 'YYYY-MM-DD')`
const by = sql<BornBy>`case when ${account} like 'vendor:%' then 'kitchens'
  when ${account} like 'rider:%' then 'riders' else 'platform' end`
const what = sql<BorneFor>`case
  when ${account} = ${accounts.promotions} or ${is_paid} and ${account} like 'vendor:%' then 'promotions'
  when ${account} = ${accounts.provider_fees} then 'provider_fees'
  when ${account} = ${accounts.chargebacks} then 'chargebacks'
  when ${account} = ${accounts.shortfalls} then 'short_payments'
  when ${refunds.reason} = 'shared_ride' or ${run_shares.run_id} is not null and ${is_rider_pay} then 'shared_rides'
  when ${is_rider_pay} then 'rider_pay'
  when ${refunds.reason} = 'late_delivery' then 'late_orders'
  when ${refunds.reason} = 'missing_dish' then 'missing_dishes'
  when ${refunds.reason} = 'complaint' then 'complaints'
  else 'cancelled' end`.inlineParams()

/**
 * Who bore what on each campus day of a period (docs/product.md#who-bore-what), out of the journals alone: everything
 * of the platform's own accounts but what it earned by sales and handed on to riders, what kitchens gave of their own
 * promotions, and what kitchens and riders bore of what went back. Without what sums to zero.
 */
export async function whoBore(db: Db, { from, until }: Period): Promise<Borne[]> {
  const is_borne = or(
    and(inArray(account, [...own_accounts]), or(is_refund, sql`not ${is_income}`)),
    and(is_refund, or(like(account, 'vendor:%'), like(account, 'rider:%'))),
    and(is_paid, like(account, 'vendor:%'), sql`${amount} > 0`),
  )
  const rows = await db
    .select({ day, what, by, amount_kobo: sql<Kobo>`sum(${amount})`.mapWith(amount) })
    .from(journals)
    .innerJoin(journal_entries, eq(journal_entries.journal_id, journals.id))
    .leftJoin(
      refunds,
      and(eq(journals.kind, 'order_given_back'), sql`${refunds.id}::text = split_part(${journals.subject}, ':', 3)`),
    )
    .leftJoin(run_shares, eq(run_shares.order_id, journal_entries.order_id))
    .where(and(gte(journals.recorded_at, from), lt(journals.recorded_at, until), is_borne))
    .groupBy(sql`1`, sql`2`, sql`3`)
    .orderBy(sql`1`)
  return rows.filter(({ amount_kobo }) => amount_kobo !== 0)
}

/** What of these one of them bore, for one thing or for everything, in kobo. */
export function sumBorne(rows: readonly Borne[], of: Partial<Pick<Borne, 'day' | 'what' | 'by'>>): Kobo {
  const fits = (row: Borne) =>
    (of.day ?? row.day) === row.day && (of.what ?? row.what) === row.what && (of.by ?? row.by) === row.by
  return kobo(rows.filter(fits).reduce((sum, { amount_kobo }) => sum + amount_kobo, 0))
}
