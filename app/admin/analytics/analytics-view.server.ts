import { type Day, type Together, together } from '../../../domain/analytics/by-day.ts'
import type { Kitchen, Went } from '../../../domain/analytics/by-kitchen.ts'
import type { Cohort } from '../../../domain/analytics/cohorts.ts'
import type { Customers } from '../../../domain/analytics/customers.ts'
import { brand } from '../../../domain/brand.ts'
import { campusMonth, formatCampusMonth, formatDate, formatDay } from '../../../domain/clock.ts'
import type { RiderUse } from '../../../domain/delivery/riders/used-hours.ts'
import { formatNaira, type Kobo, kobo } from '../../../domain/money.ts'

export const percent = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 100))
const inPercent = (value: number | null) => (value === null ? 'N/A' : `${value} %`)
const number = (value: number) => value.toLocaleString('en-NG')
const each = (amount: Kobo, orders: number) => (orders === 0 ? null : kobo(Math.round(amount / orders)))
const naira = (amount: Kobo | null) => (amount === null ? 'N/A' : formatNaira(amount))
const minutes = (value: number) => `${Math.round(value)} min`
const hours = (in_minutes: number) => `${(in_minutes / 60).toFixed(1)} h`

type Sides<Part> = { now: Part; before: Part | null }

/** "+12 %, 120 before"; null where nothing is compared. */
function change(now: number | null, before: number | null | undefined, words: (value: number) => string) {
  if (before === undefined) return null
  if (before === null) return 'Nothing to compare with before.'
  if (now === null || before === 0) return `Before: ${words(before)}.`
  const by = Math.round(((now - before) / Math.abs(before)) * 100)
  return `${by > 0 ? '+' : ''}${by} %. Before: ${words(before)}.`
}

/** A share is compared in points. */
function points(now: number | null, before: number | null | undefined) {
  if (before === undefined) return null
  if (now === null || before === null) return 'Nothing to compare with before.'
  const by = now - before
  return `${by > 0 ? '+' : ''}${by} ${Math.abs(by) === 1 ? 'point' : 'points'}. Before: ${before} %.`
}

/** The figures at the top of the page, each with what it was before. */
export function figuresView(days: Sides<readonly Day[]>, went: Sides<Went>, customers: Sides<Customers>) {
  const all: Sides<Together> = { now: together(days.now), before: days.before && together(days.before) }
  const of = <Part>({ now, before }: Sides<Part>, read: (part: Part) => number | null) =>
    [read(now), before ? read(before) : undefined] as const
  const margin = of(all, (one) => each(one.margin_kobo, one.orders))
  const kept = of(all, (one) => percent(one.kept, one.delivered))
  const repeated = of(customers, (one) => percent(one.repeated, one.orders))
  const ready = of(went, (one) => one.ready_minutes?.p50 ?? null)
  const asNaira = (value: number) => formatNaira(kobo(value))
  return [
    { name: 'Orders', value: number(all.now.orders), note: change(...of(all, (one) => one.orders), number) },
    { name: 'Turnover', value: naira(all.now.revenue), note: change(...of(all, (one) => one.revenue), asNaira) },
    {
      name: `${brand.name}’s own revenue`,
      value: naira(all.now.own_revenue),
      note: change(...of(all, (one) => one.own_revenue), asNaira),
    },
    { name: 'Margin', value: naira(all.now.margin_kobo), note: change(...of(all, (one) => one.margin_kobo), asNaira) },
    {
      name: 'Margin an order',
      value: margin[0] === null ? 'N/A' : asNaira(margin[0]),
      note: change(...margin, asNaira),
    },
    { name: 'Promises kept', value: inPercent(kept[0]), note: points(...kept) },
    {
      name: 'Ready in',
      value: ready[0] === null ? 'N/A' : minutes(ready[0]),
      note: [
        went.now.ready_minutes && `Nine in ten within ${minutes(went.now.ready_minutes.p90)}.`,
        change(...ready, minutes),
      ]
        .filter(Boolean)
        .join(' '),
    },
    { name: 'Not for the first time', value: inPercent(repeated[0]), note: points(...repeated) },
    {
      name: 'New customers',
      value: number(customers.now.first_timers),
      note: [`Of ${number(customers.now.customers)}.`, change(...of(customers, (one) => one.first_timers), number)]
        .filter(Boolean)
        .join(' '),
    },
  ]
}

const per_day = {
  orders: { name: 'Orders', read: (day: Day) => day.orders, unit: 'count' },
  turnover: { name: 'Turnover', read: (day: Day) => day.revenue, unit: 'kobo' },
  margin: { name: 'Margin an order', read: (day: Day) => each(day.margin_kobo, day.orders), unit: 'kobo' },
  kept: { name: 'Promises kept', read: (day: Day) => percent(day.kept, day.delivered), unit: 'percent' },
} as const

