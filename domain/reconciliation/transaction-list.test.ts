import { beforeAll, expect, test } from 'vitest'
import { databaseOfFile } from '../../test/database.ts'
import { kobo } from '../money.ts'
import { keepCharges } from './keep-list.ts'
import { findTransaction, listTransactions } from './transaction-list.ts'

const database = await databaseOfFile(2)
const now = new Date('2026-03-10T11:00:00Z')

beforeAll(async () => {
  const rows = Array.from({ length: 60 }, (_, number) => ({
    provider_transaction_id: String(5000 + number),
    tx_ref: `CHOW-${number}_a%b`,
    amount: kobo(100_00),
    currency: 'NGN',
    status: 'successful',
    provider_fee: null,
    payment_type: 'card',
    customer_email: 'ada@example.com',
    // Some have the same time: the number decides.
    created_at: new Date(now.getTime() + Math.floor(number / 3) * 1000),
  }))
  await keepCharges(database.db, 'flutterwave', rows, now)
})

const list = (search: string, cursor: string | null = null) =>
  listTransactions(database.db, { search, place: cursor === null ? null : { side: 'after', cursor } })

test('every transaction stands on exactly one page, newest first, and is counted', async () => {
  const seen: string[] = []
  for (let cursor: string | null = null, page = 0; page < 5; page++) {
    const found = await list('', cursor)
    expect(found.total).toBe(60)
    seen.push(...found.rows.map((row) => row.provider_transaction_id))
    cursor = found.after
    if (cursor === null) break
  }
  expect(seen).toEqual(Array.from({ length: 60 }, (_, number) => String(5059 - number)))
})

test('a search finds part of a reference in any case, the provider’s number; no sign is a pattern', async () => {
  expect((await list('chow-7_')).rows.map((row) => row.provider_transaction_id)).toEqual(['5007'])
  expect((await list('5012')).total).toBe(1)
  expect((await list('a%b')).total).toBe(60)
  expect((await list('a%%b')).total).toBe(0)
  expect((await list('CHOW_7')).total).toBe(0)
})

test('one that is not there is null', async () => {
  for (const id of [999_999, Number.NaN]) expect(await findTransaction(database.db, id)).toBeNull()
})
