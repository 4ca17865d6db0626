import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { viewsOf } from '../../../domain/desk/saved-views.ts'
import { placeIn } from '../../../domain/keyset.ts'
import { listViewIn } from '../../../domain/list-view.ts'
import { newestChargebacks } from '../../../domain/orders/chargeback-list.ts'
import {
  countDifferences,
  DIFFERENCES_PER_PAGE,
  findDifference,
  listDifferences,
} from '../../../domain/reconciliation/difference-list.ts'
import { difference_statuses } from '../../../domain/reconciliation/lifecycle.ts'
import { listState } from '../../../domain/reconciliation/read-newest.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import type { Column } from '../../ui/lists/data-table.tsx'
import { by_date } from '../../ui/lists/list-tools.tsx'
import { notFoundUnless, openedIn } from '../../ui/lists/opened-row.server.ts'
import { useListAddress } from '../../ui/lists/use-list-address.ts'
import { viewColumn } from '../../ui/lists/view-column.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import { ChargebackList } from '../chargebacks/chargeback-list.tsx'
import { type ChargebackView, chargebackView } from '../chargebacks/chargeback-view.server.ts'
import { ListScreen } from '../list-screen.tsx'
import type { Route } from './+types/reconciliation'
import { differenceAction } from './difference-action.server.ts'
import { DifferenceDialog } from './difference-dialog.tsx'
import { type DifferenceView, differenceView } from './difference-view.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Reconciliation - ${brand.name}` }]

export const loader = adminLoader(async ({ actor, services, query }) => {
  const status = difference_statuses.find((option) => option === query.get('status')) ?? 'Open'
  const opened = openedIn(query, 'difference')
  const view = listViewIn(query, { sorts: ['date'], size: DIFFERENCES_PER_PAGE })
  const [list, counts, views, found, state, charged_back] = await Promise.all([
    listDifferences(services.db, { status, place: placeIn(query), view }),
    countDifferences(services.db),
    viewsOf(services.db, actor, 'reconciliation'),
    opened === null ? null : findDifference(services.db, opened).then(notFoundUnless),
    listState(services),
    newestChargebacks(services.db, MOST_CHARGEBACKS),
  ])
  const asked = state !== null && state.next_compare_at <= services.clock.now()
  return {
    page: { ...list, rows: list.rows.map(differenceView) },
    difference: found && differenceView(found),
    status,
    counts,
    views,
    view,
    usual: DIFFERENCES_PER_PAGE,
    error: state?.error ?? null,
    charged_back: charged_back.map(({ chargeback, ...of }) => chargebackView(chargeback, of)),
    chargebacks_error: state?.chargebacks_error ?? null,
    compared: state?.compared_at ? formatCampusDateTime(state.compared_at) : null,
    progress: state?.comparing_from
      ? progressText(state.compare_list, state.compare_page, state.compare_pages)
      : asked
        ? 'Beginning…'
        : null,
  }
})

/** Older ones stand on their orders' pages. */
const MOST_CHARGEBACKS = 20

export const action = adminAction(differenceAction)

function progressText(list: 'charges' | 'refunds' | 'transfers' | null, page: number, pages: number | null): string {
  if (list === null) return 'Comparing…'
  const what = list === 'charges' ? 'payments' : list
  return `Reading the provider’s ${what}, page ${page}${pages ? ` of ${pages}` : ''}…`
}

export default function Reconciliation({ loaderData }: Route.ComponentProps) {
  const { page, difference, status, counts, views, view, usual, error, compared, progress } = loaderData
  const to = useListAddress()
  return (
    <ListScreen
      title="Reconciliation"
      lead={
        'Every night the provider’s payments, refunds and transfers of the last week are compared with our books. ' +
        'What was paid and got lost on the way is settled at once; what differs stands here until somebody looks at it.'
      }
      above={
        <>
          <Comparison compared={compared} progress={progress} error={error} />
          <Chargebacks chargebacks={loaderData.charged_back} error={loaderData.chargebacks_error} />
          {difference && (
            <DifferenceDialog key={difference.id} difference={difference} close_to={to({ difference: null })} />
          )}
        </>
      }
      action="/admin/reconciliation"
      filter={{ label: 'Status', value: status, options: difference_statuses, counts }}
      tools={{ view, usual, sorts: by_date }}
      saved={{ list: 'reconciliation', views }}
      page={page}
      things="differences"
      empty_hint={compared ? 'Both sides say the same.' : 'Nothing was compared yet.'}
      caption="Differences between the provider’s lists and our books"
      keyOf={(row) => row.id}
      columns={columns}
    />
  )
}

function Comparison(props: { compared: string | null; progress: string | null; error: string | null }) {
  const { compared, progress, error } = props
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (progress === null) return
    const again = setTimeout(revalidate, 1500)
    return () => clearTimeout(again)
  })
  return (
    <div className="card mt-5 flex flex-wrap items-center gap-4 p-4">
      <p role="status" className="mr-auto">
        {progress ?? (compared ? `Last compared on ${compared}.` : 'Never compared so far.')}
      </p>
      {progress === null && <ActionForm intent="compare" button="Compare now" busy="Asking…" look="brand" />}
      {error && (
        <div className="basis-full">
          <Notice kind="bad">The provider gave no list: {error}. It is asked again in a minute.</Notice>
        </div>
      )}
    </div>
  )
}

function Chargebacks({ chargebacks, error }: { chargebacks: ChargebackView[]; error: string | null }) {
  return (
    <section id="chargebacks" aria-label="Chargebacks" className="card mt-5 min-w-0 p-4">
      <h2 className="mb-2 text-lg font-bold">Chargebacks</h2>
      {error && <Notice kind="bad">The provider’s chargebacks: {error}. Look at them in its dashboard.</Notice>}
      {chargebacks.length > 0 ? (
        <ChargebackList chargebacks={chargebacks} with_orders />
      ) : (
        <p className="text-ink-soft">No bank has asked money back. The provider is asked every 15 minutes.</p>
      )}
    </section>
  )
}

const columns: readonly Column<DifferenceView>[] = [
  { name: 'Difference', names_row: true, className: 'min-w-0', cell: (row) => row.what },
  {
    name: 'Reference',
    className: 'min-w-0 text-sm break-all',
    cell: (row) => row.tx_ref ?? row.provider_number,
  },
  { name: 'Status', cell: (row) => <StatusChip status={row.status} /> },
  { name: 'Found', sort: 'date', className: 'text-sm', cell: (row) => row.found },
  viewColumn((row) => ({ opens: { difference: row.id }, what: `difference ${row.id}` })),
]
