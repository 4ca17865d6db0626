import { formatNaira } from '../../../domain/money.ts'
import { Titled } from '../../ui/titled.tsx'
import { reason_words } from '../desk/incident-words.ts'
import type { OwnWayView } from './earnings-view.server.ts'

/** What a rider gets for ways that ended without a hand-over; nothing where there was none. */
export function OwnWays({ ways }: { ways: readonly OwnWayView[] }) {
  if (ways.length === 0) return null
  return (
    <Titled id="own-ways" title="Ways without a hand-over">
      <ul className="card mt-3 divide-y divide-line px-5">
        {ways.map((way) => (
          <li key={way.incident_id} className="py-3">
            <p className="flex justify-between gap-3 font-semibold">
              <span>
                Order {way.order_id}, {way.at}
              </span>
              <span className="money">{formatNaira(way.pay)}</span>
            </p>
            <p className="text-ink-soft">
              {reason_words[way.reason]}. {way.said}
            </p>
          </li>
        ))}
      </ul>
    </Titled>
  )
}
