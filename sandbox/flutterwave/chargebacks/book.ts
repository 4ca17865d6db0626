import type { DatabaseSync } from 'node:sqlite'
import { startIdsFromClock } from '../../books.ts'

export const chargeback_statuses = ['initiated', 'accepted', 'declined', 'won', 'lost'] as const
export type ChargebackStatus = (typeof chargeback_statuses)[number]

export type Chargeback = {
  id: number
  transaction_id: number
  tx_ref: string
  flw_ref: string
  amount_kobo: number
  status: ChargebackStatus
  stage: string
  comment: string
  due_at_ms: number
  created_at_ms: number
}

export type ChargebackFilter = { from?: string; to?: string; status?: string }

export type ChargebackBook = ReturnType<typeof openChargebackBook>

const schema = `
  create table if not exists chargebacks (
    id integer primary key autoincrement, transaction_id integer not null, tx_ref text not null, flw_ref text not null,
    amount_kobo integer not null, status text not null, stage text not null, comment text not null,
    due_at_ms integer not null, created_at_ms integer not null
  ) strict;`

const day_ms = 24 * 60 * 60 * 1000

export function openChargebackBook(books: DatabaseSync) {
  books.exec(schema)
  startIdsFromClock(books, 'chargebacks')
  const insert = books.prepare(
    `insert into chargebacks (transaction_id, tx_ref, flw_ref, amount_kobo, status, stage, comment, due_at_ms,
       created_at_ms)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const one = books.prepare('select * from chargebacks where id = ?')
  const move = books.prepare('update chargebacks set status = ? where id = ?')
  const where = `where (?1 = '' or status = ?1) and created_at_ms >= ?2 and created_at_ms < ?3`
  const page = books.prepare(`select * from chargebacks ${where} order by id desc limit ?4 offset ?5`)
  const total = books.prepare(`select count(*) as n from chargebacks ${where}`)

  const valuesOf = ({ from, to, status = '' }: ChargebackFilter) =>
    [status, from ? Date.parse(from) : 0, to ? Date.parse(to) + day_ms : Number.MAX_SAFE_INTEGER] as const

  return {
    add(row: Omit<Chargeback, 'id'>): Chargeback {
      const { lastInsertRowid } = insert.run(
        row.transaction_id,
        row.tx_ref,
        row.flw_ref,
        row.amount_kobo,
        row.status,
        row.stage,
        row.comment,
        row.due_at_ms,
        row.created_at_ms,
      )
      return { id: Number(lastInsertRowid), ...row }
    },
    find: (id: number) => one.get(id) as Chargeback | undefined,
    move: (id: number, status: ChargebackStatus): boolean => move.run(status, id).changes === 1,
    list(filter: ChargebackFilter, limit: number, offset: number): { rows: Chargeback[]; total: number } {
      const values = valuesOf(filter)
      const rows = page.all(...values, limit, offset) as Chargeback[]
      return { rows, total: Number(total.get(...values)?.n) }
    },
  }
}
