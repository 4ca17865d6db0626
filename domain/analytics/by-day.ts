import { and, gte, lt } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { campusDate } from '../clock.ts'
import { keptPromisesIn } from '../delivery/windows/kept-promises.ts'
import { type Kobo, kobo } from '../money.ts'
import { firstOpenDay } from '../orders/figures/close-days.ts'
import { countDays } from '../orders/figures/day-figures.ts'
import { daily_figures } from '../orders/tables.ts'
import { marginsIn } from '../payments/margin.ts'
import { daysOf, type Period } from './period.ts'

export type Day = {
  /** The date on the campus, 'YYYY-MM-DD'. */
  day: string
  /** How many orders were placed. */
  orders: number
  /** What customers paid for orders, less what went back on that day (`countDays`). */
  revenue: Kobo
  own_revenue: Kobo
  /** What was booked on the platform's own accounts. */
  margin_kobo: Kobo
  /** How many orders were there, and how many of them by the time that was promised first. */
  delivered: number
  kept: number
}

/** Every day of a period. Past days are read where they were written down, the rest is counted now. */
export async function figuresByDay(db: Db, period: Period): Promise<Day[]> {
  const [orders, margins, promises] = await Promise.all([
    ordersAndMoney(db, period),
    marginsIn(db, period),
    keptPromisesIn(db, period),
  ])
  const margin_of = new Map(margins.map((row) => [row.day, row.margin_kobo]))
  const kept_of = new Map(promises.map((row) => [row.day, row]))
  const nothing = { orders: 0, revenue: kobo(0), own_revenue: kobo(0) }
  return daysOf(period).map((day) => {
    const { delivered, kept } = kept_of.get(day) ?? { delivered: 0, kept: 0 }
    return {
      ...(orders.get(day) ?? nothing),
      ...{ day, margin_kobo: margin_of.get(day) ?? kobo(0), delivered, kept },
    }
  })
}

async function ordersAndMoney(db: Db, { from, until }: Period) {
  const open_from = (await firstOpenDay(db)) ?? until
  const counted_from = open_from > from ? open_from : from
  const [closed, open] = await Promise.all([
    db
      .select()
      .from(daily_figures)
      .where(and(gte(daily_figures.day, campusDate(from)), lt(daily_figures.day, campusDate(until)))),
    counted_from < until ? countDays(db, counted_from, until) : [],
  ])
  return new Map([...closed, ...open].map((row) => [row.day, row]))
}

export type Together = Omit<Day, 'day'>

/** All days as one. */
export function together(days: readonly Day[]): Together {
  const sum = (of: (day: Day) => number) => days.reduce((all, day) => all + of(day), 0)
  return {
    orders: sum((day) => day.orders),
    revenue: kobo(sum((day) => day.revenue)),
    own_revenue: kobo(sum((day) => day.own_revenue)),
    margin_kobo: kobo(sum((day) => day.margin_kobo)),
    delivered: sum((day) => day.delivered),
    kept: sum((day) => day.kept),
  }
}
