import { and, desc, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import type { CampusMonth } from '../clock.ts'
import { type Kobo, kobo, koboFromNaira, sumKobo } from '../money.ts'
import { accounts, paid_kinds } from '../payments/ledger.ts'
import { journal_entries, journals } from '../payments/tables.ts'

export const STATEMENT_LINES_PER_PAGE = 25
const LINES_PER_READ = 500

export type StatementLine = {
  id: number
  recorded_at: Date
  kind: 'Sale' | 'Promotion' | 'Refund' | 'Payout'
  order_id: number | null
  payout_id: number | null
  /** On the line of a sale, what the order was sold for, in kobo: more than `amount` if there was a commission. */
  sold_kobo: Kobo | null
  /** Kobo; positive is owed to the vendor, negative was paid or taken back. */
  amount: Kobo
  /** What the vendor is owed after this line, in kobo. */
  balance_kobo: Kobo
}

/**
 * Names for kinds of journals. Any other entry is a sale if it raises what the vendor is owed, else a payout; in the
 * journal of a sale the promotion that the vendor bears itself.
 */
const kinds: Readonly<Record<string, StatementLine['kind']>> = {
  order_refunded: 'Refund',
  order_given_back: 'Refund',
}

function entries(db: Db, vendor_id: string, month: CampusMonth | null) {
  const own = and(
    eq(journal_entries.account, accounts.vendor(vendor_id)),
    month ? gte(journals.recorded_at, month.from) : undefined,
    month ? lt(journals.recorded_at, month.until) : undefined,
  )
  // The subject of a sale is the payment that made the order.
  const sold_order = (column: SQL) => sql`(
    select ${column} from payments p join orders o on o.checkout_id = p.checkout_id and o.vendor_id = ${vendor_id}
    where p.id = case when ${journals.subject} like 'payment:%' then substring(${journals.subject} from 9)::uuid end
    limit 1)`
  const number = sql`substring(${journals.subject} from '^(?:order|payout):([0-9]+)(?::|$)')::bigint`
  const select = db
    .select({
      id: journal_entries.id,
      recorded_at: journals.recorded_at,
      kind: journals.kind,
      amount: journal_entries.amount,
      number: sql<number | null>`coalesce(${number}, ${sold_order(sql`o.id`)})::float8`,
      sold: sql<string | null>`${sold_order(sql`o.total_price`)}::text`,
    })
    .from(journal_entries)
    .innerJoin(journals, eq(journals.id, journal_entries.journal_id))
  return { own, select }
}

type EntryRow = {
  id: number
  recorded_at: Date
  kind: string
  amount: Kobo
  number: number | null
  sold: string | null
}

function line(row: EntryRow, balance: Kobo): StatementLine {
  const is_paid = paid_kinds.some((kind) => kind === row.kind)
  const kind = kinds[row.kind] ?? (row.amount < 0 ? 'Sale' : is_paid ? 'Promotion' : 'Payout')
  return {
    id: row.id,
    recorded_at: row.recorded_at,
    kind,
    order_id: kind === 'Payout' ? null : row.number,
    payout_id: kind === 'Payout' ? row.number : null,
    sold_kobo: row.sold === null || kind === 'Promotion' ? null : koboFromNaira(row.sold),
    amount: row.amount === 0 ? 0 : kobo(-row.amount),
    balance_kobo: balance,
  }
}

/** What we owe a vendor by the books, in kobo, before the entry `before` or in all. */
export async function vendorBalance(db: Db, vendor_id: string, before?: number): Promise<Kobo> {
  const [row] = await db
    .select({ balance: sql<string>`coalesce(-sum(${journal_entries.amount}), 0)::text` })
    .from(journal_entries)
    .where(
      and(
        eq(journal_entries.account, accounts.vendor(vendor_id)),
        before === undefined ? undefined : lt(journal_entries.id, before),
      ),
    )
  return koboFromNaira(row?.balance ?? '0')
}

/** What we owed a vendor at an instant by the books, in kobo. */
export async function vendorBalanceAt(db: Db, vendor_id: string, instant: Date): Promise<Kobo> {
  const [row] = await db
    .select({ balance: sql<string>`coalesce(-sum(${journal_entries.amount}), 0)::text` })
    .from(journal_entries)
    .innerJoin(journals, eq(journals.id, journal_entries.journal_id))
    .where(and(eq(journal_entries.account, accounts.vendor(vendor_id)), lt(journals.recorded_at, instant)))
  return koboFromNaira(row?.balance ?? '0')
}

/**
 * A page of a vendor's statement, newest first: every naira from sale to payout, from the ledger. Of one month, or of
 * all time.
 */
export async function statementPage(
  db: Db,
  vendor_id: string,
  before?: number,
  month: CampusMonth | null = null,
): Promise<{ lines: StatementLine[]; next: number | null }> {
  const { own, select } = entries(db, vendor_id, month)
  const rows = await select
    .where(and(own, before === undefined ? undefined : lt(journal_entries.id, before)))
    .orderBy(desc(journal_entries.id))
    .limit(STATEMENT_LINES_PER_PAGE + 1)
  const shown = rows.slice(0, STATEMENT_LINES_PER_PAGE)
  const top = shown[0] ? await vendorBalance(db, vendor_id, shown[0].id + 1) : 0
  const lines = shown.map((row, place) =>
    line(row, sumKobo([top, ...shown.slice(0, place).map((newer) => newer.amount)])),
  )
  return { lines, next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null }
}

/** The whole statement, or a month of it, oldest first, in portions that fit into memory however long it is. */
export async function* wholeStatement(
  db: Db,
  vendor_id: string,
  month: CampusMonth | null = null,
): AsyncGenerator<StatementLine[]> {
  let after = 0
  let balance: Kobo = month ? await vendorBalanceAt(db, vendor_id, month.from) : 0
  while (true) {
    const { own, select } = entries(db, vendor_id, month)
    const rows = await select
      .where(and(own, gt(journal_entries.id, after)))
      .orderBy(journal_entries.id)
      .limit(LINES_PER_READ)
    if (rows.length === 0) return
    yield rows.map((row) => {
      balance = kobo(balance - row.amount)
      return line(row, balance)
    })
    after = rows.at(-1)?.id ?? after
  }
}
