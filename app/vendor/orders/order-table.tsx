import { Link } from 'react-router'
import { formatNaira } from '../../../domain/money.ts'
import { canMove } from '../../../domain/orders/lifecycle.ts'
import { buttonClass } from '../../ui/button.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { Asked } from './move-dialog.tsx'
import { MoveForm } from './move-form.tsx'
import type { OrderView } from './order-view.server.ts'

/** Spec §2: id, items (name x quantity), total price, status chip, date, and what can be done with it. */
export function OrderTable({ orders, ask }: { orders: OrderView[]; ask(asked: Asked): void }) {
  return (
    <div className="card overflow-hidden">
      <table className="data-table">
        <caption className="sr-only">Your orders, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Items</th>
            <th scope="col">Total</th>
            <th scope="col">Status</th>
            <th scope="col">Date</th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <th scope="row" data-label="Order">
                <Link
                  to={`/vendor-order/${order.id}`}
                  aria-label={`Order ${order.id}`}
                  className="font-bold text-link underline"
                >
                  #{order.id}
                </Link>
              </th>
              <td data-label="Items">
                <ul>
                  {order.items.map((item) => (
                    <li key={item.name}>
                      {item.name} x {item.quantity}
                    </li>
                  ))}
                  {order.customer_note && (
                    <li className="text-sm text-ink-soft italic">“{order.customer_note}”</li>
                  )}
                </ul>
              </td>
              <td data-label="Total" className="money font-bold">
                {formatNaira(order.total_price)}
              </td>
              <td data-label="Status">
                <StatusChip status={order.status} />
                {order.ready_by && <p className="mt-1 text-sm text-ink-soft">ready by {order.ready_by}</p>}
              </td>
              <td data-label="Date" className="text-sm">
                {order.date}
              </td>
              <td>
                <Moves order={order} ask={ask} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Moves({ order, ask }: { order: OrderView; ask(asked: Asked): void }) {
  if (!canMove('complete', order.status)) return null
  return (
    <div className="flex w-full flex-wrap gap-2">
      {canMove('accept', order.status) && (
        <button type="button" className={buttonClass('brand')} onClick={() => ask({ order, move: 'accept' })}>
          Accept
        </button>
      )}
      <MoveForm order_id={order.id} move="complete" />
      <button type="button" className={buttonClass('quiet')} onClick={() => ask({ order, move: 'reject' })}>
        Reject
      </button>
    </div>
  )
}
