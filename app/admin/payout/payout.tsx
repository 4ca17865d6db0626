import { brand } from '../../../domain/brand.ts'
import { placeIn } from '../../../domain/keyset.ts'
import { formatNaira } from '../../../domain/money.ts'
import { listPayouts } from '../../../domain/payouts/admin-payouts.ts'
import { payout_filters } from '../../../domain/payouts/lifecycle.ts'
import { payoutFile } from '../../../domain/payouts/payout-file.ts'
import { requireAdmin } from '../../account/require-role.ts'
import { services_context } from '../../services.ts'
import type { Column } from '../../ui/data-table.tsx'
import { ListTable } from '../../ui/list-table.tsx'
import { notFoundUnless, openedIn } from '../../ui/opened-row.server.ts'
import { ScreenError } from '../../ui/screen-error.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useListAddress } from '../../ui/use-list-address.ts'
import { viewColumn } from '../../ui/view-column.tsx'
import { adminAction } from '../admin-action.server.ts'
import type { Route } from './+types/payout'
import { payoutAction } from './payout-action.server.ts'
import { PayoutDialog } from './payout-dialog.tsx'
import { type PayoutRow, payoutDetails, payoutRow } from './payout-view.server.ts'
import { TransferState } from './transfer-state.tsx'

export const ErrorBoundary = ScreenError

export const meta: Route.MetaFunction = () => [{ title: `Payout - ${brand.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  const actor = await requireAdmin(context, request)
  const query = new URL(request.url).searchParams
  const filter = payout_filters.find((option) => option === query.get('status')) ?? 'All'
  const opened = openedIn(query, 'payout')
  const [list, file] = await Promise.all([
    listPayouts(db, { filter, place: placeIn(query) }),
    opened === null ? null : payoutFile(db, opened).then(notFoundUnless),
  ])
  return {
    page: { ...list, rows: list.rows.map(payoutRow) },
    payout: file && payoutDetails(file, actor, clock.now()),
    filter,
  }
}

export const action = adminAction(payoutAction)

export default function Payout({ loaderData }: Route.ComponentProps) {
  const { page, payout, filter } = loaderData
  const to = useListAddress()
  return (
    <>
      <h1 className="text-3xl font-extrabold">Payout</h1>
      {payout && <PayoutDialog key={payout.id} payout={payout} close_to={to({ payout: null })} />}
      <SearchForm action="/admin/payout" filter={{ label: 'Status', value: filter, options: payout_filters }} />
      <ListTable
        action="/admin/payout"
        page={page}
        narrowed={filter !== 'All'}
        things="payouts"
        empty_hint="What vendors and riders ask to be paid appears here."
        caption="Payouts, newest first"
        keyOf={(row) => row.id}
        columns={columns}
      />
    </>
  )
}

const columns: readonly Column<PayoutRow>[] = [
  { name: 'Payout', names_row: true, cell: (payout) => `#${payout.id}` },
  {
    name: 'For',
    cell: ({ payee }) => (
      <span>
        {payee.name}
        {payee.kind === 'rider' && <span className="text-sm text-ink-soft"> (rider)</span>}
      </span>
    ),
  },
  { name: 'Amount', className: 'money font-bold', cell: (payout) => formatNaira(payout.amount) },
  { name: 'Status', cell: (payout) => <StatusChip status={payout.status} /> },
  { name: 'State', cell: (payout) => <TransferState payout={payout} /> },
  { name: 'Date', className: 'text-sm xl:whitespace-nowrap', cell: (payout) => payout.date },
  viewColumn((row) => ({ opens: { payout: row.id }, what: `payout ${row.id}` })),
]
