import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateDatabase } from '../../db/migrate.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { logIn } from '../sign-in.ts'
import { startTestApp, type TestApp } from '../start-app.ts'

/**
 * What the code of the baseline wrote, table by table: an order that was delivered and rated, one that was rejected and
 * paid back, one that waits, a payout that was asked for, and the people around them.
 */
const written = JSON.parse(readFileSync(new URL('rows.json', import.meta.url), 'utf8')) as Record<string, object[]>
const TRACK_TOKEN = 'n9q-66bOlEfHnD-d'

let database: TestDatabase
let app: TestApp | undefined

beforeAll(async () => {
  database = await createTestDatabase(10, 'template1')
  await migrateToBaseline(database.url)
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const [name, rows] of Object.entries(written)) {
      const table = sql.identifier(name)
      await tx.execute(sql`insert into ${table} overriding system value
        select * from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`)
    }
  })
  await goOnCounting()
  await migrateDatabase(database.url)
})
afterAll(() => app?.stop() ?? database?.close())

/** Brings an empty database to where the first release left it. */
async function migrateToBaseline(url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'chowgate-baseline-'))
  cpSync(fileURLToPath(new URL('../../db/migrations', import.meta.url)), folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }))
  await migrateDatabase(url, folder).finally(() => rmSync(folder, { recursive: true }))
}

/** Ids that were used are not given again. */
async function goOnCounting(): Promise<void> {
  const { rows } = await database.db.execute<{ table_name: string }>(sql`
    select table_name from information_schema.columns where is_identity = 'YES' and column_name = 'id'
      and table_schema = 'public'`)
  for (const { table_name } of rows) {
    await database.db.execute(sql`select setval(pg_get_serial_sequence(${table_name}, 'id'),
      coalesce((select max(id) from ${sql.identifier(table_name)}), 0) + 1, false)`)
  }
}

test('every row of the baseline is there, and the money adds up', async () => {
  for (const [name, rows] of Object.entries(written)) {
    const found = await database.db.execute(sql`select count(*)::int as count from ${sql.identifier(name)}`)
    expect({ name, ...found.rows[0] }).toEqual({ name, count: rows.length })
  }
  expect(await findViolations(database.db)).toEqual([])
})

test('who was there finds everything again', async () => {
  app = await startTestApp(undefined, undefined, database)
  const { url } = app
  const shows = async (path: string, text: string, email?: string) => {
    const cookie = email ? await logIn(url, email) : ''
    return (await (await fetch(url + path, { headers: { cookie } })).text()).includes(text)
  }
  expect(await shows(`/track/${TRACK_TOKEN}`, 'Iya Bose Buka')).toBe(true)
  expect(await shows('/admin/orders', 'Suya Spot', 'admin@example.com')).toBe(true)
  expect(await shows('/admin/payout', 'Iya Bose Buka', 'admin@example.com')).toBe(true)
  expect(await shows('/vendor-order', 'Jollof Rice', 'suya@example.com')).toBe(true)
  expect(await shows('/rider/history', 'Iya Bose Buka', 'rider@example.com')).toBe(true)
})
