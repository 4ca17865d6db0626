import type { Db } from '../../db/handle.ts'
import { figuresByDay } from '../../domain/analytics/by-day.ts'
import { figuresByKitchen } from '../../domain/analytics/by-kitchen.ts'
import { cohorts } from '../../domain/analytics/cohorts.ts'
import { customersIn } from '../../domain/analytics/customers.ts'
import { askedPeriod, daysOf, type Period } from '../../domain/analytics/period.ts'
import { whoBore } from '../../domain/analytics/who-bore.ts'
import { recordExport } from '../../domain/audit/record-export.ts'
import { formatCsv } from '../../domain/csv.ts'
import { usesOfRiders } from '../../domain/delivery/riders/used-hours.ts'
import { nairaDecimal } from '../../domain/money.ts'
import { adminLoader } from '../admin/admin-screen.server.ts'
import { bearersFile } from '../admin/analytics/bearers-view.server.ts'

/**
 * What the analytics screen shows, as a CSV file: its days, its kitchens, its riders, its customers, those who came
 * back, or who bore what (`of`). The log notes it.
 */
export const loader = adminLoader(async ({ actor, services, db, now, query }) => {
  const { period, compared } = askedPeriod(Object.fromEntries(query), now)
  const of = files.find(({ name }) => name === query.get('of')) ?? files[0]
  const filters = { from: daysOf(period).at(0) ?? '', to: daysOf(period).at(-1) ?? '' }
  const recorded = await recordExport(services, actor, { right: 'see_money', list: `${of.name} in analytics`, filters })
  if (!recorded.ok) return new Response('There is no such list.', { status: 404 })
  const rows = await of.read(db, period, now, compared)
  return new Response(formatCsv([of.heading, ...rows]), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="analytics-${of.name}.csv"`,
      'cache-control': 'no-store',
    },
  })
}, 'see_money')

type Read = (db: Db, period: Period, now: Date, compared: Period | null) => Promise<string[][]>
type File = { name: string; heading: string[]; read: Read }

const orNothing = (value: number | null | undefined) => (value === null || value === undefined ? '' : value.toFixed(1))

const files: readonly [File, ...File[]] = [
  {
    name: 'days',
    heading: ['Day', 'Orders', 'Turnover (NGN)', 'Own revenue (NGN)', 'Margin (NGN)', 'Delivered', 'Promises kept'],
    read: async (db, period) =>
      (await figuresByDay(db, period)).map((day) => [
        day.day,
        String(day.orders),
        ...[day.revenue, day.own_revenue, day.margin_kobo].map(nairaDecimal),
        ...[day.delivered, day.kept].map(String),
      ]),
  },
  {
    name: 'kitchens',
    heading: [
      ...['Kitchen', 'Orders', 'Sold (NGN)', 'Delivered', 'Promises kept', 'Ready in, middle (min)'],
      ...['Ready in, nine in ten (min)', 'Rejected or lapsed', 'Stars', 'Rated', 'Margin (NGN)'],
    ],
    read: async (db, period) =>
      (await figuresByKitchen(db, period)).kitchens.map((kitchen) => [
        ...[kitchen.name, String(kitchen.orders), nairaDecimal(kitchen.sold_kobo)],
        ...[String(kitchen.delivered), String(kitchen.kept)],
        ...[orNothing(kitchen.ready_minutes?.p50), orNothing(kitchen.ready_minutes?.p90), String(kitchen.lost)],
        ...[orNothing(kitchen.stars), String(kitchen.rated), nairaDecimal(kitchen.margin_kobo)],
      ]),
  },
  {
    name: 'bearers',
    heading: ['Day', 'For', 'Platform (NGN)', 'Kitchens (NGN)', 'Riders (NGN)'],
    read: async (db, period) => bearersFile(await whoBore(db, period)),
  },
  {
    name: 'customers',
    heading: ['From', 'To', 'Orders', 'By a number that had ordered before', 'Customers', 'For the first time'],
    read: (db, period, _, compared) =>
      Promise.all(
        [period, ...(compared ? [compared] : [])].map(async (one) => {
          const { orders, repeated, customers, first_timers } = await customersIn(db, one)
          const days = daysOf(one)
          return [days.at(0) ?? '', days.at(-1) ?? '', ...[orders, repeated, customers, first_timers].map(String)]
        }),
      ),
  },
  {
    name: 'cohorts',
    heading: [
      ...['First order in', 'Customers', 'Came back after 1 month', 'After 2 months', 'After 3 months'],
      ...['After 4 months', 'After 5 months'],
    ],
    read: async (db, _, now) =>
      (await cohorts(db, now)).map(({ month, customers, came_back }) => [
        ...[month, String(customers)],
        ...Array.from({ length: 5 }, (_, place) => String(came_back[place] ?? '')),
      ]),
  },
  {
    name: 'riders',
    heading: ['Rider', 'On duty (min)', 'With an order in hand (min)', 'Delivered'],
    read: async (db, period, now) =>
      (await usesOfRiders(db, period, now)).map((use) => [
        use.name,
        ...[use.duty_minutes, use.in_hand_minutes, use.delivered].map(String),
      ]),
  },
]
