import { afterEach, expect, test } from 'vitest'
import { databaseOfFile } from '../../test/database.ts'
import { campusMonth } from '../clock.ts'
import { findViolations } from '../invariants/invariants.ts'
import { kobo } from '../money.ts'
import { closeMonths, lastClosedMonth } from './close-months.ts'
import { accounts, bookJournal } from './ledger.ts'
import { account_months } from './tables.ts'

const { db } = await databaseOfFile(1)

afterEach(async () => expect(await findViolations(db)).toEqual([]))

const closeAt = (now: string) => closeMonths({ db, clock: { now: () => new Date(now) } })

/** The first of its file, as there are no journals yet. */
test('books in which nothing was written have no month to close', async () => {
  expect(await closeAt('2026-03-10T11:00:00Z')).toBe(0)
  expect(await lastClosedMonth(db)).toBeNull()
})

test('every month since the first journal is closed in one go, also past one in which nothing happened', async () => {
  const book = (number: number, recorded_at: string, fee: number) =>
    db.transaction((tx) =>
      bookJournal(tx, {
        kind: 'provider_fee_known',
        subject: `payment:${number}`,
        recorded_at: new Date(recorded_at),
        entries: [
          { account: accounts.provider_fees, amount: kobo(fee) },
          { account: accounts.delivery_fees, amount: kobo(-fee) },
        ],
      }),
    )
  await book(1, '2025-12-05T09:00:00Z', 14_00)
  await book(2, '2026-02-06T09:00:00Z', 20_00)
  await book(3, '2026-02-07T09:00:00Z', 30_00)
  await book(4, '2026-03-08T09:00:00Z', 40_00)
  expect(await closeAt('2026-03-10T11:00:00Z')).toBe(3)
  expect(await lastClosedMonth(db)).toEqual(campusMonth('2026-02'))
  expect(await db.select().from(account_months).orderBy(account_months.month, account_months.account)).toEqual([
    { month: '2025-12', account: 'delivery_fees', debits: 0, credits: -14_00 },
    { month: '2025-12', account: 'provider_fees', debits: 14_00, credits: 0 },
    { month: '2026-02', account: 'delivery_fees', debits: 0, credits: -50_00 },
    { month: '2026-02', account: 'provider_fees', debits: 50_00, credits: 0 },
  ])
  expect(await closeAt('2026-03-10T11:00:00Z')).toBe(0)
})
