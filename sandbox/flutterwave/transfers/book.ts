import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { startIdsFromClock } from '../../books.ts'

export type TransferStatus = 'NEW' | 'PENDING' | 'SUCCESSFUL' | 'FAILED'

export type Transfer = {
  id: number
  reference: string
  account_number: string
  bank_code: string
  bank_name: string
  full_name: string
  amount_kobo: number
  fee_kobo: number
  currency: string
  narration: string
  meta: string | null
  status: TransferStatus
  complete_message: string
  created_at_ms: number
  settles_at_ms: number | null
  settles_to: 'SUCCESSFUL' | 'FAILED' | null
}

export type TransferBook = ReturnType<typeof openTransferBook>

const columns = [
  'reference',
  'account_number',
  'bank_code',
  'bank_name',
  'full_name',
  'amount_kobo',
  'fee_kobo',
  'currency',
  'narration',
  'meta',
  'status',
  'complete_message',
  'created_at_ms',
  'settles_at_ms',
  'settles_to',
] as const satisfies (keyof Transfer)[]

const schema = `
  create table if not exists transfers (
    id integer primary key autoincrement, reference text not null unique, account_number text not null,
    bank_code text not null, bank_name text not null, full_name text not null, amount_kobo integer not null,
    fee_kobo real not null, currency text not null, narration text not null, meta text, status text not null,
    complete_message text not null, created_at_ms integer not null, settles_at_ms integer, settles_to text
  ) strict;`

export function openTransferBook(books: DatabaseSync) {
  books.exec(schema)
  startIdsFromClock(books, 'transfers')
  const insert = books.prepare(
    `insert into transfers (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  const one = books.prepare('select * from transfers where id = ?')
  const by_reference = books.prepare('select * from transfers where reference = ?')
  const unsettled = books.prepare('select * from transfers where settles_at_ms is not null')
  const move = books.prepare(
    `update transfers set status = ?, complete_message = ?, settles_at_ms = null, settles_to = null
     where id = ? and status in ('NEW', 'PENDING')`,
  )
  const pick_up = books.prepare("update transfers set status = 'PENDING' where id = ? and status = 'NEW'")

  return {
    add(row: Omit<Transfer, 'id'>): Transfer {
      const { lastInsertRowid } = insert.run(...columns.map((column): SQLInputValue => row[column]))
      return { id: Number(lastInsertRowid), ...row }
    },
    find: (id: number) => one.get(id) as Transfer | undefined,
    withReference: (reference: string) => by_reference.get(reference) as Transfer | undefined,
    unsettled: () => unsettled.all() as Transfer[],
    pickUp: (id: number) => pick_up.run(id),
    settle: (id: number, status: TransferStatus, complete_message: string): boolean =>
      move.run(status, complete_message, id).changes === 1,
    list(filter: { status?: string | undefined; reference?: string | undefined }, page: number, page_size: number) {
      const { status = '', reference = '' } = filter
      const where = "where (? = '' or status = ?) and (? = '' or reference = ?)"
      const values = [status, status, reference, reference]
      const total = books.prepare(`select count(*) as n from transfers ${where}`).get(...values)
      const rows = books
        .prepare(`select * from transfers ${where} order by id desc limit ? offset ?`)
        .all(...values, page_size, (page - 1) * page_size)
      return { rows: rows as Transfer[], total: Number(total?.n) }
    },
  }
}
