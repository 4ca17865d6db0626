import { lineTotal } from '../../../domain/catalog/menu/cart-line.ts'
import { type ChosenOption, nameWithChoices } from '../../../domain/catalog/menu/option-groups.ts'
import { formatNaira } from '../../../domain/money.ts'
import { Choosing, InsteadOf } from './missing-dishes.tsx'
import type { OrderView } from './order-view.server.ts'

type TicketProps = {
  order: OrderView & { customer_name: string }
  /** What is different from the ticket that hangs there already. */
  changes?: readonly string[]
}

/**
 * What hangs in the kitchen: readable from a step away, and all that is printed (app/back-office.css, 58 and 80 mm).
 */
export function Ticket({ order, changes = [] }: TicketProps) {
  return (
    <section aria-label="Kitchen ticket" className="ticket card p-5">
      <p className="ticket-number hidden text-2xl font-extrabold print:block">Order {order.id}</p>
      <p className="text-sm">
        {order.date}, {order.customer_name}
      </p>
      {changes.length > 0 && (
        <div className="mt-2 border-4 border-current p-2 font-bold">
          <p className="text-xl font-extrabold">Changed</p>
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </div>
      )}
      <ul className={`my-3 grid gap-1 text-lg font-bold ${order.status === 'Cancelled' ? 'line-through' : ''}`}>
        {order.items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was ordered never changes its place.
          <li key={place} className="flex justify-between gap-3">
            <div>
              {item.left > 0 && `${item.left} x ${item.name}`}
              {item.left > 0 &&
                byGroup(item.options ?? []).map((choices) => (
                  <p key={choices} className="pl-6 text-base">
                    {choices}
                  </p>
                ))}
              {item.left < item.quantity && (
                <p className="text-base">
                  <s>
                    {item.quantity - item.left} x {nameWithChoices(item)}
                  </s>{' '}
                  {order.refunded}
                </p>
              )}
              <InsteadOf item={item} />
            </div>
            {item.left > 0 && (
              <span className="money font-normal">{formatNaira(lineTotal({ ...item, quantity: item.left }))}</span>
            )}
          </li>
        ))}
        <Choosing order={order} />
      </ul>
      {order.customer_note && (
        <p className="ticket-note rounded-control border-2 border-dashed border-current p-2 font-bold">
          Note: {order.customer_note}
        </p>
      )}
      {order.goes_with && <p className="mt-2 font-bold">{order.goes_with}</p>}
      {order.slot && (
        <p className="mt-2 font-bold">
          {order.slot}
          {order.begin_at && `, begin at ${order.begin_at}`}
        </p>
      )}
      {order.collects && <p className="mt-2 font-bold">The customer collects it</p>}
      {order.ready_by && <p className="mt-2 font-bold">Ready by {order.ready_by}</p>}
    </section>
  )
}

/**
 * "Size: Large", "Extras: Plantain, Egg": a cook looks for one kind of thing at a time. Whose it is ("for Tunde") has a
 * group of ours, which stands for itself.
 */
function byGroup(options: readonly ChosenOption[]): string[] {
  const groups = [...new Set(options.map(({ group }) => group))]
  return groups.map((name) => {
    const chosen = options.filter(({ group }) => group === name)
    return `${name.startsWith(':') ? '' : `${name}: `}${chosen.map((option) => option.name).join(', ')}`
  })
}
