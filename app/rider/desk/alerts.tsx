import { ActionForm } from '../../ui/forms/action-form.tsx'
import { AnswerBoard } from '../../ui/forms/answer-board.tsx'
import type { RiderAlertsView } from './alerts.server.ts'
import { OfferCard } from './offer-card.tsx'

/** What a rider must not miss, whichever page is open: an offer, why none come any more, and what was called off. */
export function RiderAlerts({ alerts }: { alerts: RiderAlertsView | null }) {
  if (!alerts) return null
  const { offer, sent_off_duty, stopped, called_off } = alerts
  return (
    <div className="mx-auto mb-5 grid max-w-2xl gap-5 empty:hidden">
      <AnswerBoard passing>
        {called_off.map(({ id, order_id, text }) => (
          <section key={id} aria-labelledby={`called-off-${id}`} className="card border-2 border-plantain p-5">
            <h2 id={`called-off-${id}`} className="text-lg font-bold">
              Order {order_id} is called off
            </h2>
            <p className="mt-1 mb-4">{text}</p>
            <ActionForm
              intent="understood"
              action="/rider-dashboard"
              subject={{ name: 'id', value: id }}
              button="Understood"
              busy="One moment…"
            />
          </section>
        ))}
        {offer && <OfferCard key={offer.offer_id} offer={offer} />}
        {(sent_off_duty || stopped) && (
          <section aria-labelledby="rest-title" className="card border-2 border-plantain p-5">
            <h2 id="rest-title" className="text-lg font-bold">
              You are off duty
            </h2>
            <p className="mt-1 mb-4">
              {stopped
                ? 'You could not go on, so others are asked. ' +
                  'Look after yourself first: go on duty when you are able to.'
                : 'Three offers in a row passed without an answer, so others are asked. ' +
                  'Nothing is lost: go on duty when you are back.'}
            </p>
            <ActionForm intent="on_duty" action="/rider-dashboard" button="I am back" busy="One moment…" />
          </section>
        )}
      </AnswerBoard>
    </div>
  )
}
