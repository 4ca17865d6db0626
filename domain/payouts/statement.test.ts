import { beforeAll, describe, expect, test } from 'vitest'
import { payoutsUnderTest } from '../../test/payouts-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import { campusMonth } from '../clock.ts'
import { kobo } from '../money.ts'
import { accounts, bookJournal } from '../payments/ledger.ts'
import {
  STATEMENT_LINES_PER_PAGE,
  type StatementLine,
  statementPage,
  vendorBalanceAt,
  wholeStatement,
} from './statement.ts'

const world = await worldOfFile()
const { vendorWithAccount } = payoutsUnderTest(world)

const SALES = STATEMENT_LINES_PER_PAGE + 2
let vendor_id: string

/** Sales of NGN 1, 2, 3 …: the first two in February, the others in March. */
beforeAll(async () => {
  vendor_id = (await vendorWithAccount()).kitchen.user_id
  for (let number = 1; number <= SALES; number++) {
    await world.deps.db.transaction((tx) =>
      bookJournal(tx, {
        kind: 'payment_received',
        subject: `payment:${crypto.randomUUID()}`,
        recorded_at: new Date(number <= 2 ? '2026-02-28T22:59:59Z' : '2026-02-28T23:00:00Z'),
        entries: [
          { account: accounts.vendor(vendor_id), amount: kobo(-number * 100) },
          { account: accounts.bank, amount: kobo(number * 100) },
        ],
      }),
    )
  }
})

/** What is owed after so many sales, in kobo. */
const owedAfter = (sales: number) => (sales * (sales + 1) * 100) / 2

async function whole(month: string): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for await (const portion of wholeStatement(world.deps.db, vendor_id, campusMonth(month))) lines.push(...portion)
  return lines
}

describe('a long statement', () => {
  test('goes on on the next page, and what was owed after each line with it', async () => {
    const first = await statementPage(world.deps.db, vendor_id)
    expect(first.lines).toHaveLength(STATEMENT_LINES_PER_PAGE)
    expect(first.lines[0]).toMatchObject({ amount: SALES * 100, balance_kobo: owedAfter(SALES) })
    expect(first.next).toBe(first.lines.at(-1)?.id)
    const second = await statementPage(world.deps.db, vendor_id, first.next ?? 0)
    expect(second).toMatchObject({
      lines: [
        { kind: 'Sale', amount: 2_00, balance_kobo: owedAfter(2) },
        { kind: 'Sale', amount: 1_00, balance_kobo: owedAfter(1) },
      ],
      next: null,
    })
  })

  test('of a month begins with what was owed when the month began on the campus', async () => {
    const march = await whole('2026-03')
    expect(march).toHaveLength(SALES - 2)
    expect(march[0]).toMatchObject({ amount: 3_00, balance_kobo: owedAfter(3) })
    expect(march.at(-1)).toMatchObject({ balance_kobo: owedAfter(SALES) })
    expect(await whole('2026-02')).toMatchObject([{ balance_kobo: owedAfter(1) }, { balance_kobo: owedAfter(2) }])
    const { lines } = await statementPage(world.deps.db, vendor_id, undefined, campusMonth('2026-02'))
    expect(lines).toEqual((await whole('2026-02')).toReversed())
  })

  test('is another vendor’s business: nothing is owed to one who sold nothing', async () => {
    const { kitchen } = await vendorWithAccount()
    const { db } = world.deps
    expect(await vendorBalanceAt(db, kitchen.user_id, new Date('2026-04-01T00:00:00Z'))).toBe(0)
    expect(await statementPage(db, kitchen.user_id)).toEqual({ lines: [], next: null })
    expect(await vendorBalanceAt(db, vendor_id, new Date('2026-04-01T00:00:00Z'))).toBe(owedAfter(SALES))
  })
})

test('a promotion that the kitchen bears and a payout are lines of their own', async () => {
  const { db } = world.deps
  const { kitchen } = await vendorWithAccount()
  const own = accounts.vendor(kitchen.user_id)
  const recorded_at = world.clock.now()
  await db.transaction(async (tx) => {
    const sold = [
      { account: own, amount: kobo(-3_000_00) },
      { account: own, amount: kobo(600_00) },
      { account: accounts.bank, amount: kobo(2_400_00) },
    ]
    const paid_out = [
      { account: own, amount: kobo(2_400_00) },
      { account: accounts.bank, amount: kobo(-2_400_00) },
    ]
    const subject = `payment:${crypto.randomUUID()}`
    await bookJournal(tx, { kind: 'payment_received', subject, recorded_at, entries: sold })
    await bookJournal(tx, { kind: 'payout_paid', subject: 'payout:77', recorded_at, entries: paid_out })
  })
  expect((await statementPage(db, kitchen.user_id)).lines).toMatchObject([
    { kind: 'Payout', payout_id: 77, order_id: null, amount: -2_400_00, balance_kobo: 0 },
    { kind: 'Promotion', payout_id: null, amount: -600_00, balance_kobo: 2_400_00 },
    { kind: 'Sale', payout_id: null, amount: 3_000_00, balance_kobo: 3_000_00 },
  ])
})
