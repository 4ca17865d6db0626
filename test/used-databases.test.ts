import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '../db/handle.ts'
import { openDatabase } from '../db/open.ts'
import { createTestDatabase } from './database.ts'
import { TEMPLATE } from './postgres-for-tests.ts'
import { insertVendor } from './world.ts'

/** Every row of every table, and how far every sequence is. */
async function everything(db: Db) {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`)
  const all: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(sql`select t::text as row from ${sql.identifier(name)} t`)
    all[name] = rows.map(({ row }) => row).sort()
  }
  const { rows: sequences } = await db.execute(
    sql`select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
  )
  return { all, sequences }
}

test('one that was used is as new for the next: rows, what the campus is, and where numbers begin', async () => {
  const used = await createTestDatabase(2)
  const before = await everything(used.db)
  await insertVendor(used.db)
  await used.db.execute(sql`delete from ways`)
  await used.db.execute(sql`update places set name = name || ' that was'`)
  await used.db.execute(sql`insert into places (name, kind, latitude, longitude) values ('New', 'hall', 7.3, 5.1)`)
  expect(await everything(used.db)).not.toEqual(before)
  const left_open = openDatabase(used.url, 1)
  await left_open.db.execute(sql`begin`)
  await left_open.db.execute(sql`update places set name = name || '?'`)
  await used.close()

  const next = await createTestDatabase(2)
  expect(next.url).toBe(used.url)
  const fresh = await createTestDatabase(2, TEMPLATE)
  expect(await everything(next.db)).toEqual(await everything(fresh.db))
  expect(await everything(next.db)).toEqual(before)
  const { rows } = await next.db.execute(sql`select deadlocks::int from pg_stat_database
    where datname = current_database()`)
  expect(rows).toEqual([{ deadlocks: 0 }])
  await Promise.all([left_open.close(), next.close(), fresh.close()])
})

test.each([
  ['has another table', sql`create table more (id int)`],
  ['has another rule', sql`alter table vendors drop constraint vendors_pkey cascade`],
  ['was without a trigger', sql`alter table orders disable trigger user; alter table orders enable trigger user`],
  ['is large', sql`insert into settings (key, value) select g || repeat('.', 900), '1' from generate_series(1, 6000) g`],
])('one that %s is not used again', async (_, change) => {
  const used = await createTestDatabase(1)
  await used.db.execute(change)
  await used.close()
  const next = await createTestDatabase(1)
  expect(next.url).not.toBe(used.url)
  const name = new URL(used.url).pathname.slice(1)
  const { rows } = await next.db.execute(sql`select datname from pg_database where datname = ${name}`)
  expect(rows).toEqual([])
  await next.close()
})
