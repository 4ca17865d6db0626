import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { viewsOf } from '../../../domain/desk/saved-views.ts'
import { placeIn } from '../../../domain/keyset.ts'
import { listViewIn } from '../../../domain/list-view.ts'
import { listState, refreshNewestCharges } from '../../../domain/reconciliation/read-newest.ts'
import {
  findTransaction,
  listTransactions,
  TRANSACTIONS_PER_PAGE,
} from '../../../domain/reconciliation/transaction-list.ts'
import { buttonClass } from '../../ui/button.tsx'
import { SearchForm } from '../../ui/forms/search-form.tsx'
import type { Column } from '../../ui/lists/data-table.tsx'
import { ListTable } from '../../ui/lists/list-table.tsx'
import { by_date, keptView, ListTools } from '../../ui/lists/list-tools.tsx'
import { notFoundUnless, openedIn } from '../../ui/lists/opened-row.server.ts'
import { useListAddress } from '../../ui/lists/use-list-address.ts'
import { viewColumn } from '../../ui/lists/view-column.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { adminLoader } from '../admin-screen.server.ts'
import { seesOf } from '../sees.ts'
import { ListViews } from '../views/list-views.tsx'
import type { Route } from './+types/transactions'
import { TransactionDialog } from './transaction-dialog.tsx'
import { listAge, type TransactionView, transactionDetails, transactionView } from './transaction-view.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Transactions - ${brand.name}` }]

export const loader = adminLoader(async ({ actor, services, query }) => {
  const sees = seesOf(actor)
  const search = query.get('q') ?? ''
  const place = placeIn(query)
  const opened = openedIn(query, 'transaction')
  const view = listViewIn(query, { sorts: ['date'], size: TRANSACTIONS_PER_PAGE })
  // Older pages hold nothing new.
  if (!place && opened === null) await refreshNewestCharges(services)
  const [list, views, found, state] = await Promise.all([
    listTransactions(services.db, { search, place, view }),
    viewsOf(services.db, actor, 'transactions'),
    opened === null ? null : findTransaction(services.db, opened).then(notFoundUnless),
    listState(services),
  ])
  return {
    page: { ...list, rows: list.rows.map((row) => transactionView(row, sees)) },
    transaction: found && transactionDetails(found, sees),
    search,
    views,
    view,
    usual: TRANSACTIONS_PER_PAGE,
    provider: services.payments.name,
    error: state?.error ?? null,
    read: listAge(state?.read_at ?? null, services.clock.now()),
  }
})

export default function Transactions({ loaderData }: Route.ComponentProps) {
  const { page, transaction, search, views, view, usual, provider, error, read } = loaderData
  const to = useListAddress()
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-3xl font-extrabold">Transactions</h1>
        <Link to={'/admin/reconciliation' satisfies Address} className={buttonClass('quiet')}>
          Compare with our books
        </Link>
      </div>
      {error && (
        <div className="mt-4">
          <Notice kind="bad">
            {provider} gave no list: {error}. {read ? `Below is what it said ${read}.` : 'It was never read.'}
          </Notice>
        </div>
      )}
      {transaction && (
        <TransactionDialog key={transaction.id} transaction={transaction} close_to={to({ transaction: null })} />
      )}
      <SearchForm
        action="/admin/transactions"
        label="Search by reference"
        search={search}
        keeps={keptView(view, usual)}
      />
      <ListTools action="/admin/transactions" view={view} usual={usual} sorts={by_date} keeps={{ q: search }} />
      <ListViews
        list="transactions"
        views={views}
        columns={columns}
        statuses={[]}
        sorts={by_date.map(({ name }) => name)}
      />
      <ListTable
        action="/admin/transactions"
        page={page}
        total={page.total}
        narrowed={search !== '' || view.from !== '' || view.to !== ''}
        things="transactions"
        empty_hint="The first payment that the provider knows of appears here."
        caption="The payment provider's transactions"
        sorted={view}
        keyOf={(row) => row.id}
        columns={columns}
      />
    </>
  )
}

const columns: readonly Column<TransactionView>[] = [
  {
    name: 'Reference',
    names_row: true,
    className: 'min-w-0 text-sm break-all',
    cell: (row) => row.tx_ref,
  },
  { name: 'ID', className: 'text-sm', cell: (row) => row.provider_transaction_id },
  { name: 'Customer', className: 'min-w-0 text-sm break-all', cell: (row) => row.customer_email || 'N/A' },
  { name: 'Amount', className: 'money font-bold', cell: (row) => row.amount },
  { name: 'Status', cell: (row) => <StatusChip status={row.status} /> },
  { name: 'Date', sort: 'date', className: 'text-sm', cell: (row) => row.date },
  viewColumn((row) => ({
    opens: { transaction: row.id },
    what: `transaction ${row.provider_transaction_id}`,
  })),
]
