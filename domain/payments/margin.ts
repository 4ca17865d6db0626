import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { campusDate, DAY_MS, nextCampusMidnight } from '../clock.ts'
import { type Kobo, sumKobo } from '../money.ts'
import { own_accounts, paid_kinds } from './ledger.ts'
import { journal_entries, journals } from './tables.ts'

/** A part of an order's margin: positive was earned, negative spent. */
export type MarginLine = {
  account: (typeof own_accounts)[number]
  /** What was booked: the payment for the order, its rider's pay, or what went back. */
  of: 'sale' | 'rider' | 'refund'
  amount_kobo: Kobo
}

const earned = sql`-sum(${journal_entries.amount})`.mapWith(journal_entries.amount)
const is_sale = sql`${journals.kind} in ${[...paid_kinds, 'provider_fee_known']}`.inlineParams()

/**
 * What an order left the platform so far, out of the journals: everything of the platform's own accounts that is about
 * it, in the sequence of the accounts, without what is zero. Null for an order from before entries named their order.
 */
export async function orderMargin(
  db: Db,
  order_id: number,
): Promise<{ lines: MarginLine[]; margin_kobo: Kobo } | null> {
  const of = sql<MarginLine['of']>`case when ${is_sale} then 'sale'
    when ${journals.kind} in ('delivery_done', 'way_ridden') then 'rider' else 'refund' end`
  const rows = await db
    .select({ account: journal_entries.account, of, amount_kobo: earned })
    .from(journal_entries)
    .innerJoin(journals, eq(journals.id, journal_entries.journal_id))
    .where(eq(journal_entries.order_id, order_id))
    .groupBy(journal_entries.account, sql`2`)
    .orderBy(sql`2 desc`)
  if (!rows.some((row) => row.of === 'sale')) return null
  const lines = own_accounts.flatMap((account) =>
    rows.filter((row) => row.account === account && row.amount_kobo !== 0).map((row) => ({ ...row, account })),
  )
  return { lines, margin_kobo: sumKobo(lines.map((line) => line.amount_kobo)) }
}

/**
 * The margin of each order, as a column of a question about orders; null as in `orderMargin`. The tables' names are
 * written out, because a select from one table would leave them out.
 */
export const margin_of_order = sql<Kobo | null>`(
  select -coalesce(sum(own.amount) filter (where own.account in ${own_accounts}), 0)
  from journal_entries own join journals booked on booked.id = own.journal_id
  where own.order_id = orders.id having bool_or(booked.kind in ${paid_kinds}))`.mapWith(journal_entries.amount)

/** What was booked on the platform's own accounts on each of the last campus days, today last. */
export async function marginsByDay(db: Db, now: Date, days: number): Promise<{ day: string; margin_kobo: Kobo }[]> {
  const until = nextCampusMidnight(now)
  const from = new Date(until.getTime() - days * DAY_MS)
  const rows = await marginsIn(db, { from, until })
  return Array.from({ length: days }, (_, place) => {
    const day = campusDate(new Date(from.getTime() + place * DAY_MS))
    return rows.find((row) => row.day === day) ?? { day, margin_kobo: 0 }
  })
}

/** The same for the campus days of a period, without days on which nothing was booked. */
export function marginsIn(db: Db, { from, until }: { from: Date; until: Date }) {
  return db
    .select({
      day: sql<string>`to_char(${journals.recorded_at} at time zone 'UTC' + interval '1 hour', 'YYYY-MM-DD')`,
      margin_kobo: earned,
    })
    .from(journals)
    .innerJoin(journal_entries, eq(journal_entries.journal_id, journals.id))
    .where(
      and(
        gte(journals.recorded_at, from),
        lt(journals.recorded_at, until),
        inArray(journal_entries.account, [...own_accounts]),
      ),
    )
    .groupBy(sql`1`)
}
