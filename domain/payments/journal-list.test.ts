import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseOfFile } from '../../test/database.ts'
import { LUNCH_TIME } from '../../test/world.ts'
import { type CampusMonth, campusMonth } from '../clock.ts'
import { journalsOfMonth, type ListedJournal, listJournals } from './journal-list.ts'
import { journals } from './tables.ts'

const { db } = await databaseOfFile(1)
const [february, march] = [campusMonth('2026-02'), campusMonth('2026-03')]
if (!february || !march) throw new Error('no month')

async function portionsOf(month: CampusMonth) {
  const portions: ListedJournal[][] = []
  for await (const portion of journalsOfMonth(db, month)) portions.push(portion)
  return portions
}

test('a month in which nothing happened is one empty page', async () => {
  expect(await listJournals(db, february, null)).toEqual({ rows: [], after: null, before: null })
  expect(await portionsOf(february)).toEqual([[]])
})

test('a month of many journals is read in portions, each journal once, also where all are of one moment', async () => {
  // None of them moved anything.
  await db.execute(sql`insert into ${journals} (kind, subject, recorded_at)
    select 'payment_received', 'payment:' || number, ${LUNCH_TIME} from generate_series(1, 1001) number`)
  const portions = await portionsOf(march)
  expect(portions.map((portion) => portion.length)).toEqual([500, 500, 1])
  expect(portions.flat().map(({ subject }) => subject)).toEqual(
    Array.from({ length: 1001 }, (_, place) => `payment:${1001 - place}`),
  )
  expect(portions.flat().every(({ entries }) => entries.length === 0)).toBe(true)
})
