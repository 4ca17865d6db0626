import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { databaseOfFile, type TestDatabase } from '../test/database.ts'
import { openDatabase } from './open.ts'

const POOL_SIZE = 3

const database = await databaseOfFile(POOL_SIZE)

const backend = async (db: Pick<TestDatabase['db'], 'execute'>): Promise<number> => {
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  return rows[0]?.pid ?? 0
}

const answers = async () => (await database.db.execute(sql`select 1 as one`)).rows

async function endBackend(pid: number): Promise<void> {
  const other = openDatabase(inject('postgres_admin_url'), 1)
  await other.db.execute(sql`select pg_terminate_backend(${pid})`)
  await other.close()
}

test('a connection that dies inside a transaction ends that one only, and leaves its place in the pool', async () => {
  for (let round = 0; round < POOL_SIZE * 2; round++) {
    const transaction = database.db.transaction(async (tx) => {
      await endBackend(await backend(tx))
      // The server's message about it arrives between two queries.
      await new Promise((resolve) => setTimeout(resolve, 20))
      await tx.execute(sql`select 1`)
    })
    await expect(transaction).rejects.toThrow()
    expect(await answers()).toEqual([{ one: 1 }])
  }
  expect(database.pool.totalCount).toBeLessThanOrEqual(POOL_SIZE)
})

test('a connection that dies under a statement fails that statement only', async () => {
  const asked = database.db.transaction(async (tx) => {
    const pid = await backend(tx)
    const slow = tx.execute(sql`select pg_sleep(60)`)
    await Promise.all([slow, endBackend(pid)])
  })
  await expect(asked).rejects.toThrow()
  expect(await answers()).toEqual([{ one: 1 }])
})

test('transactions that find their connection dead when they begin do not use the pool up', async () => {
  for (let round = 0; round < POOL_SIZE * 2; round++) {
    const client = await database.pool.connect()
    client.release()
    // As if the connection broke at the moment when it is taken from the pool.
    database.pool.once('acquire', (taken) => Reflect.get(taken, 'connection').stream.destroy())
    await expect(database.db.transaction(async () => {})).rejects.toThrow()
  }
  expect(await answers()).toEqual([{ one: 1 }])
})
