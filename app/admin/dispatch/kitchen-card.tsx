import { Link } from 'react-router'
import { useListAddress } from '../../ui/lists/use-list-address.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { PhoneLink } from '../phone-link.tsx'
import type { AtKitchenView } from './dispatch-view.server.ts'

/** An order that only its kitchen is concerned with: whom to call, and the way to its page. */
export function KitchenCard({ row, is_chosen }: { row: AtKitchenView; is_chosen: boolean }) {
  const to = useListAddress()
  const { order_id, status, troubles, vendor, customer, collects, what, promised, phone } = row
  return (
    <li
      id={`order-${order_id}`}
      className={[
        'card grid scroll-mt-24 gap-2 p-4 sm:p-5',
        troubles.length > 0 ? 'border-l-4 border-bad' : '',
        is_chosen ? 'outline-3 -outline-offset-3 outline-link' : '',
      ].join(' ')}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-lg font-bold">
          <Link className="text-link underline" to={`/admin/orders/${order_id}` satisfies Address}>
            Order {order_id}
          </Link>
        </h3>
        {[status, ...troubles].map((name) => (
          <StatusChip key={name} status={name} />
        ))}
        <Link
          to={to({ order: is_chosen ? null : order_id })}
          preventScrollReset
          aria-current={is_chosen ? 'true' : undefined}
          aria-label={`${is_chosen ? 'Chosen' : 'On the map'}: order ${order_id}`}
          className="ml-auto inline-flex min-h-11 items-center text-link underline"
        >
          {is_chosen ? 'Chosen' : 'On the map'}
        </Link>
      </div>
      <p className="min-w-0 break-words">
        {vendor} {collects ? `for ${customer}, who collects it` : `to ${customer}`}
        <span className="block text-sm text-ink-soft">
          {what}
          {promised && ` ${promised.charAt(0).toUpperCase()}${promised.slice(1)}.`}
        </span>
      </p>
      {phone && (
        <p>
          Kitchen <PhoneLink number={phone} />
        </p>
      )}
    </li>
  )
}
