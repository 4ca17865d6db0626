import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { vendors } from '../domain/catalog/tables.ts'
import { kobo } from '../domain/money.ts'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { anyOf } from './columns.ts'
import { type Given, idList, inSet, isOneOf, kept } from './kept-statement.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  built = 0
})

type Vendor = typeof vendors.$inferInsert

let built = 0
const insertVendors = kept((db, given: Given<Pick<Vendor, 'paused_until'>>, rows: readonly Given<Vendor>[]) => {
  built++
  return db
    .insert(vendors)
    .values(rows.map((row) => ({ ...row, ...given })))
    .returning()
})
const vendorsOf = kept((db, { ids }: Given<{ ids: string[] }>) =>
  db.select().from(vendors).where(anyOf(vendors.user_id, ids)).orderBy(vendors.id),
)
const rename = kept((db, { id, ...given }: Given<{ id: string; name: string | null; opened_at: Date | null }>) =>
  db
    .update(vendors)
    .set(inSet(given))
    .where(eq(vendors.user_id, id))
    .returning({ name: vendors.name, opened_at: vendors.opened_at }),
)

const vendor = (): Vendor => ({ user_id: randomUUID(), email: 'kitchen@example.com' })
const noon = new Date('2026-03-10T11:00:00.250Z')

test('values are stored as Drizzle stores them: money, instants, JSON, nothing, and what has a default', async () => {
  const { db } = database
  const [full, empty] = [vendor(), vendor()]
  const hours = [[{ opens: '08:00', closes: '20:00' }], [], [], [], [], [], []] as Vendor['week_hours']
  const rows = [
    { ...full, name: 'Iya', avg_price: kobo(1_850_50), week_hours: hours ?? null },
    { ...empty, name: null, avg_price: null, week_hours: null },
  ]
  const stored = await insertVendors(db, { paused_until: noon }, rows)
  const plain = await db.select().from(vendors).where(eq(vendors.user_id, full.user_id))
  expect(stored[0]).toEqual(plain[0])
  expect(stored).toMatchObject(rows.map((row) => ({ ...row, paused_until: noon, status: 'Pending' })))
  const { rows: json } = await db.execute(sql`select 1 from vendors where week_hours = 'null'::jsonb`)
  expect(json).toEqual([])
})

test('it is built once for each number of rows, and asked with other values', async () => {
  const { db } = database
  for (const many of [1, 2, 1, 2, 2]) {
    const rows = Array.from({ length: many }, vendor)
    const stored = await insertVendors(db, { paused_until: null }, rows)
    const ids = rows.map(({ user_id }) => user_id)
    expect(stored.map(({ user_id }) => user_id)).toEqual(ids)
    expect(await vendorsOf(db, { ids })).toEqual(stored)
  }
  expect(built).toBe(2)
})

test('a value that is left out is another statement, so that the default counts', async () => {
  const { db } = database
  await insertVendors(db, { paused_until: null }, [{ ...vendor(), preparation_minutes: 5 }])
  const [usual] = await insertVendors(db, { paused_until: null }, [{ ...vendor(), preparation_minutes: undefined }])
  expect(usual?.preparation_minutes).toBe(15)
})

test('it is asked where it is told to: within a transaction, and undone with it', async () => {
  const { db } = database
  const [known] = await insertVendors(db, { paused_until: null }, [vendor()])
  const id = known?.user_id ?? ''
  await db
    .transaction(async (tx) => {
      expect(await rename(tx, { id, name: 'Iya', opened_at: noon })).toEqual([{ name: 'Iya', opened_at: noon }])
      expect((await vendorsOf(db, { ids: [id] }))[0]?.name).toBeNull()
      expect((await vendorsOf(tx, { ids: [id] }))[0]?.name).toBe('Iya')
      throw new Error('undone')
    })
    .catch(() => {})
  expect((await vendorsOf(db, { ids: [id] }))[0]?.name).toBeNull()
})

test('many at once do not mix their values', async () => {
  const { db } = database
  const stored = await insertVendors(db, { paused_until: null }, Array.from({ length: 20 }, vendor))
  await Promise.all(stored.map(({ user_id: id }) => rename(db, { id, name: id, opened_at: null })))
  const names = await vendorsOf(db, { ids: stored.map(({ user_id }) => user_id) })
  expect(names.map(({ name }) => name)).toEqual(stored.map(({ user_id }) => user_id))
})

test('a list of ids is a text for each of four lengths and one for all others, however long', async () => {
  const named = kept((db, { ids }: Given<{ ids?: readonly string[] }>, few: readonly Given<{ id: string }>[]) => {
    built++
    return db
      .select({ id: vendors.user_id })
      .from(vendors)
      .where(isOneOf(vendors.user_id, ids, few))
      .orderBy(vendors.id)
  })
  const known = await insertVendors(database.db, { paused_until: null }, [vendor(), vendor()])
  const ids = known.map(({ user_id }) => user_id)
  built = 0
  for (const others of [0, 1, 2, 3, 10, 50]) {
    const asked = [...ids, ...Array.from({ length: others }, () => randomUUID())]
    expect((await named(database.db, ...idList(asked))).map(({ id }) => id)).toEqual(ids)
  }
  expect(await named(database.db, ...idList([]))).toEqual([])
  // Two, three and four; and one for all that are longer or empty.
  expect(built).toBe(4)
})
