import { sql } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { afterAll, expect, test, vi } from 'vitest'
import { system_clock } from '../../domain/clock.ts'
import { createTestDatabase } from '../../test/database.ts'
import { type AppServices, services_context } from '../services.ts'
import { loader } from './health.ts'

const database = await createTestDatabase()
afterAll(() => database.close())

async function health(db: AppServices['db']): Promise<{ status: number; body: unknown }> {
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const context = new RouterContextProvider()
  context.set(services_context, { db, log, clock: system_clock } as unknown as AppServices)
  const answer = await loader({ context })
  return { status: answer.status, body: await answer.json() }
}

test('invariants that take too long are unknown, which is not an outage', async () => {
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`lock table payments in access exclusive mode`)
    expect(await health(database.db)).toEqual({
      status: 200,
      body: { database: 'ok', invariants: 'unknown', broken: [] },
    })
  })
  await vi.waitFor(
    async () =>
      expect(await health(database.db)).toEqual({
        status: 200,
        body: { database: 'ok', invariants: 'ok', broken: [] },
      }),
    { timeout: 20_000 },
  )
})

test('a database that is gone is an outage', async () => {
  const gone = await createTestDatabase()
  await gone.close()
  expect(await health(gone.db)).toEqual({ status: 503, body: { database: 'unreachable' } })
})
