import { Link } from 'react-router'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import type { DispatchView } from './dispatch-view.server.ts'

/** Hand-overs without the customer's PIN that nobody has looked at. */
export function WithoutPin({ rows }: { rows: DispatchView['without_pin'] }) {
  return (
    <section aria-labelledby="without-pin" className="scroll-mt-24">
      <h2 id="without-pin" className="text-xl font-bold">
        Handed over without the PIN
      </h2>
      <p className="text-sm text-ink-soft">
        Nobody has looked at these yet. Until then the rider cannot be paid for them. Where the food was not handed
        over, give the money back at the order first, and let the rider bear it.
      </p>
      <ul className="mt-3 grid gap-3">
        {rows.map((row) => (
          <li key={row.delivery_id} className="card p-4">
            <Link className="text-link underline" to={`/admin/orders/${row.order_id}` satisfies Address}>
              Order {row.order_id}
            </Link>{' '}
            at {row.at} by {row.rider_name}: {row.reason}
            {row.photo && (
              <a className="block text-link underline" href={row.photo}>
                Photo of order {row.order_id}
              </a>
            )}
            <div className="mt-3">
              <ActionForm
                intent="see_hand_over"
                subject={{ name: 'delivery_id', value: row.delivery_id }}
                look="quiet"
                button={`I have looked at order ${row.order_id}`}
                busy="Saving…"
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
