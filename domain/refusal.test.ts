import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseOfFile } from '../test/database.ts'
import { orUndone, type Undo } from './refusal.ts'

const { db } = await databaseOfFile()
const key = 'tried'
const written = async () => (await db.execute(sql`select from settings where key = ${key}`)).rows.length

/** Writes a row, and takes it back with what is given, if anything is. */
const write = (no: string | null) =>
  orUndone((undo: Undo<string>) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`insert into settings (key, value, updated_at) values (${key}, '{}', now())`)
      return no === null ? ('done' as const) : undo(no)
    }),
  )

test('a transaction that finds out late that it is refused leaves nothing, and answers why', async () => {
  expect(await write('too late')).toBe('too late')
  expect(await written()).toBe(0)
  expect(await write(null)).toBe('done')
  expect(await written()).toBe(1)
})

test('what fails otherwise is thrown', async () => {
  await expect(orUndone(() => Promise.reject(new Error('The database is away')))).rejects.toThrow('is away')
})
