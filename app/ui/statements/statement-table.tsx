import { Link } from 'react-router'
import { formatNaira, kobo } from '../../../domain/money.ts'
import type { StatementLine } from '../../../domain/payouts/statement.ts'
import { type Column, DataTable } from '../lists/data-table.tsx'

export type ShownLine = Omit<StatementLine, 'recorded_at'> & { recorded_at: string }

/** A vendor's account with the platform, newest first; `order_path` is where an order's number leads. */
export function StatementTable(props: {
  caption: string
  lines: readonly ShownLine[]
  order_path: (order_id: number) => Address
}) {
  const columns: readonly Column<ShownLine>[] = [
    { name: 'Date', className: 'text-sm', cell: (line) => line.recorded_at },
    { name: 'What', names_row: true, cell: (line) => <What line={line} order_path={props.order_path} /> },
    { name: 'Amount', className: 'money font-bold', cell: (line) => formatNaira(line.amount) },
    { name: 'Balance', className: 'money', cell: (line) => formatNaira(line.balance_kobo) },
  ]
  return <DataTable caption={props.caption} rows={props.lines} keyOf={(line) => line.id} columns={columns} />
}

function What({ line, order_path }: { line: ShownLine; order_path: (order_id: number) => Address }) {
  if (line.order_id === null) return `${line.kind} ${line.payout_id ?? ''}`
  const commission = kobo((line.sold_kobo ?? line.amount) - line.amount)
  return (
    <span>
      <Link to={order_path(line.order_id)} className="text-link underline">
        {line.kind}, order {line.order_id}
      </Link>
      {commission > 0 && line.sold_kobo !== null && (
        <span className="block text-sm font-normal text-ink-soft">
          {formatNaira(line.sold_kobo)} less {formatNaira(commission)} commission
        </span>
      )}
    </span>
  )
}
