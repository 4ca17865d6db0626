import { Link } from 'react-router'
import { formatNaira, type Kobo } from '../../../domain/money.ts'
import { type Column, DataTable } from '../../ui/lists/data-table.tsx'
import { accountName, journalKind } from './account-names.ts'

export type ShownJournal = {
  id: number
  kind: string
  subject: string
  recorded_at: string
  entries: readonly { account: string; amount: Kobo; order_id: number | null }[]
}

/** Journals with their entries, each with a link to what it is about. */
export function JournalTable({ journals }: { journals: readonly ShownJournal[] }) {
  return (
    <DataTable caption="Journals, newest first" rows={journals} keyOf={(journal) => journal.id} columns={columns} />
  )
}

const columns: readonly Column<ShownJournal>[] = [
  {
    name: 'What',
    names_row: true,
    cell: (journal) => (
      <span>
        {journalKind(journal.kind)}
        <span className="block text-sm font-normal text-ink-soft">{journal.recorded_at}</span>
      </span>
    ),
  },
  { name: 'About', className: 'min-w-0', cell: (journal) => <Subject {...journal} /> },
  {
    name: 'Entries',
    className: 'min-w-0',
    cell: (journal) => (
      <ul className="grid w-full gap-1">
        {journal.entries.map((entry) => (
          <li key={`${entry.account} ${entry.order_id}`} className="flex flex-wrap justify-between gap-x-4">
            <span>
              <AccountLink account={entry.account} />
              {severalOrders(journal) && entry.order_id !== null && (
                <span className="text-sm text-ink-soft"> of order {entry.order_id}</span>
              )}
            </span>
            <span className="money whitespace-nowrap">{formatNaira(entry.amount)}</span>
          </li>
        ))}
      </ul>
    ),
  },
]

/** Where a payment was for several orders, each entry says which it is about. */
const severalOrders = ({ entries }: ShownJournal) => new Set(entries.flatMap(({ order_id }) => order_id ?? [])).size > 1

function AccountLink({ account }: { account: string }) {
  const [kind, owner] = account.split(':')
  if (kind !== 'vendor') return <span>{accountName(account)}</span>
  return (
    <Link className="text-link underline" to={`/admin/books/vendor/${owner}` satisfies Address}>
      {accountName(account)}
    </Link>
  )
}

/** What it is about, by a name that somebody knows: a payment and a delivery go by their orders. */
function Subject({ subject, entries }: Pick<ShownJournal, 'subject' | 'entries'>) {
  const [kind, id = ''] = subject.split(':')
  const link = (to: Address, text: string) => (
    <Link className="text-link underline" to={to}>
      {text}
    </Link>
  )
  if (kind === 'order') return link(`/admin/orders/${id}`, `Order ${id}`)
  if (kind === 'payout') return link(`/admin/payout?payout=${id}`, `Payout ${id}`)
  if (kind === 'refund') return link(`/admin/refunds?refund=${id}`, 'Refund')
  const order_ids = [...new Set(entries.flatMap(({ order_id }) => order_id ?? []))]
  if (order_ids.length > 0) {
    return (
      <span className="flex flex-wrap gap-x-3">
        {order_ids.map((order_id) => (
          <Link key={order_id} className="text-link underline" to={`/admin/orders/${order_id}` satisfies Address}>
            Order {order_id}
          </Link>
        ))}
      </span>
    )
  }
  return <span className="text-sm break-all">{subject.replace(':', ' ').replaceAll('_', ' ')}</span>
}
