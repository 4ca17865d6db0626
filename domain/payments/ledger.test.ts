import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { databaseOfFile } from '../../test/database.ts'
import { LUNCH_TIME } from '../../test/world.ts'
import { type Kobo, kobo } from '../money.ts'
import { bookJournal, type Entry } from './ledger.ts'
import { journal_entries, journals } from './tables.ts'

const database = await databaseOfFile(2)

const book = (subject: string, entries: Entry[]) =>
  database.db.transaction((tx) =>
    bookJournal(tx, { kind: 'payment_received', subject, recorded_at: LUNCH_TIME, entries }),
  )

async function entriesOf(subject: string) {
  return database.db
    .select({ account: journal_entries.account, amount: journal_entries.amount })
    .from(journal_entries)
    .innerJoin(journals, eq(journals.id, journal_entries.journal_id))
    .where(eq(journals.subject, subject))
    .orderBy(journal_entries.id)
}

test('a journal that balances is booked, without its empty entries', async () => {
  await book('payment:1', [
    { account: 'provider_clearing:flutterwave', amount: kobo(3_549_60) },
    { account: 'provider_fees', amount: kobo(50_40) },
    { account: 'delivery_fees', amount: 0 },
    { account: 'vendor:1', amount: kobo(-3_600_00) },
  ])
  expect(await entriesOf('payment:1')).toEqual([
    { account: 'provider_clearing:flutterwave', amount: 3_549_60 },
    { account: 'provider_fees', amount: 50_40 },
    { account: 'vendor:1', amount: -3_600_00 },
  ])
})

test('a journal in which nothing moved is written down all the same, so that it is not booked again', async () => {
  const nothing = [{ account: 'delivery_fees', amount: kobo(0) }]
  await book('payment:0', nothing)
  const [journal] = await database.db.select().from(journals).where(eq(journals.subject, 'payment:0'))
  expect(journal).toMatchObject({ kind: 'payment_received', recorded_at: LUNCH_TIME })
  expect(await entriesOf('payment:0')).toEqual([])
  await expect(book('payment:0', nothing)).rejects.toMatchObject({ cause: { constraint: 'journals_once' } })
})

describe('nothing is booked', () => {
  test('that is off by a kobo', async () => {
    const entries = [
      { account: 'provider_fees', amount: kobo(1_00) },
      { account: 'vendor:1', amount: kobo(-99) },
    ]
    await expect(book('payment:2', entries)).rejects.toThrow('off by 1 kobo')
    expect(await entriesOf('payment:2')).toEqual([])
  })

  test('twice', async () => {
    const entries = [
      { account: 'provider_fees', amount: kobo(1) },
      { account: 'vendor:1', amount: kobo(-1) },
    ]
    await book('payment:3', entries)
    await expect(book('payment:3', entries)).rejects.toMatchObject({ cause: { constraint: 'journals_once' } })
    expect(await entriesOf('payment:3')).toHaveLength(2)
  })

  test('in parts of a kobo', async () => {
    const entries = [
      { account: 'provider_fees', amount: 0.5 as Kobo },
      { account: 'vendor:1', amount: -0.5 as Kobo },
    ]
    await expect(book('payment:4', entries)).rejects.toThrow(RangeError)
  })
})

describe('the database itself refuses', () => {
  test.each([
    [
      'an entry that unbalances a journal',
      sql`insert into journal_entries (journal_id, account, amount)
      select min(id), 'vendor:1', 1 from journals`,
      /does not balance/,
    ],
    ['a journal that is changed', sql`update journals set subject = 'x'`, /append-only/],
    ['an entry that is changed', sql`update journal_entries set amount = 0`, /append-only/],
    ['an entry that is removed', sql`delete from journal_entries`, /append-only/],
  ])('%s', async (_, statement, reason) => {
    const failure = await database.db.execute(statement).then(
      () => null,
      (error: Error) => error.cause,
    )
    expect(String(failure)).toMatch(reason)
  })
})