type Unit = (typeof per_day)[keyof typeof per_day]['unit']
const words: Record<Unit, (value: number) => string> = {
  count: number,
  kobo: (value) => formatNaira(kobo(value)),
  percent: (value) => `${value} %`,
}

/** What is drawn by day, with the words of each. */
export function chartsView({ now, before }: Sides<readonly Day[]>) {
  return Object.entries(per_day).map(([key, { name, read, unit }]) => {
    const say = (day: Day | undefined) => {
      const value = day && read(day)
      return value === null || value === undefined ? 'none' : words[unit](value)
    }
    return {
      key,
      name,
      unit,
      days: now.map((day, place) => {
        const other = before?.[place]
        return {
          day: day.day,
          name: formatDay(day.day),
          value: read(day),
          words: say(day),
          before: other ? { value: read(other), words: say(other), name: formatDate(other.day) } : null,
        }
      }),
    }
  })
}

export type ChartView = ReturnType<typeof chartsView>[number]

/** By what the kitchens are sorted when their heading is pressed; the most first. */
const league = {
  orders: ({ orders }: Kitchen) => orders,
  sold: ({ sold_kobo }: Kitchen) => sold_kobo,
  kept: ({ kept, delivered }: Kitchen) => percent(kept, delivered),
  ready: ({ ready_minutes }: Kitchen) => ready_minutes?.p50 ?? null,
  lost: ({ lost, orders }: Kitchen) => percent(lost, orders),
  stars: ({ stars }: Kitchen) => stars,
  margin: ({ margin_kobo, orders }: Kitchen) => each(margin_kobo, orders),
} satisfies Record<string, (kitchen: Kitchen) => number | null>

/** The league of kitchens in the sequence that was asked for ('kept', 'kept.up'); what is not known stands last. */
export function leagueView(kitchens: readonly Kitchen[], asked: string | null) {
  const [name = '', way] = (asked ?? '').split('.')
  const sort = Object.hasOwn(league, name) ? (name as keyof typeof league) : 'orders'
  const rising = way === 'up'
  const by = league[sort]
  const sorted = kitchens.toSorted((one, other) => {
    const [left, right] = [by(one), by(other)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return rising ? left - right : right - left
  })
  return {
    sorted: { sort, rising },
    rows: sorted.map((kitchen) => ({
      vendor_id: kitchen.vendor_id,
      name: kitchen.name,
      orders: number(kitchen.orders),
      sold: naira(kitchen.sold_kobo),
      kept: inPercent(percent(kitchen.kept, kitchen.delivered)),
      ready: kitchen.ready_minutes ? minutes(kitchen.ready_minutes.p50) : 'N/A',
      lost: inPercent(percent(kitchen.lost, kitchen.orders)),
      stars: kitchen.stars === null ? 'N/A' : `${kitchen.stars.toFixed(1)} of 5 (${kitchen.rated})`,
      margin: naira(each(kitchen.margin_kobo, kitchen.orders)),
    })),
  }
}

export type LeagueRow = ReturnType<typeof leagueView>['rows'][number]

/** How riders' hours were used. */
export function ridersView(uses: readonly RiderUse[]) {
  const sum = (of: (use: RiderUse) => number) => uses.reduce((all, use) => all + of(use), 0)
  const row = (use: Omit<RiderUse, 'rider_id'>, rider_id: string) => ({
    rider_id,
    name: use.name,
    duty: hours(use.duty_minutes),
    in_hand: hours(use.in_hand_minutes),
    used: inPercent(percent(use.in_hand_minutes, use.duty_minutes)),
    delivered: number(use.delivered),
    an_hour: use.duty_minutes === 0 ? 'N/A' : (use.delivered / (use.duty_minutes / 60)).toFixed(1),
  })
  const everybody = {
    name: 'All riders',
    duty_minutes: sum((use) => use.duty_minutes),
    in_hand_minutes: sum((use) => use.in_hand_minutes),
    delivered: sum((use) => use.delivered),
  }
  const rows = uses.map((use) => row(use, use.rider_id))
  return rows.length > 1 ? [row(everybody, 'all'), ...rows] : rows
}

export type RiderRow = ReturnType<typeof ridersView>[number]

/** Who came when, and came back. */
export function cohortsView(cohorts: readonly Cohort[]) {
  return cohorts
    .filter(({ customers }) => customers > 0)
    .map(({ month, customers, came_back }) => {
      const named = campusMonth(month)
      return {
        month,
        name: named ? formatCampusMonth(named) : month,
        customers: number(customers),
        came_back: came_back.map((of_them) => inPercent(percent(of_them, customers))),
      }
    })
}

export type CohortRow = ReturnType<typeof cohortsView>[number]
