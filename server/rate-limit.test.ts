import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { rate_limits } from '../domain/accounts/tables.ts'
import { pullBackDueTimes } from '../domain/pull-back-due-times.ts'
import { databaseOfFile } from '../test/database.ts'
import { createRateLimit } from './rate-limit.ts'

const START = new Date('2026-03-10T11:00:00Z')
const SECRET = 'secret-of-the-tests'

const database = await databaseOfFile()
beforeEach(() => {
  // The library reads the machine's clock; everything else keeps running.
  vi.useFakeTimers({ toFake: ['Date'], now: START })
})
afterEach(async () => {
  vi.useRealTimers()
  await database.db.delete(rate_limits)
})

async function attempts(
  { allow }: Pick<ReturnType<typeof createRateLimit>, 'allow'>,
  visitor: string,
  count: number,
): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, () => allow('picture_upload', visitor)))
  return answers.filter(Boolean).length
}

test('a visitor may do what the limit says, each visitor and each action for itself', async () => {
  const limit = createRateLimit(database.db, SECRET)
  expect(await attempts(limit, 'ada', 100)).toBe(60)
  expect(await attempts(limit, 'ada', 1)).toBe(0)
  expect(await attempts(limit, 'obi', 1)).toBe(1)
  expect(await limit.allow('checkout', 'ada')).toBe(true)
})

test('who is held is known without counting it, until the minute is over', async () => {
  const limit = createRateLimit(database.db, SECRET)
  await Promise.all(Array.from({ length: 29 }, () => limit.allow('unknown_code', 'ada')))
  expect(await limit.isHeld('unknown_code', 'ada')).toBe(false)
  expect(await limit.allow('unknown_code', 'ada')).toBe(true)
  expect(await limit.isHeld('unknown_code', 'ada')).toBe(true)
  expect(await limit.isHeld('unknown_code', 'obi')).toBe(false)
  vi.setSystemTime(START.getTime() + 60_001)
  expect(await limit.isHeld('unknown_code', 'ada')).toBe(false)
})

test('a minute later there is a new beginning, not a moment before', async () => {
  const limit = createRateLimit(database.db, SECRET)
  await attempts(limit, 'ada', 60)
  vi.setSystemTime(START.getTime() + 59_999)
  expect(await attempts(limit, 'ada', 1)).toBe(0)
  vi.setSystemTime(START.getTime() + 60_001)
  expect(await attempts(limit, 'ada', 100)).toBe(60)
})

test('a visitor who was at the limit is not held by a clock that went back', async () => {
  const limit = createRateLimit(database.db, SECRET)
  await attempts(limit, 'ada', 60)
  vi.setSystemTime(START.getTime() - 7_200_000)
  limit.unblock()
  await pullBackDueTimes(database.db, new Date(), { all: true })
  expect(await attempts(limit, 'ada', 100)).toBe(60)
})

test('several processes count together', async () => {
  const here = createRateLimit(database.db, SECRET)
  const there = createRateLimit(database.db, SECRET)
  expect(await attempts(here, 'ada', 40)).toBe(40)
  expect(await attempts(there, 'ada', 40)).toBe(20)
  expect(await attempts(here, 'ada', 1)).toBe(0)
})

test('what all ask the provider is one budget, of which each process takes some in advance', async () => {
  const there = openDatabase(database.url, 2)
  const processes = [createRateLimit(database.db, SECRET), createRateLimit(there.db, SECRET)]
  const execute = vi.spyOn(database.db, 'insert')
  const asked = async (count: number) => {
    const answers = processes.map(({ allow }) =>
      Promise.all(Array.from({ length: count }, () => allow('payment_question_in_all', ''))),
    )
    return (await Promise.all(answers)).flat().filter(Boolean).length
  }
  expect(await asked(150)).toBe(300)
  expect(execute.mock.calls.length).toBeLessThanOrEqual(2)
  execute.mockRestore()
  expect(await asked(11_000)).toBe(12_000 - 300)
  expect(await asked(1)).toBe(0)
  vi.setSystemTime(START.getTime() + 60_001)
  expect(await asked(1)).toBe(2)
  await there.close()
})

test('many visitors forget nobody, and no address is written down', async () => {
  const limit = createRateLimit(database.db, SECRET)
  await attempts(limit, '10.0.0.1', 60)
  await Promise.all(Array.from({ length: 2000 }, (_, number) => limit.allow('sign_in', `10.1.0.${number}`)))
  expect(await attempts(limit, '10.0.0.1', 1)).toBe(0)
  const rows = await database.db.select().from(rate_limits)
  expect(rows).toHaveLength(2001)
  expect(JSON.stringify(rows)).not.toContain('10.')
})

test('who is held costs no statement, and without a database each process counts for itself', async () => {
  const other = openDatabase(database.url, 2)
  const limit = createRateLimit(other.db, SECRET)
  expect(await attempts(limit, 'ada', 60)).toBe(60)
  await other.close()
  // With the database gone, a query would be counted from zero, in memory.
  expect(await attempts(limit, 'ada', 1)).toBe(0)
  expect(await attempts(limit, 'obi', 100)).toBe(60)
})
