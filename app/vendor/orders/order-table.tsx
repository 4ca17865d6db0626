import { Link } from 'react-router'
import { choicesKey, choicesText, nameWithChoices } from '../../../domain/catalog/option-groups.ts'
import { canMove } from '../../../domain/orders/lifecycle.ts'
import { buttonClass } from '../../ui/button.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { Asked } from './move-dialog.tsx'
import type { Move } from './move-form.tsx'
import { OrderTotal } from './order-total.tsx'
import type { OrderView } from './order-view.server.ts'

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
                  {order.items.map((item) => (
                    <li key={`${item.name} ${choicesKey(item.options)}`}>
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
                    </li>
                  ))}
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
                  {order.ready_by && (
                    <p className="mt-1 text-sm whitespace-nowrap text-ink-soft">ready by {order.ready_by}</p>
                  )}
                </div>
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

/** Each asks before it moves the order. Where no script runs they lead to the order's own page, which asks the same. */
function Moves({ order, ask }: { order: OrderView; ask(asked: Asked): void }) {
  if (!canMove('complete', order.status) && !order.awaits_customer) return null
  const is_new = canMove('accept', order.status)
  // What comes next is the largest.
  const button = (move: Move, words: string, look: 'primary' | 'quiet') => (
    <button
      type="submit"
      className={buttonClass(
        look,
        look === 'primary' ? 'basis-full px-3! whitespace-nowrap' : 'px-3! text-sm whitespace-nowrap',
      )}
      onClick={() => ask({ order, move })}
    >
      {words}
    </button>
  )
  return (
    <form
      action={`/vendor-order/${order.id}` satisfies Address}
      className="mt-2 flex w-full flex-wrap gap-2 md:mt-0"
      onSubmit={(event) => event.preventDefault()}
    >
      {order.awaits_customer ? (
        <>
          {button('collect', 'Hand over', 'primary')}
          {button('not_collected', 'Not collected', 'quiet')}
        </>
      ) : (
        <>
          {is_new && button('accept', 'Accept', 'primary')}
          {button('complete', 'Mark as Completed', is_new ? 'quiet' : 'primary')}
          {button('reject', 'Reject', 'quiet')}
        </>
      )}
    </form>
  )
}
