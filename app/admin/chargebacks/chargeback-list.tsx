import { Link } from 'react-router'
import { Notice } from '../../ui/notice.tsx'
import type { ChargebackView } from './chargeback-view.server.ts'

/** What banks ask back: how much, why, where it stands, and until when to answer; of several orders with which. */
export function ChargebackList({ chargebacks, with_orders }: { chargebacks: ChargebackView[]; with_orders?: boolean }) {
  return (
    <ul className="grid gap-3">
      {chargebacks.map((one) => (
        <li key={one.id} className="min-w-0">
          <span className="money font-semibold">{one.amount}</span>: <strong>{one.status}</strong>
          <span className="block text-sm break-words text-ink-soft">
            “{one.reason}”, {one.raised}, {one.provider}’s chargeback {one.number}
            {with_orders && (one.order_id !== null || !one.is_known) && <>, {whose(one)}</>}
          </span>
          {one.waits && (
            <Notice kind="warn">
              Answer in {one.provider}’s dashboard{one.due && <> before {one.due}</>}, or it is lost: send what proves
              that it was handed over.
            </Notice>
          )}
        </li>
      ))}
    </ul>
  )
}

function whose({ order_id }: ChargebackView) {
  if (order_id === null) return 'of a payment that we do not know'
  return (
    <Link className="text-link underline" to={`/admin/orders/${order_id}` satisfies Address}>
      order {order_id}
    </Link>
  )
}
