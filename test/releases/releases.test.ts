import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateDatabase } from '../../db/migrate.ts'
import { movableClock } from '../../domain/clock.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { logIn } from '../sign-in.ts'
import { startTestApp, type TestApp } from '../start-app.ts'
import {
  migrateToRelease,
  migrationTags,
  type Rows,
  recordOf,
  releases,
  rowsOf,
  tablesOf,
  writeRows,
} from './released.ts'

/** That every row is there that was written. */
async function countRows(of: TestDatabase, rows: Rows): Promise<void> {
  for (const [name, written] of Object.entries(rows)) {
    const found = await of.db.execute(sql`select count(*)::int as count from ${sql.identifier(name)}`)
    expect({ name, ...found.rows[0] }).toEqual({ name, count: written.length })
  }
}

describe.each(releases())('what %s wrote', (release) => {
  const rows = rowsOf(release)
  let database: TestDatabase
  let app: TestApp | undefined
  beforeAll(async () => {
    database = await createTestDatabase(10, 'template1')
    await migrateToRelease(database.url, release)
    await writeRows(database.db, rows, () => null)
    await migrateDatabase(database.url)
  })
  afterAll(() => app?.stop() ?? database?.close())

  test('is there after every migration since, and the money adds up', async () => {
    await countRows(database, rows)
    expect(await findViolations(database.db)).toEqual([])
  })

  test('is found again by everybody who was there', async () => {
    app = await startTestApp(undefined, movableClock(recordOf(release).at), database, { works: false })
    const { url } = app
    const shows = async (path: string, text: unknown, email?: unknown) => {
      const cookie = email ? await logIn(url, String(email)) : ''
      expect(await (await fetch(url + path, { headers: { cookie } })).text(), path).toContain(String(text))
    }
    const all = (table: string, is: (row: Record<string, unknown>) => boolean) => (rows[table] ?? []).filter(is)
    const of = (table: string, is: (row: Record<string, unknown>) => boolean) => all(table, is)[0] ?? {}
    const newest = (status: string) =>
      all('orders', (row) => row.status === status).sort((one, other) => Number(other.id) - Number(one.id))
    const emailOf = (id: unknown) => of('users', (user) => user.id === id).email
    const order = newest('Delivered')[0] ?? {}
    const nameOf = (id: unknown) => of('vendors', ({ user_id }) => user_id === id).name
    const vendor = nameOf(order.vendor_id)
    const payout = of('payouts', ({ status, vendor_id }) => status === 'Pending' && vendor_id !== null)
    const { rider_id } = of('deliveries', ({ order_id }) => order_id === order.id)
    const admin = of('users', ({ role }) => role === 'admin').email
    const pending = newest('Pending')
    const waiting = pending.find(({ vendor_id }) => vendor_id === order.vendor_id) ?? pending[0] ?? {}
    const [dish] = waiting.items as { name: string }[]
    await shows(`/track/${of('order_keys', ({ order_id }) => order_id === order.id).track_token}`, vendor)
    await shows('/admin/orders', vendor, admin)
    await shows('/admin/payout', nameOf(payout.vendor_id), admin)
    await shows('/vendor-order', dish?.name, emailOf(waiting.vendor_id))
    await shows('/rider/history', vendor, emailOf(rider_id))
  }, 120_000)
})

describe('while a release is rolled out, the code of the one before', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database?.close())
  const before = releases().at(-1) ?? ''
  const known = new Map(tablesOf(before).map(({ name, columns }) => [name, columns]))

  test('writes into the new tables what it knows', async () => {
    const rows = rowsOf(before)
    await writeRows(database.db, rows, (table) => [...(known.get(table)?.keys() ?? [])])
    await countRows(database, rows)
  })

  test('reads from them what it knows, in the types that it knows', async () => {
    const { rows } = await database.db.execute<{ table: string; column: string; type: string }>(sql`
      select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type
        from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`)
    const plain = (type?: string) => type?.replaceAll(' ', '')
    const now = new Map(rows.map(({ table, column, type }) => [`${table}.${column}`, type]))
    const missing = [...known].flatMap(([table, columns]) =>
      [...columns].flatMap(([column, type]) => {
        const is = now.get(`${table}.${column}`)
        return plain(is) === plain(type) ? [] : [`${table}.${column}: ${type}, now ${is ?? 'gone'}`]
      }),
    )
    expect(missing, `The code of ${before} knows these, and runs beside this one while it is rolled out.`).toEqual([])
  })
})

test('a release is named after a migration that there is', () => {
  expect(releases().filter((release) => !migrationTags().includes(release))).toEqual([])
})
