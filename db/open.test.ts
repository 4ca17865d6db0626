import { sql } from 'drizzle-orm'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { databaseOfFile, type TestDatabase } from '../test/database.ts'
import { startHangingLine } from '../test/hanging-line.ts'
import { namesOfOftenAsked, preparingClient } from './often-asked.ts'
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

describe('a server that vanishes without a word', () => {
  const SILENT_MS = 500
  const one = (db: Pick<TestDatabase['db'], 'execute'>) => db.execute(sql`select 1 as one`)

  /** The same database behind a line that can hang, with little patience. */
  async function behindLine() {
    const line = await startHangingLine(database.url)
    const url = new URL(database.url)
    // The test's PostgreSQL would be reached by its socket, past this line.
    url.search = ''
    url.hostname = '127.0.0.1'
    url.port = new URL(line.url).port
    const behind = openDatabase(url.href, 1, preparingClient(namesOfOftenAsked(), SILENT_MS))
    onTestFinished(async () => {
      line.mend()
      await behind.close()
      await line.close()
    })
    return { line, db: behind.db }
  }

  test('fails what waits for it, and leaves its place in the pool', async () => {
    const { line, db } = await behindLine()
    await one(db)
    line.hangAfter('down', 0)
    await expect(one(db)).rejects.toThrow()
    line.mend()
    expect((await one(db)).rows).toEqual([{ one: 1 }])
    const transaction = db.transaction(async (tx) => {
      await one(tx)
      line.hangAfter('down', 0)
      await one(tx)
    })
    await expect(transaction).rejects.toThrow()
    line.mend()
    expect((await one(db)).rows).toEqual([{ one: 1 }])
  })

  test('is told from one that may take longer', async () => {
    const { db } = await behindLine()
    const slow = (sleeper: Pick<TestDatabase['db'], 'execute'>) => sleeper.execute(sql`select pg_sleep(1)`)
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`)
      await slow(tx)
    })
    await expect(slow(db)).rejects.toThrow()
    expect((await one(db)).rows).toEqual([{ one: 1 }])
  })
})
