import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
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
  const one = sql`(select min(id) from journals)`
  const into = sql`insert into journal_entries (journal_id, account, amount)`
  const folder = mkdtempSync(join(tmpdir(), 'entries-'))
  // PostgreSQL reads it, as a user of its own.
  chmodSync(folder, 0o755)
  const file = join(folder, 'entries.csv')
  afterAll(() => rmSync(folder, { recursive: true }))

  const refusal = async (...statements: readonly SQL[]) => {
    const before = await database.db.$count(journal_entries)
    const failure = await database.db
      .transaction(async (tx) => {
        for (const statement of statements) await tx.execute(statement)
      })
      .then(
        () => null,
        (error: Error) => error.cause,
      )
    expect(await database.db.$count(journal_entries)).toBe(before)
    return String(failure)
  }

  test.each([
    ['an entry that unbalances a journal', sql`${into} values (${one}, 'vendor:1', 1)`, /does not balance/],
    [
      'entries that balance, but in two journals',
      sql`${into} select id, 'vendor:1', case id when ${one} then 1 else -1 end from journals
        where id in (${one}, (select max(id) from journals))`,
      /does not balance/,
    ],
    [
      'a new journal that is off by a kobo',
      sql`with planted as (
          insert into journals (kind, subject, recorded_at) values ('planted', 'planted', now()) returning id
        ) ${into} select id, account, amount
        from planted, (values ('bank', 1), ('vendor:1', -0.99)) entry (account, amount)`,
      /does not balance/,
    ],
    [
      'entries that two parts of a statement add, and that do not balance together',
      sql`with first as (${into} values (${one}, 'vendor:1', 1) returning id) ${into} values (${one}, 'bank', -2)`,
      /does not balance/,
    ],
    [
      'an entry that takes the place of another',
      sql`insert into journal_entries (id, journal_id, account, amount) overriding system value
        select id, journal_id, account, 0 from journal_entries limit 1 on conflict (id) do update set amount = 0`,
      /append-only/,
    ],
    ['a journal that is changed', sql`update journals set subject = 'x'`, /append-only/],
    ['a journal that is removed', sql`delete from journals`, /append-only/],
    ['an entry that is changed', sql`update journal_entries set amount = 0`, /append-only/],
    ['an entry that goes to another journal', sql`update journal_entries set journal_id = ${one}`, /append-only/],
    ['an entry that is removed', sql`delete from journal_entries`, /append-only/],
  ])('%s', async (_, statement, reason) => {
    expect(await refusal(statement)).toMatch(reason)
    // Nor is it let through to be made good by what follows in the transaction.
    const good = sql`${into} values (${one}, 'vendor:1', -1), (${one}, 'bank', 1)`
    expect(await refusal(sql`set constraints all deferred`, good, statement, good)).toMatch(reason)
  })

  test('an entry, and another one after it that makes up for it', async () => {
    const entry = (amount: number) => sql`${into} values (${one}, 'vendor:1', ${amount})`
    expect(await refusal(entry(1), entry(-1))).toMatch(/does not balance/)
  })

  test('a file of entries that do not balance, and takes one of those that do', async () => {
    const [journal] = await database.db.select().from(journals).limit(1)
    const copy = sql.raw(`copy journal_entries (journal_id, account, amount) from '${file}' with (format csv)`)
    writeFileSync(file, `${journal?.id},vendor:1,1.00\n${journal?.id},bank,-0.99\n`)
    expect(await refusal(copy)).toMatch(/does not balance/)
    writeFileSync(file, `${journal?.id},vendor:1,1.00\n${journal?.id},bank,-1.00\n`)
    await database.db.execute(copy)
  })
})
