import { use } from 'react'
import { may } from '../../../domain/admin-roles.ts'
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
import { buttonClass } from '../../ui/button.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import { choiceColumn } from '../../ui/forms/choice-column.tsx'
import type { Column } from '../../ui/lists/data-table.tsx'
import { notFoundUnless, openedIn } from '../../ui/lists/opened-row.server.ts'
import { useListAddress } from '../../ui/lists/use-list-address.ts'
import { viewColumn } from '../../ui/lists/view-column.tsx'
import { MayContext } from '../../ui/may-context.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import { ListScreen } from '../list-screen.tsx'
import type { Route } from './+types/payout'
import { payoutAction } from './payout-action.server.ts'
import { PayoutDialog } from './payout-dialog.tsx'
import { type PayoutRow, payoutDetails, payoutRow } from './payout-view.server.ts'
import { TransferState } from './transfer-state.tsx'

export const meta: Route.MetaFunction = () => [{ title: `Payout - ${brand.name}` }]

export const loader = adminLoader(async ({ actor, db, now, query }) => {
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
    payout: file && payoutDetails(file, actor, now),
    counts,
    views,
    exports: may(actor, 'export'),
    filter,
    view,
    usual: ADMIN_PAYOUTS_PER_PAGE,
  }
})

export const action = adminAction(payoutAction)

export default function Payout({ loaderData }: Route.ComponentProps) {
  const { page, counts, views, exports, payout, filter, view, usual } = loaderData
  const chooses = use(MayContext)('transfer_chosen')
  const to = useListAddress()
  return (
    <ListScreen
      title="Payout"
      above={payout && <PayoutDialog key={payout.id} payout={payout} close_to={to({ payout: null })} />}
      action="/admin/payout"
      filter={{ label: 'Status', value: filter, options: payout_filters, counts }}
      tools={{ view, usual, sorts }}
      saved={{ list: 'payout', views }}
      page={page}
      things="payouts"
      empty_hint="What vendors and riders ask to be paid appears here."
      caption="Payouts"
      keyOf={(row) => row.id}
      choice={chooses && choice}
      columns={columns}
    >
      {/* Its answer stays when nothing is left to choose; what is opened answers for itself. */}
      {chooses && !payout && <AnswerBoard>{page.rows.some(canBeChosen) && <PayChosen />}</AnswerBoard>}
      {exports && page.rows.length > 0 && <TakeAlong status={filter} from={view.from} to={view.to} />}
    </ListScreen>
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

/** All that the list shows, on whatever page, as a file. */
function TakeAlong(asked: { status: string; from: string; to: string }) {
  return (
    <a
      href={`/admin/export/payouts.csv?${new URLSearchParams(asked)}` satisfies Address}
      download
      className={buttonClass('quiet', 'mb-3')}
    >
      Export this list
    </a>
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
