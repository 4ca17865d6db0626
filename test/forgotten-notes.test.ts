import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { noteAdmins } from '../db/after-commit.ts'
import type { Tx } from '../db/handle.ts'
import { databaseOfFile } from './database.ts'

const { db } = await databaseOfFile()
const write = (tx: Tx) =>
  tx.execute(sql`insert into journals (kind, subject, recorded_at) values ('tried', gen_random_uuid()::text, now())`)

test('a commit without the note that its row owes is refused, and one with it stands', async () => {
  await expect(db.transaction((tx) => write(tx))).rejects.toThrow('a change for admins (journals)')
  await db.transaction(async (tx) => {
    await write(tx)
    noteAdmins(tx)
  })
  expect((await db.execute(sql`select from journals`)).rows).toHaveLength(1)
})
