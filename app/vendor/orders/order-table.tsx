import { Link } from 'react-router'
import { choicesText, nameWithChoices } from '../../../domain/catalog/menu/option-groups.ts'
import { canMove } from '../../../domain/orders/lifecycle.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { AskButtons } from './ask-buttons.tsx'
import { Choosing, InsteadOf } from './missing-dishes.tsx'
import type { Asked } from './move-dialog.tsx'
import { OrderTotal } from './order-total.tsx'
import type { OrderView } from './order-view.server.ts'
import { UndoForm } from './undo-form.tsx'

/** Id, items (name x quantity), total price, status chip, date, and what can be done with it. */
export function OrderTable(props: { orders: OrderView[]; ask(asked: Asked): void; caption: string }) {
  const { orders, ask, caption } = props
  return (
    <div className="card relative overflow-x-auto">
      <table className="data-table">
        <caption className="sr-only">{caption}</caption>
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
                  to={`/vendor-order/${order.id}` satisfies Address}
                  aria-label={`Order ${order.id}`}
                  className="font-bold text-link underline"
                >
                  #{order.id}
                </Link>
              </th>
              <td data-label="Items">
                <ul className="min-w-0 grow basis-40">
                  {order.items.map((item, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: what was ordered never changes its place.
                    <li key={place}>
                      {item.left > 0 && `${item.name} x ${item.left}`}
                      {item.left > 0 && item.options && (
                        <span className="block text-sm text-ink-soft">{choicesText(item.options)}</span>
                      )}
                      {item.left < item.quantity && (
                        <span className="block text-sm">
                          <s>
                            {nameWithChoices(item)} x {item.quantity - item.left}
                          </s>{' '}
                          <strong>{order.refunded}</strong>
                        </span>
                      )}
                      <InsteadOf item={item} />
                    </li>
                  ))}
                  <Choosing order={order} />
                  <Slot order={order} />
                  {order.collects && <li className="text-sm font-semibold">The customer collects it</li>}
                  {order.customer_note && <li className="text-sm text-ink-soft italic">“{order.customer_note}”</li>}
                </ul>
              </td>
              <td data-label="Total" className="money font-bold">
                <div>
                  <OrderTotal order={order} />
                </div>
              </td>
              <td data-label="Status">
                <div>
                  <StatusChip status={order.status} />
                  {order.is_rejecting && <p className="mt-1 text-sm text-ink-soft">being rejected</p>}
                  {order.ready_by && (
                    <p className="mt-1 text-sm whitespace-nowrap text-ink-soft">ready by {order.ready_by}</p>
                  )}
                </div>
              </td>
              <td data-label="Date" className="text-sm">
                {order.date}
              </td>
              <td>
                <UndoForm order={order} action="/vendor-order" />
                <Moves order={order} ask={ask} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** For when it was ordered, and when to begin. */
function Slot({ order: { slot, begin_at } }: { order: OrderView }) {
  return (
    slot && (
      <li className="font-bold">
        {slot}
        {begin_at && `, begin at ${begin_at}`}
      </li>
    )
  )
}

function Moves({ order, ask }: { order: OrderView; ask(asked: Asked): void }) {
  const className = 'mt-2 md:mt-0'
  if (order.awaits_customer) {
    const moves = { collect: 'Hand over', not_collected: 'Not collected' }
    return <AskButtons order={order} ask={ask} moves={moves} next="collect" className={className} />
  }
  if (order.is_rejecting || !canMove('complete', order.status)) return null
  const is_new = canMove('accept', order.status)
  const is_chosen = order.choosing.length === 0
  const moves = {
    ...(is_new && { accept: 'Accept' }),
    ...(is_chosen && { complete: 'Mark as Completed' }),
    ...(!is_new && { more_time: 'More time' }),
    ...(order.missable.length > 0 && { missing: 'Something is out' }),
    reject: 'Reject',
  }
  return (
    <AskButtons order={order} ask={ask} moves={moves} next={is_new ? 'accept' : 'complete'} className={className} />
  )
}
