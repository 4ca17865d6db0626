import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { figuresByDay } from '../domain/analytics/by-day.ts'
import { figuresByKitchen } from '../domain/analytics/by-kitchen.ts'
import { closeCohortDays, cohorts } from '../domain/analytics/cohorts.ts'
import { customersIn } from '../domain/analytics/customers.ts'
import type { Period } from '../domain/analytics/period.ts'
import { listAudit } from '../domain/audit/audit-list.ts'
import { listReviews, listSentBack } from '../domain/checkout/review/review-list.ts'
import { customersNamed } from '../domain/checkout/track/customer-names.ts'
import { DAY_MS } from '../domain/clock.ts'
import { findAnything } from '../domain/desk/find-anything.ts'
import type { Place } from '../domain/keyset.ts'
import { plainView } from '../domain/list-view.ts'
import { countOrders, listOrders } from '../domain/orders/admin-orders.ts'
import { countPayouts, listPayouts } from '../domain/payouts/admin-payouts.ts'
import { listDifferences } from '../domain/reconciliation/difference-list.ts'
import { listTransactions } from '../domain/reconciliation/transaction-list.ts'
import { startPostgres } from '../server/postgres.ts'
import { fillCampus } from './campus.ts'
import { insertManyOrders } from './many-orders.ts'
import { figure, table, verdict } from './markdown.ts'
import type { Section } from './section.ts'
import { median } from './statistics.ts'

const FEW = 10_000
const MANY = 1_000_000
const TIMES = 15
/** docs/promises.md#growth; differences below this many milliseconds are noise. */
const TIMES_SLOWER = 2
const NOISE_MS = 5

/** A list, or another page of figures, as a screen queries it, in a database with this many orders. */
type Ask = { name: string; run(db: Db, orders: number): Promise<unknown> }

const after = (cursor: string): Place => ({ side: 'after', cursor })
const momentOf = (n: number) => new Date(Date.UTC(2025, 0, 1) + n * 63_000).toISOString()
const lastOf = (orders: number) => new Date(momentOf(orders))
const aWeekBefore = (orders: number) => new Date(lastOf(orders).getTime() - 7 * DAY_MS)
const no_order_filter = { filter: 'All', vendor_id: null } as const

/** What the page of analytics asks about a period. */
const figuresOf = (db: Db, period: Period) =>
  Promise.all([figuresByDay(db, period), figuresByKitchen(db, period), customersIn(db, period)])

