import { Link } from 'react-router'
import { choicesKey, choicesText } from '../../../domain/catalog/option-groups.ts'
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
                <ul className="min-w-0 grow basis-40">
                  {order.items.map((item) => (
                    <li key={`${item.name} ${choicesKey(item.options)}`}>
                      {item.name} x {item.quantity}
                      {item.options && (
                        <span className="block text-sm text-ink-soft">{choicesText(item.options)}</span>
                      )}
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
  const is_new = canMove('accept', order.status)
  const complete = <MoveForm order_id={order.id} action="/vendor-order" move="complete" />
  return (
    <div className="mt-2 flex w-full flex-wrap gap-2 lg:mt-0">
      {is_new ? (
        <button
          type="button"
          className={buttonClass('primary')}
          onClick={() => ask({ order, move: 'accept' })}
        >
          Accept
        </button>
      ) : (
        complete
      )}
      <button type="button" className={buttonClass('quiet')} onClick={() => ask({ order, move: 'reject' })}>
        Reject
      </button>
      {is_new && complete}
    </div>
  )
}
