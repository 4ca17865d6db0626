import { expect, test } from 'vitest'
import { databaseOfFile } from '../../test/database.ts'
import { kobo } from '../money.ts'
import { exportLedger } from './export-ledger.ts'
import { bookJournal } from './ledger.ts'

const { db } = await databaseOfFile(1)

test('the books of a period are exported entry by entry, with its order, in the order of writing', async () => {
  const book = (number: number, recorded_at: string, about: { order_id?: number } = {}) =>
    db.transaction((tx) =>
      bookJournal(tx, {
        kind: 'payment_received',
        subject: `payment:${number}`,
        recorded_at: new Date(recorded_at),
        entries: [
          { account: 'provider_clearing:flutterwave', amount: kobo(number * 100) },
          { account: 'vendor:1', amount: kobo(number * -100), ...about },
        ],
      }),
    )
  await book(1, '2026-03-01T22:59:59.999Z')
  await book(2, '2026-03-02T22:59:59.999Z')
  await book(3, '2026-03-01T23:00:00Z', { order_id: 7 })
  await book(4, '2026-03-02T23:00:00Z')
  const day = { since: new Date('2026-03-01T23:00:00Z'), before: new Date('2026-03-02T23:00:00Z') }
  const portions = []
  for await (const portion of exportLedger(db, day)) portions.push(portion)
  const [second, third] = [
    { kind: 'payment_received', subject: 'payment:2', recorded_at: new Date('2026-03-02T22:59:59.999Z') },
    { kind: 'payment_received', subject: 'payment:3', recorded_at: new Date('2026-03-01T23:00:00Z') },
  ]
  const numbers = { id: expect.any(Number), journal_id: expect.any(Number) }
  expect(portions).toEqual([
    [
      { ...numbers, ...second, order_id: null, account: 'provider_clearing:flutterwave', amount: 200 },
      { ...numbers, ...second, order_id: null, account: 'vendor:1', amount: -200 },
      { ...numbers, ...third, order_id: null, account: 'provider_clearing:flutterwave', amount: 300 },
      { ...numbers, ...third, order_id: 7, account: 'vendor:1', amount: -300 },
    ],
  ])
})
