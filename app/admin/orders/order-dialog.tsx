import { Link } from 'react-router'
import { DetailsDialog, Facts, History } from '../../ui/details-dialog.tsx'
import { OrderActions } from './order-actions.tsx'
import { CustomerPhone, Items, Kitchen, Margin, Payments, Refunds, Siblings } from './order-parts.tsx'
import type { OrderDetails } from './order-view.server.ts'

/** Customer, vendor, items, fee, total, status, reference; beside them what happened, what was paid and given back. */
export function OrderDialog({ order, close_to }: { order: OrderDetails; close_to: string }) {
  return (
    <DetailsDialog title={`Order ${order.id}`} status={order.status} close_to={close_to}>
      <Facts
        facts={[
          ['Customer Name', order.customer_name],
          ['Phone', <CustomerPhone key="phone" order={order} />],
          ['Email', order.customer_email],
          order.collects ? ['Collects it', 'at the kitchen'] : ['Address', order.customer_address],
          order.customer_note && ['Note', order.customer_note],
          ['Vendor', <Kitchen key="vendor" order={order} />],
          ['Ordered', order.date],
          order.slot && ['For', `${order.slot}, to begin ${order.begin_at}`],
          order.ready_by && ['Kitchen: ready by', order.ready_by],
          order.promised_by && ['Customer: promised by', order.promised_by],
          order.expected_by && ['Customer: expected by', order.expected_by],
        ]}
      />
      <Items order={order} />
      <Facts
        facts={[
          ['Status', order.status],
          ['Payment Reference', order.payment_reference],
          ...(order.siblings.length > 0 ? [['Paid together with', <Siblings key="s" order={order} />] as const] : []),
        ]}
      />
      <p>
        <Link className="text-link underline" to={`/admin/orders/${order.id}` satisfies Address}>
          The whole order, with everything that happened
        </Link>
      </p>
      <OrderActions order={order} />
      <History moves={order.history} />
      {order.margin && <Margin order={order} margin={order.margin} />}
      <Payments order={order} />
      {order.refunds.length > 0 && <Refunds order={order} />}
    </DetailsDialog>
  )
}