const asks: readonly Ask[] = [
  {
    name: 'orders, first page',
    run: (db) => listOrders(db, { ...no_order_filter, search: '', place: null }),
  },
  {
    name: 'orders, in the middle',
    run: (db, orders) => listOrders(db, { ...no_order_filter, search: '', place: after(String(orders / 2)) }),
  },
  {
    name: 'orders, of a day long ago',
    run: (db) => {
      const day = { ...plainView(5), from: '2025-01-05', to: '2025-01-05' }
      return listOrders(db, { ...no_order_filter, search: '', place: null, view: day })
    },
  },
  {
    name: 'orders, by number',
    run: (db, orders) => listOrders(db, { ...no_order_filter, search: String(orders / 2), place: null }),
  },
  {
    name: 'orders, by phone',
    run: (db) => listOrders(db, { ...no_order_filter, search: '08000000777', place: null }),
  },
  {
    name: 'orders, by dish',
    run: (db) => listOrders(db, { ...no_order_filter, search: 'ewedu', place: null }),
  },
  ...(
    [
      ['a customer', 'Obi 777'],
      ['a name that all customers have', 'ada'],
      ['a name that nobody has', 'Zubairu Bello'],
      ['a customer and a dish', '777 suya'],
      ['a vendor', 'alata iya'],
      ['two letters', 'ad'],
    ] as const
  ).map(([by, search]) => ({
    name: `orders, by ${by}`,
    run: (db: Db) => listOrders(db, { ...no_order_filter, search, place: null }),
  })),
  {
    name: 'customers, by name',
    run: (db) => customersNamed(db, 'obi ada 777'),
  },
  {
    name: 'customers, by a name that all have',
    run: (db) => customersNamed(db, 'ada'),
  },
  ...(
    [
      ['number', '5000'],
      ['phone', '+234 800 000 0777'],
      ['name', 'obi ada 777'],
      ['a name that all have', 'ada'],
      ['dish', 'ewedu'],
      ['kitchen', 'iya alata'],
      ['reference', 'CHOW-1700000304939'],
      ['what nobody has', 'Zubairu Bello'],
    ] as const
  ).map(([by, search]) => ({
    name: `everything, by ${by}`,
    run: (db: Db) => findAnything(db, { role: 'admin', admin_role: 'owner' }, search),
  })),
  {
    name: 'orders, Cancelled, in the middle',
    run: (db, orders) =>
      listOrders(db, { filter: 'Cancelled', vendor_id: null, search: '', place: after(String(orders / 2)) }),
  },
  {
    name: 'analytics, a week',
    run: (db, orders) => figuresOf(db, { from: aWeekBefore(orders), until: lastOf(orders) }),
  },
  { name: 'analytics, who came back in half a year', run: (db, orders) => cohorts(db, lastOf(orders)) },
  { name: 'orders, how many of each status', run: (db) => countOrders(db) },
  { name: 'payouts, how many of each status', run: (db) => countPayouts(db) },
  { name: 'payouts, first page', run: (db) => listPayouts(db, { filter: 'All', place: null }) },
  {
    name: 'payouts, in the middle',
    run: (db, orders) => listPayouts(db, { filter: 'Paid', place: after(String(orders / 20)) }),
  },
  { name: 'transactions, first page', run: (db) => listTransactions(db, { search: '', place: null }) },
  {
    name: 'transactions, in the middle',
    run: (db, orders) => listTransactions(db, { search: '', place: after(`${momentOf(orders / 2)}~${orders / 2}`) }),
  },
  {
    name: 'transactions, by reference',
    run: (db) => listTransactions(db, { search: 'CHOW-1700000304939', place: null }),
  },
  {
    name: 'transactions, by the provider’s number',
    run: (db) => listTransactions(db, { search: '100004999', place: null }),
  },
  { name: 'differences, Open', run: (db) => listDifferences(db, { status: 'Open', place: null }) },
  {
    name: 'differences, Resolved, in the middle',
    run: (db, orders) => listDifferences(db, { status: 'Resolved', place: after(String(orders / 200)) }),
  },
  { name: 'review list, Open', run: (db) => listReviews(db, { status: 'Open', place: null }) },
  { name: 'review list, decided', run: (db) => listReviews(db, { status: 'Closed', place: null }) },
  { name: 'sent back by itself', run: (db) => listSentBack(db, { place: null }) },
  {
    name: 'audit log, first page',
    run: (db) => listAudit(db, { actor: '', action: '', subject: '', place: null }),
  },
  {
    name: 'audit log, one person, in the middle',
    run: (db, orders) =>
      listAudit(db, {
        actor: 'admin3@example.com',
        action: '',
        subject: '',
        place: after(String(orders / 8)),
      }),
  },
  {
    name: 'audit log, one order',
    run: (db) => listAudit(db, { actor: '', action: '', subject: 'order:4000', place: null }),
  },
]

/** Times every list of the admins with ten thousand orders and with a million (docs/promises.md#growth). */
export async function measureLists(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'chowgate-lists-'))
  // PostgreSQL does not run as root; its own user needs access.
  chmodSync(folder, 0o755)
  const postgres = await startPostgres({ data_dir: folder, log: () => {}, durable: false })
  const database = openDatabase(postgres.url, 2)
  try {
    await migrateDatabase(postgres.url)
    await fillCampus(database.db)
    await insertManyOrders(database.db, 1, FEW)
    const few = await timeAll(database.db, FEW)
    await insertManyOrders(database.db, FEW + 1, MANY)
    const many = await timeAll(database.db, MANY)
    return sectionOf(few, many)
  } finally {
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function timeAll(db: Db, orders: number): Promise<number[]> {
  await db.execute(sql.raw('set statement_timeout = 0'))
  // As the worker does, hour by hour.
  await closeCohortDays({ db, clock: { now: () => lastOf(orders) } })
  await db.execute(sql.raw('vacuum analyze'))
  const medians: number[] = []
  for (const ask of asks) {
    const sample: number[] = []
    for (let time = 0; time < TIMES; time++) {
      const began = performance.now()
      await ask.run(db, orders)
      sample.push(performance.now() - began)
    }
    medians.push(median(sample))
  }
  return medians
}

function sectionOf(few: readonly number[], many: readonly number[]): Section {
  const rows = asks.map(({ name }, place) => {
    const [before = 0, now = 0] = [few[place], many[place]]
    const kept = now <= before * TIMES_SLOWER + NOISE_MS
    return { kept, cells: [name, figure(before, 1), figure(now, 1), verdict(kept)] }
  })
  const text = [
    '## Lists of the admins',
    `Milliseconds from the question to the rows, the median of ${TIMES}. Promised: over a million orders at most ` +
      `twice as slow as over ten thousand (${NOISE_MS} ms are noise). A customer's name is slower the more orders it ` +
      'has, here a thousand of a million: each of them is looked at before the newest come first.',
    table(
      ['list', `${figure(FEW)} orders`, `${figure(MANY)} orders`, 'kept'],
      rows.map(({ cells }) => cells),
    ),
  ].join('\n\n')
  return { name: 'lists', text, failed: false }
}
