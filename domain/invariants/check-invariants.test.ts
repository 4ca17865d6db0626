import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseOfFile } from '../../test/database.ts'
import { movableClock } from '../clock.ts'
import { checkInvariants, lastCheck } from './check-invariants.ts'
import { invariant_checks } from './tables.ts'

const { db } = await databaseOfFile()
const clock = movableClock(new Date('2026-03-10T11:00:00Z'))
const deps = { db, clock }
const check = () => checkInvariants(deps)

test('one of several workers asks, and none again before it has rested', async () => {
  expect(await lastCheck(deps)).toBeNull()
  const asked = await Promise.all([check(), check(), check()])
  expect(asked.filter((one) => one !== null)).toEqual([[]])
  expect(await lastCheck(deps)).toEqual({ broken: 0, found: [], is_fresh: true })
  clock.advance(59)
  expect(await check()).toBeNull()
  clock.advance(1)
  expect(await check()).toEqual([])
})

test('what took long rests ten times as long, and counts as long', async () => {
  await db.update(invariant_checks).set({ took_ms: 120_000, next_at: clock.now() })
  clock.advance(39 * 60)
  expect(await lastCheck(deps)).toMatchObject({ is_fresh: true })
  clock.advance(2 * 60)
  expect(await lastCheck(deps)).toMatchObject({ is_fresh: false })
})

test('the longest check rests an hour, and what is broken a minute, however long it took', async () => {
  await db.update(invariant_checks).set({ took_ms: 1_000_000, next_at: clock.now() })
  clock.advance(119 * 60)
  expect(await lastCheck(deps)).toMatchObject({ is_fresh: false })
  await db.update(invariant_checks).set({ checked_at: clock.now() })
  clock.advance(119 * 60)
  expect(await lastCheck(deps)).toMatchObject({ is_fresh: true })
  expect(await check()).toEqual([])
})

test('what is wrong is written down, the first of it', async () => {
  await db.execute(sql`insert into messages (channel, dedupe_key, recipient, body, status, created_at)
    select 'mail', 'forgotten ' || n, '', '', 'Queued', now() from generate_series(1, 1100) n`)
  clock.advance(60)
  const found = await check()
  expect(found).toHaveLength(1000)
  const last = await lastCheck(deps)
  expect([last?.broken, last?.found.length, last?.found[0]?.invariant]).toEqual([1000, 50, 'I7'])
  await db.execute(sql`delete from messages`)
})

test('a worker that asked and died is given up, and one that cannot ask comes again after a minute', async () => {
  await db.update(invariant_checks).set({ next_at: new Date(clock.now().getTime() + 3_600_000) })
  expect(await check()).toBeNull()
  clock.advance(3600)
  expect(await check()).toEqual([])
  clock.advance(60)
  await db.execute(sql`alter table messages rename to hidden`)
  await expect(check()).rejects.toThrow()
  await db.execute(sql`alter table hidden rename to messages`)
  expect(await check()).toBeNull()
  clock.advance(60)
  expect(await check()).toEqual([])
})

test('a clock that was set back holds nothing up', async () => {
  const before = { db, clock: movableClock(new Date('2026-03-09T11:00:00Z')) }
  expect(await checkInvariants(before)).toEqual([])
})
