import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keptPromises } from '../../domain/delivery/promise.ts'
import { riderEarnings } from '../../domain/delivery/rider-earnings.ts'
import { deliveries, riders } from '../../domain/delivery/tables.ts'
import { findViolations } from '../../domain/payments/invariants.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { demo_riders } from './riders.ts'
import { fillDemoCampus } from './seed.ts'

// The pictures take longer than everything else, and this is about the people.
vi.mock('./picture-book.ts', () => ({ openPictureBook: () => ({ addressOf: async () => null }) }))

const now = new Date('2026-03-10T13:00:00Z')
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const pictures = { store: vi.fn(), addressOf: vi.fn(), read: vi.fn(), remove: vi.fn() }
  await fillDemoCampus({ db: database.db, pictures, now, say: () => {} })
})
afterAll(() => database.close())

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
