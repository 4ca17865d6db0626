import { Link } from 'react-router'
import { formatNaira } from '../../../domain/money.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { ConfirmWithReason } from '../../ui/forms/confirm-with-reason.tsx'
import { Titled } from '../../ui/titled.tsx'
import type { DispatchView } from './dispatch-view.server.ts'

/** Ways that ended without a hand-over, whose pay an admin agrees to or refuses. */
export function WaysToSee({ ways }: { ways: DispatchView['ways_to_see'] }) {
  return (
    <Titled id="ways-to-see" title="Ways without a hand-over" className="scroll-mt-24">
      <p className="text-sm text-ink-soft">
        The rider rode and could not hand it over. Until you agree, the rider cannot be paid for the way.
      </p>
      <ul className="mt-3 grid gap-3">
        {ways.map((way) => (
          <li key={way.incident_id} className="card grid gap-3 p-4">
            <div>
              <Link className="text-link underline" to={`/admin/orders/${way.order_id}` satisfies Address}>
                Order {way.order_id}
              </Link>{' '}
              at {way.at} by {way.rider_name}, {formatNaira(way.pay)}. {way.what}
              {way.words && ` “${way.words}”`}
              {way.photo && (
                <a className="block text-link underline" href={way.photo}>
                  Photo of order {way.order_id}
                </a>
              )}
            </div>
            <div className="flex flex-wrap items-start gap-2">
              <ActionForm
                intent="pay_way"
                subject={{ name: 'incident_id', value: way.incident_id }}
                look="quiet"
                button={`Pay the way of order ${way.order_id}`}
                busy="Saving…"
              />
              <ConfirmWithReason
                intent="refuse_way"
                subject={{ name: 'incident_id', value: way.incident_id }}
                ask="Do not pay…"
                what={`${way.rider_name} gets nothing for this way, and reads why.`}
                button="Do not pay it"
                busy="Saving…"
                reason={{ label: 'Why not?' }}
              />
            </div>
          </li>
        ))}
      </ul>
    </Titled>
  )
}
