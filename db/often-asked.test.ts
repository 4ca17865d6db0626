import { eq, inArray, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '../domain/settings/tables.ts'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { namesOfOftenAsked, preparingClient } from './often-asked.ts'

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase(1)
  pool = new pg.Pool({
    connectionString: database.url,
    max: 1,
    Client: preparingClient(namesOfOftenAsked(3)),
  })
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

const saved = (db: ReturnType<typeof drizzle>, key: string) =>
  db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))

const prepared = async () =>
  (await pool.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
    ({ statement }) => statement,
  )

test('what is asked often is prepared, and answers as before', async () => {
  const db = drizzle(pool)
  await db.insert(settings).values([
    { key: 'one', value: 1 },
    { key: 'two', value: 2 },
  ])
  const keys = ['one', 'two', 'none', 'one', 'two', 'none']
  const answers = []
  for (const key of keys) answers.push(await saved(db, key))
  expect(answers).toEqual([[{ value: 1 }], [{ value: 2 }], [], [{ value: 1 }], [{ value: 2 }], []])
  expect(await prepared()).toEqual([expect.stringContaining('from "settings" where "settings"."key" = $1')])
})

test('what fails is asked again as if nothing had been prepared', async () => {
  const db = drizzle(pool)
  for (let attempt = 0; attempt < 5; attempt++) {
    await expect(
      db.transaction(async (tx) => {
        await expect(tx.execute(sql`select 1 / ${0}::int`)).rejects.toThrow()
        await tx
          .select()
          .from(settings)
          .where(inArray(settings.key, ['one', 'two']))
      }),
    ).rejects.toThrow()
  }
  expect(
    await db
      .select()
      .from(settings)
      .where(inArray(settings.key, ['one', 'two'])),
  ).toHaveLength(2)
})

test('statements that are asked now and then, or have no values, have no name', () => {
  const nameOf = namesOfOftenAsked(3)
  expect(['a', 'b', 'a', 'b', 'a', 'a', 'b'].map(nameOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    'often_1',
    'often_1',
    'often_2',
  ])
})

test('what has no values is prepared too, if it has a plan', async () => {
  const db = drizzle(pool)
  for (let time = 0; time < 4; time++) {
    await db.transaction((tx) => tx.select({ key: settings.key }).from(settings))
  }
  const all = await prepared()
  expect(all).toContain('select "key" from "settings"')
  expect(all.filter((text) => /^(begin|commit)/.test(text))).toEqual([])
})
