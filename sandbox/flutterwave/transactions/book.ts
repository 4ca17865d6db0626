import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { startIdsFromClock } from '../../books.ts'

export type ChargeStatus = 'pending' | 'successful' | 'failed'
export type PaymentType = 'card' | 'ussd' | 'bank_transfer'

export type Transaction = {
  id: number
  tx_ref: string
  flw_ref: string
  amount_kobo: number
  currency: string
  status: ChargeStatus
  payment_type: PaymentType
  auth_model: string
  processor_response: string | null
  narration: string
  ip: string
  customer_name: string
  customer_email: string
  customer_phone: string
  /** JSON of the card or of the sending bank account, as the provider shows it. */
  card: string | null
  meta: string | null
  created_at_ms: number
  concluded_at_ms: number | null
  settles_at_ms: number | null
  settles_to: ChargeStatus | null
  verify_fault: string | null
  verify_faults_left: number
}

export type NewTransaction = Omit<Transaction, 'id'>

export type TransactionFilter = {
  from?: string | undefined
  to?: string | undefined
  tx_ref?: string | undefined
  status?: string | undefined
  currency?: string | undefined
  customer_email?: string | undefined
  customer_fullname?: string | undefined
}

export type TransactionBook = ReturnType<typeof openTransactionBook>

const columns = [
  'tx_ref',
  'flw_ref',
  'amount_kobo',
  'currency',
  'status',
  'payment_type',
  'auth_model',
  'processor_response',
  'narration',
  'ip',
  'customer_name',
  'customer_email',
  'customer_phone',
  'card',
  'meta',
  'created_at_ms',
  'concluded_at_ms',
  'settles_at_ms',
  'settles_to',
  'verify_fault',
  'verify_faults_left',
] as const satisfies (keyof NewTransaction)[]

const schema = `
  create table if not exists transactions (
    id integer primary key autoincrement,
    tx_ref text not null, flw_ref text not null, amount_kobo integer not null, currency text not null,
    status text not null, payment_type text not null, auth_model text not null, processor_response text,
    narration text not null, ip text not null, customer_name text not null, customer_email text not null,
    customer_phone text not null, card text, meta text, created_at_ms integer not null, concluded_at_ms integer,
    settles_at_ms integer, settles_to text, verify_fault text, verify_faults_left integer not null
  ) strict;
  create index if not exists transactions_tx_ref on transactions (tx_ref);
  create index if not exists transactions_email on transactions (customer_email);
  create index if not exists transactions_settles on transactions (settles_at_ms) where settles_at_ms is not null;`

export function openTransactionBook(books: DatabaseSync) {
  books.exec(schema)
  startIdsFromClock(books, 'transactions')
  const insert = books.prepare(
    `insert into transactions (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  const one = books.prepare('select * from transactions where id = ?')
  const under_ref = books.prepare('select * from transactions where tx_ref = ? order by id')
  const unsettled = books.prepare('select * from transactions where settles_at_ms is not null')
  const conclude = books.prepare(
    `update transactions set status = ?, processor_response = ?, amount_kobo = ?, currency = ?, concluded_at_ms = ?,
       settles_at_ms = ?, settles_to = ?, verify_fault = ?, verify_faults_left = ? where id = ? and status = 'pending'`,
  )
  const spend_fault = books.prepare('update transactions set verify_faults_left = verify_faults_left - 1 where id = ?')

  const forget = books.prepare('delete from transactions where meta = ?')

  function add(row: NewTransaction): Transaction {
    const { lastInsertRowid } = insert.run(...columns.map((column): SQLInputValue => row[column]))
    return { id: Number(lastInsertRowid), ...row }
  }

  return {
    add,
    /** Replaces the rows with this `meta`. */
    replaceMarked(meta: string, rows: readonly NewTransaction[]): void {
      books.exec('begin immediate')
      forget.run(meta)
      for (const row of rows) add({ ...row, meta })
      books.exec('commit')
    },
    find: (id: number) => one.get(id) as Transaction | undefined,
    under: (tx_ref: string) => under_ref.all(tx_ref) as Transaction[],
    unsettled: () => unsettled.all() as Transaction[],
    spendVerifyFault: (id: number) => spend_fault.run(id),
    /** Writes the outcome of a pending charge; false when it was no longer pending. */
    conclude(t: Transaction): boolean {
      const { changes } = conclude.run(
        t.status,
        t.processor_response,
        t.amount_kobo,
        t.currency,
        t.concluded_at_ms,
        t.settles_at_ms,
        t.settles_to,
        t.verify_fault,
        t.verify_faults_left,
        t.id,
      )
      return changes === 1
    },
    list(filter: TransactionFilter, page: number, page_size: number): { rows: Transaction[]; total: number } {
      const { where, values } = toWhere(filter)
      const total = books.prepare(`select count(*) as n from transactions ${where}`).get(...values)
      const rows = books
        .prepare(`select * from transactions ${where} order by id desc limit ? offset ?`)
        .all(...values, page_size, (page - 1) * page_size)
      return { rows: rows as Transaction[], total: Number(total?.n) }
    },
  }
}

const day_ms = 24 * 60 * 60 * 1000

function toWhere(filter: TransactionFilter): { where: string; values: SQLInputValue[] } {
  const tests: [string, SQLInputValue | undefined][] = [
    ['tx_ref = ?', filter.tx_ref],
    ['status = ?', filter.status],
    ['currency = ?', filter.currency],
    ['customer_email = ?', filter.customer_email],
    ['customer_name = ?', filter.customer_fullname],
    ['created_at_ms >= ?', filter.from && Date.parse(filter.from)],
    ['created_at_ms < ?', filter.to && Date.parse(filter.to) + day_ms],
  ]
  const used = tests.filter(([, value]) => value !== undefined && value !== '')
  return {
    where: used.length === 0 ? '' : `where ${used.map(([test]) => test).join(' and ')}`,
    values: used.map(([, value]) => value ?? null),
  }
}
