import { expect, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { databaseOfFile } from '../test/database.ts'
import { reservedTurns } from './reserved-turns.ts'

const database = await databaseOfFile()

/** Far apart, so that the time a statement takes does not count. */
const every_ms = 60_000

const inMinutes = (wait_ms: number | null) => (wait_ms === null ? null : Math.round(wait_ms / every_ms))

test('two processes take turns, at most three wait, and each service has turns of its own', async () => {
  const other = openDatabase(database.url, 2)
  const here = reservedTurns(database.db, 'maps', { every_ms, most_waiting: 3 })
  const there = reservedTurns(other.db, 'maps', { every_ms, most_waiting: 3 })
  const waits: (number | null)[] = []
  for (const reserve of [here, there, there, here, there, here]) waits.push(inMinutes(await reserve()))
  expect(waits).toEqual([0, 1, 2, 3, null, null])
  expect(inMinutes(await reservedTurns(other.db, 'others', { every_ms, most_waiting: 3 })())).toBe(0)
  await other.close()
})

test('of the same turns some are kept for what may wait longer', async () => {
  const phones = reservedTurns(database.db, 'kept', { every_ms, most_waiting: 1 })
  const orders = reservedTurns(database.db, 'kept', { every_ms, most_waiting: 3 })
  const waits: (number | null)[] = []
  for (const reserve of [phones, phones, phones, orders, phones, orders, orders]) waits.push(inMinutes(await reserve()))
  expect(waits).toEqual([0, 1, null, 2, null, 3, null])
})

test('who asks at the same moment gets different turns', async () => {
  const reserve = reservedTurns(database.db, 'at once', { every_ms, most_waiting: 9 })
  const waits = await Promise.all(Array.from({ length: 12 }, reserve))
  const sorted = waits.map(inMinutes).toSorted((one, other) => (one ?? 99) - (other ?? 99))
  expect(sorted).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, null, null])
})

test('turns that nobody took are not saved up', async () => {
  const reserve = reservedTurns(database.db, 'quick', { every_ms: 1, most_waiting: 1000 })
  await reserve()
  await new Promise((resolve) => setTimeout(resolve, 20))
  const slow = reservedTurns(database.db, 'quick', { every_ms, most_waiting: 3 })
  expect([inMinutes(await slow()), inMinutes(await slow())]).toEqual([0, 1])
})
