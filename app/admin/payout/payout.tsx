import { use } from 'react'
import { brand } from '../../../domain/brand.ts'
import { viewsOf } from '../../../domain/desk/saved-views.ts'
import { placeIn } from '../../../domain/keyset.ts'
import { listViewIn } from '../../../domain/list-view.ts'
import { formatNaira } from '../../../domain/money.ts'
import {
  ADMIN_PAYOUTS_PER_PAGE,
  countPayouts,
  listPayouts,
  payout_sorts,
} from '../../../domain/payouts/admin-payouts.ts'
import { payout_filters } from '../../../domain/payouts/lifecycle.ts'
import { payoutFile } from '../../../domain/payouts/payout-file.ts'
import { requireAdmin } from '../../account/require-role.ts'
import { services_context } from '../../services.ts'
import { ActionForm } from '../../ui/action-form.tsx'
import { AnswerBoard } from '../../ui/answer-board.tsx'
import { choiceColumn } from '../../ui/choice-column.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { ListTable } from '../../ui/list-table.tsx'
import { keptView, ListTools } from '../../ui/list-tools.tsx'
import { MayContext } from '../../ui/may-context.ts'
import { notFoundUnless, openedIn } from '../../ui/opened-row.server.ts'
import { SearchForm } from '../../ui/search-form.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useListAddress } from '../../ui/use-list-address.ts'
import { viewColumn } from '../../ui/view-column.tsx'
import { adminAction } from '../admin-action.server.ts'
import { ListViews } from '../views/list-views.tsx'
import type { Route } from './+types/payout'
import { payoutAction } from './payout-action.server.ts'
import { PayoutDialog } from './payout-dialog.tsx'
import { type PayoutRow, payoutDetails, payoutRow } from './payout-view.server.ts'
import { TransferState } from './transfer-state.tsx'

export const meta: Route.MetaFunction = () => [{ title: `Payout - ${brand.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  const actor = await requireAdmin(context, request)
  const query = new URL(request.url).searchParams
  const filter = payout_filters.find((option) => option === query.get('status')) ?? 'All'
  const opened = openedIn(query, 'payout')
  const view = listViewIn(query, { sorts: payout_sorts, size: ADMIN_PAYOUTS_PER_PAGE })
  const [list, counts, views, file] = await Promise.all([
    listPayouts(db, { filter, place: placeIn(query), view }),
    countPayouts(db),
    viewsOf(db, actor, 'payout'),
    opened === null ? null : payoutFile(db, opened).then(notFoundUnless),
  ])
  return {
    page: { ...list, rows: list.rows.map(payoutRow) },
    payout: file && payoutDetails(file, actor, clock.now()),
    counts,
    views,
    filter,
    view,
    usual: ADMIN_PAYOUTS_PER_PAGE,
  }
}

export const action = adminAction(payoutAction)

export default function Payout({ loaderData }: Route.ComponentProps) {
  const { page, counts, views, payout, filter, view, usual } = loaderData
  const chooses = use(MayContext)('transfer_chosen')
  const to = useListAddress()
  return (
    <>
      <h1 className="text-3xl font-extrabold">Payout</h1>
      {payout && <PayoutDialog key={payout.id} payout={payout} close_to={to({ payout: null })} />}
      <SearchForm
        action="/admin/payout"
        filter={{ label: 'Status', value: filter, options: payout_filters, counts }}
        keeps={keptView(view, usual)}
      />
      <ListTools action="/admin/payout" view={view} usual={usual} sorts={sorts} keeps={{ status: filter }} />
      <ListViews
        list="payout"
        views={views}
        columns={columns}
        statuses={payout_filters}
        sorts={sorts.map(({ name }) => name)}
      />
      {/* Its answer stays when nothing is left to choose; what is opened answers for itself. */}
      {chooses && !payout && <AnswerBoard>{page.rows.some(canBeChosen) && <PayChosen />}</AnswerBoard>}
      <ListTable
        action="/admin/payout"
        page={page}
        narrowed={filter !== 'All' || view.from !== '' || view.to !== ''}
        things="payouts"
        empty_hint="What vendors and riders ask to be paid appears here."
        caption="Payouts"
        sorted={view}
        keyOf={(row) => row.id}
        columns={chooses ? [choice, ...columns] : columns}
      />
    </>
  )
}

const sorts = [
  { name: 'date', down: 'Newest first', up: 'Oldest first' },
  { name: 'amount', down: 'Largest amount first', up: 'Smallest amount first' },
]

const CHOSEN_FORM = 'chosen-payouts'

/** What one press may let go: nothing that waits for something else first. */
const canBeChosen = ({ status, held, transfer }: PayoutRow) => status === 'Pending' && !held && transfer === null

/** Approves what is ticked in the list; what will leave is shown before it does. */
function PayChosen() {
  return (
    <div className="mb-3">
      <ActionForm
        id={CHOSEN_FORM}
        intent="transfer_chosen"
        button="Pay the chosen by transfer…"
        busy="Asking…"
        look="brand"
      />
    </div>
  )
}

const choice = choiceColumn<PayoutRow>(CHOSEN_FORM, (payout) =>
  canBeChosen(payout) ? { id: payout.id, what: `payout ${payout.id}` } : null,
)

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
  { name: 'Amount', sort: 'amount', className: 'money font-bold', cell: (payout) => formatNaira(payout.amount) },
  { name: 'Status', cell: (payout) => <StatusChip status={payout.status} /> },
  { name: 'State', cell: (payout) => <TransferState payout={payout} /> },
  { name: 'Date', sort: 'date', className: 'text-sm xl:whitespace-nowrap', cell: (payout) => payout.date },
  viewColumn((row) => ({ opens: { payout: row.id }, what: `payout ${row.id}` })),
]
