import { renderToStaticMarkup } from 'react-dom/server'
import type { TrackedOrder } from '../../../domain/checkout/track/tracked-orders.ts'
import { formatCampusTime } from '../../../domain/clock.ts'
import { later_words } from '../../../domain/notifications/words/customer-templates.ts'

/** When an order comes, in words that no script has to carry, and how long that still is; null where nobody knows. */
export function windowView({ window, promised_until, later_because }: TrackedOrder, now: Date) {
  if (!window) return null
  const because = later_because ? `: ${later_words[later_because]}` : ''
  // The first promise, where the order comes later than that.
  const told_first = promised_until && window.until > promised_until && formatCampusTime(promised_until)
  const told =
    told_first && `We first told you ${told_first} at the latest, and are sorry that it takes longer${because}.`
  return {
    // A page that was open before the release that draws these on the server knows them by other names (085).
    from: formatCampusTime(window.from),
    until: formatCampusTime(window.until),
    seconds_left: Math.ceil((window.until.getTime() - now.getTime()) / 1000),
    told_first: told || null,
    between: renderToStaticMarkup(
      <>
        Between <strong className="money">{formatCampusTime(window.from)}</strong> and{' '}
        <strong className="money">{formatCampusTime(window.until)}</strong>
      </>,
    ),
    left_ms: window.until.getTime() - now.getTime(),
    late: 'Later than we promised. We are sorry and we are on it; call us if you like.',
    told: renderToStaticMarkup(told && <span className="block text-base">{told}</span>),
  }
}
