import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { databaseOfFile } from '../../test/database.ts'
import { campusMonth, formatCampusMonth, monthAfter } from '../clock.ts'
import { findViolations } from '../invariants/invariants.ts'
import { kobo, sumKobo } from '../money.ts'
import { accountMovements } from './account-movements.ts'
import { closeMonths } from './close-months.ts'
import { journalsOfMonth, listJournals } from './journal-list.ts'
import { bookJournal } from './ledger.ts'

const database = await databaseOfFile(1)
const march = campusMonth('2026-03')
if (!march) throw new Error('no month')

/** Journals around the start and end of March on the campus, an hour ahead of UTC. */
beforeAll(async () => {
  const sale = (number: number, recorded_at: string, amount: number) =>
    database.db.transaction((tx) =>
      bookJournal(tx, {
        kind: 'payment_received',
        subject: `payment:${number}`,
        recorded_at: new Date(recorded_at),
        entries: [
          { account: 'provider_clearing:flutterwave', amount: kobo(amount) },
          { account: `vendor:${number % 2}`, amount: kobo(-amount) },
        ],
      }),
    )
  await sale(1, '2026-02-28T22:59:59Z', 100)
  await sale(2, '2026-02-28T23:00:00Z', 1000)
  await sale(3, '2026-03-31T22:59:59Z', 2000)
  await sale(4, '2026-03-31T23:00:00Z', 40_000)
})

test('a month begins and ends on the campus', () => {
  expect(march).toEqual({
    name: '2026-03',
    from: new Date('2026-02-28T23:00:00Z'),
    until: new Date('2026-03-31T23:00:00Z'),
  })
  expect(formatCampusMonth(march)).toBe('March 2026')
  expect([monthAfter(march, -3), monthAfter(march, 1), monthAfter(march, 10)]).toEqual([
    '2025-12',
    '2026-04',
    '2027-01',
  ])
  for (const nonsense of ['', '2026-13', '2026-00', '1999-01', '2026-3', '2026-03-01', 'March']) {
    expect(campusMonth(nonsense)).toBeNull()
  }
})

test('the trial balance has what was before, what came and went, and sums to zero', async () => {
  const movements = await accountMovements(database.db, march)
  expect(movements).toEqual([
    {
      account: 'provider_clearing:flutterwave',
      opening_kobo: 100,
      debits_kobo: 3000,
      credits_kobo: 0,
      closing_kobo: 3100,
    },
    { account: 'vendors', opening_kobo: -100, debits_kobo: 0, credits_kobo: -3000, closing_kobo: -3100 },
  ])
  expect(sumKobo(movements.map(({ closing_kobo: closing }) => closing))).toBe(0)
})

test('is the same once its months are closed, and open ones are counted as before', async () => {
  const [april, may] = [campusMonth('2026-04'), campusMonth('2026-05')]
  if (!april || !may) throw new Error('no month')
  const months = [march, april, may]
  const all = () => Promise.all(months.map((month) => accountMovements(database.db, month)))
  const counted = await all()
  const at = (now: string) => closeMonths({ db: database.db, clock: { now: () => new Date(now) } })
  expect(await at('2026-03-31T23:59:59Z')).toBe(1)
  expect(await all()).toEqual(counted)
  expect(await at('2026-04-01T00:00:00Z')).toBe(1)
  expect(await at('2026-04-15T12:00:00Z')).toBe(0)
  expect(await all()).toEqual(counted)
  const ofMonths = async () =>
    (await findViolations(database.db)).filter(({ problem }) => problem.startsWith('closed month'))
  expect(await ofMonths()).toEqual([])
  await database.db.execute(sql`update account_months set debits = debits + 1 where month = '2026-03' and debits > 0`)
  expect(await ofMonths()).toEqual([
    {
      invariant: 'I3',
      subject: '2026-03 provider_clearing:flutterwave',
      problem: 'closed month differs from its journals',
    },
  ])
})

test('the journals of a month come newest first with their entries, page by page and as a whole', async () => {
  const first = await listJournals(database.db, march, null, 1)
  expect(first.rows).toMatchObject([
    { subject: 'payment:3', entries: [{ amount: 2000 }, { account: 'vendor:1', amount: -2000 }] },
  ])
  const second = await listJournals(database.db, march, { side: 'after', cursor: first.after ?? '' }, 1)
  expect(second.rows).toMatchObject([{ subject: 'payment:2' }])
  expect(second.after).toBeNull()
  const whole = []
  for await (const portion of journalsOfMonth(database.db, march)) whole.push(...portion)
  expect(whole.map(({ subject }) => subject)).toEqual(['payment:3', 'payment:2'])
})
