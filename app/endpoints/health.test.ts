import { sql } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { afterAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { probeWrites } from '../../db/probe-writes.ts'
import { type Clock, movableClock, system_clock } from '../../domain/clock.ts'
import { checkInvariants } from '../../domain/invariants/check-invariants.ts'
import { createTestDatabase } from '../../test/database.ts'
import { type AppServices, services_context } from '../services.ts'
import { loader } from './health.ts'

const database = await createTestDatabase()
afterAll(() => database.close())

async function health(
  db: AppServices['db'],
  { clock = system_clock, probe = () => probeWrites(db) }: { clock?: Clock; probe?: () => Promise<void> } = {},
): Promise<{ status: number; body: unknown }> {
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const context = new RouterContextProvider()
  context.set(services_context, {
    db,
    log,
    clock,
    probeWrites: probe,
  } as unknown as AppServices)
  const answer = await loader({ context })
  return { status: answer.status, body: await answer.json() }
}

test('invariants of which no worker said anything lately are unknown, no outage; broken ones are one', async () => {
  const { db } = database
  const clock = movableClock(new Date('2026-03-10T11:00:00Z'))
  const said = async (invariants: string, status: number, broken: string[] = []) =>
    expect(await health(db, { clock })).toEqual({ status, body: { database: 'ok', invariants, broken } })
  await said('unknown', 200)
  await checkInvariants({ db, clock })
  await said('ok', 200)
  await db.execute(sql`insert into messages (channel, dedupe_key, recipient, body, status, created_at)
    values ('mail', 'forgotten', '', '', 'Queued', now())`)
  clock.advance(61)
  await checkInvariants({ db, clock })
  await said('broken', 503, ['I7'])
  await db.execute(sql`delete from messages`)
  clock.advance(61)
  await checkInvariants({ db, clock })
  await said('ok', 200)
  clock.advance(20 * 60)
  await said('unknown', 200)
})

test('a database that is gone is an outage', async () => {
  const gone = await createTestDatabase()
  await gone.close()
  expect(await health(gone.db)).toEqual({ status: 503, body: { database: 'unreachable' } })
})

test('a database that answers but accepts no writes is an outage', async () => {
  // As on a disk that is full: there is no room for a file.
  const full = await createTestDatabase()
  await full.db.execute(sql`do $$ begin
    execute format('alter database %I set temp_file_limit = 0', current_database());
  end $$`)
  const after_that = openDatabase(full.url, 2)
  expect(await health(after_that.db)).toEqual({ status: 503, body: { database: 'cannot write' } })
  await after_that.close()
  await full.close()
})

test('a monitor does not wait for a busy database, and learns soon when it is gone', async () => {
  const busy = await createTestDatabase()
  const clock = movableClock(new Date('2026-03-10T11:00:00Z'))
  expect(await health(busy.db, { clock })).toMatchObject({ status: 200 })
  clock.advance(5)
  const { promise: asked, reject: fail } = Promise.withResolvers<void>()
  const probe = vi.fn(() => asked)
  expect(await health(busy.db, { clock, probe })).toMatchObject({ status: 200 })
  expect(await health(busy.db, { clock, probe })).toMatchObject({ status: 200 })
  expect(probe).toHaveBeenCalledOnce()
  // Too long ago to count.
  clock.advance(10)
  const waits = health(busy.db, { clock, probe })
  fail(new Error('gone'))
  expect(await waits).toMatchObject({ status: 503 })
  expect(await health(busy.db, { clock, probe })).toMatchObject({ status: 503 })
  await busy.close()
})
