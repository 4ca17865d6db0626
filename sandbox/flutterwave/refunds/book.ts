import type { DatabaseSync } from 'node:sqlite'
import { startIdsFromClock } from '../../books.ts'

export type RefundStatus = 'completed' | 'pending' | 'failed'

export type Refund = {
  id: number
  transaction_id: number
  flw_ref: string
  amount_kobo: number
  status: RefundStatus
  comments: string
  created_at_ms: number
  settles_at_ms: number | null
  settles_to: RefundStatus | null
}

export type RefundBook = ReturnType<typeof openRefundBook>

const schema = `
  create table if not exists refunds (
    id integer primary key autoincrement, transaction_id integer not null, flw_ref text not null,
    amount_kobo integer not null, status text not null, comments text not null, created_at_ms integer not null,
    settles_at_ms integer, settles_to text
  ) strict;
  create index if not exists refunds_transaction on refunds (transaction_id);`

export function openRefundBook(books: DatabaseSync) {
  books.exec(schema)
  startIdsFromClock(books, 'refunds')
  const insert = books.prepare(
    `insert into refunds (transaction_id, flw_ref, amount_kobo, status, comments, created_at_ms, settles_at_ms,
       settles_to)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const one = books.prepare('select * from refunds where id = ?')
  const newest = books.prepare('select * from refunds order by id desc limit ? offset ?')
  const total = books.prepare('select count(*) as n from refunds')
  const unsettled = books.prepare('select * from refunds where settles_at_ms is not null')
  const settle = books.prepare(
    "update refunds set status = ?, settles_at_ms = null, settles_to = null where id = ? and status = 'pending'",
  )
  const claimed = books.prepare(
    "select coalesce(sum(amount_kobo), 0) as kobo from refunds where transaction_id = ? and status <> 'failed'",
  )

  return {
    add(row: Omit<Refund, 'id'>): Refund {
      const { lastInsertRowid } = insert.run(
        row.transaction_id,
        row.flw_ref,
        row.amount_kobo,
        row.status,
        row.comments,
        row.created_at_ms,
        row.settles_at_ms,
        row.settles_to,
      )
      return { id: Number(lastInsertRowid), ...row }
    },
    find: (id: number) => one.get(id) as Refund | undefined,
    newest: (limit: number, offset: number) => newest.all(limit, offset) as Refund[],
    count: () => Number(total.get()?.n),
    unsettled: () => unsettled.all() as Refund[],
    settle: (id: number, status: RefundStatus): boolean => settle.run(status, id).changes === 1,
    /** The sum of a transaction's refunds, done or pending. */
    claimedKobo: (transaction_id: number) => Number(claimed.get(transaction_id)?.kobo),
  }
}
