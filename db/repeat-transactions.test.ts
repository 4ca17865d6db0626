import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { databaseOfFile } from '../test/database.ts'

const database = await databaseOfFile()
beforeAll(async () => {
  await database.db.execute(sql`create table counters (name text primary key, value int not null)`)
  await database.db.execute(sql`insert into counters values ('one', 0), ('other', 0)`)
})

const count = (name: string) => sql`update counters set value = value + 1 where name = ${name}`

test('two transactions that lock each other out are both done, and nobody is shown a deadlock', async () => {
  let attempts = 0
  const both_hold_one = Promise.withResolvers<void>()
  let holding = 0
  const take = (first: string, second: string) =>
    database.db.transaction(async (tx) => {
      attempts++
      await tx.execute(count(first))
      if (++holding === 2) both_hold_one.resolve()
      await both_hold_one.promise
      await tx.execute(count(second))
    })
  await Promise.all([take('one', 'other'), take('other', 'one')])
  expect(attempts).toBe(3)
  const { rows } = await database.db.execute(sql`select value from counters`)
  expect(rows).toEqual([{ value: 2 }, { value: 2 }])
})

test('a serialization failure is repeated, at most five times in all', async () => {
  let attempts = 0
  const failing = database.db.transaction(async (tx) => {
    attempts++
    await tx.execute(sql`do $$ begin raise exception 'undone' using errcode = '40001'; end $$`)
  })
  await expect(failing).rejects.toThrow()
  expect(attempts).toBe(5)
})

test('every other error is told at once', async () => {
  let attempts = 0
  const failing = database.db.transaction(async (tx) => {
    attempts++
    await tx.execute(sql`insert into counters values ('one', 0)`)
  })
  await expect(failing).rejects.toThrow()
  expect(attempts).toBe(1)
})
