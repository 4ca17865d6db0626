import { brand } from '../../../domain/brand.ts'
import { recipientOfPayment } from '../../../domain/checkout/review/refund-recipient.ts'
import { viewsOf } from '../../../domain/desk/saved-views.ts'
import { placeIn } from '../../../domain/keyset.ts'
import { listViewIn } from '../../../domain/list-view.ts'
import { chargebacksOf } from '../../../domain/payments/chargebacks/charged-back.ts'
import { refund_statuses } from '../../../domain/payments/lifecycle.ts'
import { isSlowRefund, theirRefund } from '../../../domain/payments/money-back.ts'
import {
  countRefunds,
  findRefund,
  listRefunds,
  REFUNDS_PER_PAGE,
  refund_filters,
} from '../../../domain/payments/refund-list.ts'
import type { Column } from '../../ui/lists/data-table.tsx'
import { by_date } from '../../ui/lists/list-tools.tsx'
import { notFoundUnless } from '../../ui/lists/opened-row.server.ts'
import { useListAddress } from '../../ui/lists/use-list-address.ts'
import { viewColumn } from '../../ui/lists/view-column.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { adminAction, adminLoader } from '../admin-screen.server.ts'
import { goesBack } from '../goes-back.ts'
import { ListScreen } from '../list-screen.tsx'
import type { Route } from './+types/refunds'
import { refundAction } from './refund-action.server.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { type RefundView, refundView } from './refund-view.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Refunds - ${brand.name}` }]

export const loader = adminLoader(async ({ actor, db, now, query }) => {
  const status = refund_statuses.find((option) => option === query.get('status')) ?? null
  const opened = query.get('refund')
  const view = listViewIn(query, { sorts: ['date'], size: REFUNDS_PER_PAGE })
  const [list, counts, views, found] = await Promise.all([
    listRefunds(db, { status, place: placeIn(query), view }),
    countRefunds(db),
    viewsOf(db, actor, 'refunds'),
    opened ? findRefund(db, opened).then(notFoundUnless) : null,
  ])
  return {
    page: { ...list, rows: list.rows.map(refundView) },
    refund: found && {
      ...refundView(found),
      asked_by: found.asked_by,
      has_chargeback: (await chargebacksOf(db, [found.refund.payment_id])).length > 0,
      slow: isSlowRefund(found.refund, now) ? theirRefund(found) : null,
      goes_back: goesBack(await recipientOfPayment(db, found.refund.payment_id), found.refund.amount),
    },
    status: status ?? 'All',
    filters: refund_filters,
    counts,
    views,
    view,
    usual: REFUNDS_PER_PAGE,
  }
})

export const action = adminAction(refundAction)

export default function Refunds({ loaderData }: Route.ComponentProps) {
  const { page, refund, status, filters, counts, views, view, usual } = loaderData
  const to = useListAddress()
  return (
    <ListScreen
      title="Refunds"
      lead={
        'Money on its way back to customers. Each is followed at the provider until it has arrived; one that failed ' +
        'waits here for you.'
      }
      above={refund && <RefundDialog key={refund.id} refund={refund} close_to={to({ refund: null })} />}
      action="/admin/refunds"
      filter={{ label: 'Status', value: status, options: filters, counts }}
      tools={{ view, usual, sorts: by_date }}
      saved={{ list: 'refunds', views }}
      page={page}
      things="refunds"
      empty_hint="When money goes back to a customer, it shows here."
      caption="Refunds"
      keyOf={(row) => row.id}
      columns={columns}
    />
  )
}

const columns: readonly Column<RefundView>[] = [
  { name: 'Amount', names_row: true, className: 'money font-bold', cell: (row) => row.amount },
  { name: 'Why', className: 'min-w-0', cell: (row) => row.explanation ?? row.reason },
  { name: 'Order', cell: (row) => row.order_id ?? 'None' },
  { name: 'Status', cell: (row) => <StatusChip status={row.status} /> },
  { name: 'Asked', sort: 'date', className: 'text-sm', cell: (row) => row.asked },
  viewColumn((row) => ({
    opens: { refund: row.id },
    what: `refund of ${row.amount}${row.order_id ? ` for order ${row.order_id}` : ''}`,
  })),
]
