import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { riderEarnings } from '../domain/delivery/riders/rider-earnings.ts'
import { deliveries, riders } from '../domain/delivery/tables.ts'
import { keptPromises } from '../domain/delivery/windows/kept-promises.ts'
import { findViolations } from '../domain/invariants/invariants.ts'
import { order_history } from '../domain/orders/tables.ts'
import { payments } from '../domain/payments/tables.ts'
import { ratings } from '../domain/ratings/tables.ts'
import { readNewestCharges } from '../domain/reconciliation/read-newest.ts'
import { provider_transactions, reconciliation_cases } from '../domain/reconciliation/tables.ts'
import { listTransactions } from '../domain/reconciliation/transaction-list.ts'
import { compareNow } from '../test/provider-lists-under-test.ts'
import { type World, worldOfFile } from '../test/world.ts'
import { paidAtSandbox } from './past-charges.ts'
import { demo_riders } from './riders.ts'
import { fillDemoCampus } from './seed.ts'

const now = new Date('2026-03-10T13:00:00Z')
const world = await worldOfFile()
let database: World['database']

beforeAll(async () => {
  world.clock.set(now)
  database = world.database
  const none = {
    read: vi.fn(),
    readHere: vi.fn(),
    remove: vi.fn(),
    isBlank: vi.fn(),
    sizeOf: vi.fn(),
    readCard: vi.fn(),
    drawCard: vi.fn(),
  }
  const pictures = { store: vi.fn(), addressOf: vi.fn(), ...none }
  const provider = paidAtSandbox(world.deps.payments, world.sandbox.url)
  await fillDemoCampus({ db: database.db, pictures, provider, now, say: () => {} })
})

test('the books of the demo balance', async () => {
  expect(await findViolations(database.db)).toEqual([])
})

test('its riders carried two weeks of orders and earned by it', async () => {
  const [tunde] = await database.db.select().from(riders).where(eq(riders.email, 'rider@example.com'))
  expect(tunde).toMatchObject({ status: 'Active', name: 'Tunde Adebayo' })
  expect(tunde?.on_duty_since).not.toBeNull()
  const earnings = await riderEarnings(database.db, tunde?.user_id ?? '', now)
  expect(earnings.days.length).toBeGreaterThan(5)
  const every_status = await database.db.selectDistinct({ status: riders.status }).from(riders)
  expect(every_status.map(({ status }) => status).sort()).toEqual(['Active', 'Inactive', 'Pending'])
  expect(await database.db.$count(riders)).toBe(demo_riders.length)
})

test('most promises were kept, and something waits for a rider', async () => {
  const { delivered, kept } = await keptPromises(database.db, { from: new Date(0), until: now })
  expect(delivered).toBeGreaterThan(80)
  expect(kept / delivered).toBeGreaterThan(0.7)
  expect(kept / delivered).toBeLessThan(1)
  expect(await database.db.$count(deliveries, inArray(deliveries.status, ['Waiting']))).toBeGreaterThan(0)
})

test('what was paid stands in the list of the provider, and nothing differs from our books', async () => {
  const { db } = world.deps
  await readNewestCharges(world.deps)
  const paid = await db.$count(payments, eq(payments.provider, world.deps.payments.name))
  expect(paid).toBeGreaterThan(100)
  expect(await db.$count(payments)).toBe(paid)
  expect(await db.$count(provider_transactions, eq(provider_transactions.status, 'successful'))).toBe(paid)
  const { rows } = await listTransactions(db, { search: '', place: null })
  expect(rows).toHaveLength(25)
  await compareNow(world)
  expect(await db.select().from(reconciliation_cases)).toEqual([])
  expect(await findViolations(db)).toEqual([])
})

test('customers rated after they had eaten, at times of their own', async () => {
  const rated = await database.db
    .select({ rated_at: ratings.rated_at, delivered_at: order_history.moved_at })
    .from(ratings)
    .innerJoin(
      order_history,
      and(eq(order_history.order_id, ratings.order_id), eq(order_history.to_status, 'Delivered')),
    )
  expect(rated.length).toBeGreaterThan(50)
  for (const { rated_at, delivered_at } of rated) {
    expect(rated_at.getTime()).toBeGreaterThanOrEqual(delivered_at.getTime())
    expect(rated_at.getTime()).toBeLessThanOrEqual(now.getTime())
  }
  expect(new Set(rated.map(({ rated_at }) => rated_at.getTime())).size).toBeGreaterThan(rated.length / 2)
})
