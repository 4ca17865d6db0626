import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { type Kobo, koboFromNaira, sumKobo } from '../money.ts'
import { accounts } from '../payments/ledger.ts'
import { journal_entries, journals } from '../payments/tables.ts'

export const STATEMENT_LINES_PER_PAGE = 25
const LINES_PER_READ = 500

export type StatementLine = {
  id: number
  recorded_at: Date
  kind: 'Sale' | 'Refund' | 'Payout'
  order_id: number | null
  payout_id: number | null
  /** Kobo; positive is owed to the vendor, negative went away from it. */
  amount: Kobo
  /** What the vendor is owed after this line, in kobo. */
  balance: Kobo
}

/** Names of the journals' kinds for a person; anything that is neither sale nor refund moved money out to the vendor. */
const kinds: Readonly<Record<string, StatementLine['kind']>> = {
  payment_received: 'Sale',
  order_refunded: 'Refund',
}

function entries(db: Db, vendor_id: string) {
  const own = eq(journal_entries.account, accounts.vendor(vendor_id))
  const number = sql`substring(${journals.subject} from '^(?:order|payout):([0-9]+)$')::bigint`
  const select = db
    .select({
      id: journal_entries.id,
      recorded_at: journals.recorded_at,
      kind: journals.kind,
      amount: journal_entries.amount,
      number: sql<number | null>`coalesce(${number}, (
        select o.id from payments p join orders o on o.checkout_id = p.checkout_id and o.vendor_id = ${vendor_id}
        where p.id = case when ${journals.kind} = 'payment_received' then substring(${journals.subject} from 9)::uuid end
        limit 1))::float8`,
    })
    .from(journal_entries)
    .innerJoin(journals, eq(journals.id, journal_entries.journal_id))
  return { own, select }
}

type EntryRow = { id: number; recorded_at: Date; kind: string; amount: Kobo; number: number | null }

function line(row: EntryRow, balance: Kobo): StatementLine {
  const kind = kinds[row.kind] ?? 'Payout'
  return {
    id: row.id,
    recorded_at: row.recorded_at,
    kind,
    order_id: kind === 'Payout' ? null : row.number,
    payout_id: kind === 'Payout' ? row.number : null,
    amount: row.amount === 0 ? 0 : -row.amount,
    balance,
  }
}

/** What the books say we owe a vendor, in kobo, before the entry `before` or altogether. */
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

/** A page of a vendor's statement, newest first: every naira from sale to payout, as the ledger has it. */
export async function statementPage(
  db: Db,
  vendor_id: string,
  before?: number,
): Promise<{ lines: StatementLine[]; next: number | null }> {
  const { own, select } = entries(db, vendor_id)
  const rows = await select
    .where(and(own, before === undefined ? undefined : lt(journal_entries.id, before)))
    .orderBy(desc(journal_entries.id))
    .limit(STATEMENT_LINES_PER_PAGE + 1)
  const shown = rows.slice(0, STATEMENT_LINES_PER_PAGE)
  const top = shown[0] ? await vendorBalance(db, vendor_id, shown[0].id + 1) : 0
  const lines = shown.map((row, place) =>
    line(row, top + sumKobo(shown.slice(0, place).map((newer) => newer.amount))),
  )
  return { lines, next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null }
}

/** The whole statement, oldest first, in portions that fit into memory however long it is. */
export async function* wholeStatement(db: Db, vendor_id: string): AsyncGenerator<StatementLine[]> {
  let after = 0
  let balance: Kobo = 0
  while (true) {
    const { own, select } = entries(db, vendor_id)
    const rows = await select
      .where(and(own, gt(journal_entries.id, after)))
      .orderBy(journal_entries.id)
      .limit(LINES_PER_READ)
    if (rows.length === 0) return
    yield rows.map((row) => {
      balance -= row.amount
      return line(row, balance)
    })
    after = rows.at(-1)?.id ?? after
  }
}
