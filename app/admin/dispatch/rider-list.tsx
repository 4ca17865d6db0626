import { Link } from 'react-router'
import { useListAddress } from '../../ui/lists/use-list-address.ts'
import { PhoneLink } from '../phone-link.tsx'
import type { RiderView } from './dispatch-view.server.ts'

/** The riders on duty: where they are, what they carry, and when they are free. An order may be dropped on each. */
export function RiderList({ riders, chosen }: { riders: readonly RiderView[]; chosen: string | null }) {
  const to = useListAddress()
  if (riders.length === 0) {
    return (
      <p className="card mt-3 p-5 text-ink-soft">
        Nobody is on duty. Active riders can be called from the list of{' '}
        <Link className="text-link underline" to={'/admin/riders' satisfies Address}>
          riders
        </Link>
        .
      </p>
    )
  }
  return (
    <ul className="card mt-3 divide-y divide-line">
      {riders.map((rider) => (
        <li
          key={rider.user_id}
          data-rider={rider.user_id}
          className={`p-4 ${rider.user_id === chosen ? 'outline-3 -outline-offset-3 outline-link' : ''}`}
        >
          <p className="flex flex-wrap justify-between gap-x-4">
            <Link
              className="min-w-0 font-semibold break-words text-link underline"
              to={`/admin/riders?rider=${rider.user_id}` satisfies Address}
            >
              {rider.name}
            </Link>
            {rider.phone && <PhoneLink number={rider.phone} />}
          </p>
          <p>{rider.doing}</p>
          <p className="text-sm text-ink-soft">
            {rider.where}
            {rider.vehicle && `, ${rider.vehicle}`}
            {rider.on_duty ? `, on duty since ${rider.on_duty}` : ', off duty'}
          </p>
          <Link
            to={to({ rider: rider.user_id === chosen ? null : rider.user_id })}
            preventScrollReset
            aria-label={`${rider.user_id === chosen ? 'Show all orders' : 'Only their orders'}: ${rider.name}`}
            className="inline-flex min-h-11 items-center text-link underline"
          >
            {rider.user_id === chosen ? 'Show all orders' : 'Only their orders'}
          </Link>
        </li>
      ))}
    </ul>
  )
}
