import { lazy, Suspense, useEffect, useRef } from 'react'
import { useFetchers } from 'react-router'
import { formatNaira } from '../../../domain/money.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { useSecondsPassed } from '../../ui/live/use-seconds-passed.ts'
import { useOnline } from '../use-online.ts'
import type { OfferView } from './desk-view.server.ts'

/** Its script is fetched with the first offer. On a line that fails just then, the words beside it say the same. */
const OfferMap = lazy(() =>
  import('./offer-map.tsx').then(
    ({ OfferMap }) => ({ default: OfferMap }),
    () => ({ default: () => <></> }),
  ),
)

/** An offer to decide about: what it earns, from where to where, and how long there is to think. */
export function OfferCard({ offer }: { offer: OfferView }) {
  const seconds = Math.max(0, offer.seconds_left - useSecondsPassed(offer.offer_id, offer.as_of))
  // What was pressed in time is answered by our server.
  const is_answering = useFetchers().some(({ formData }) => formData?.get('id') === String(offer.offer_id))
  const has_ended = seconds === 0 && !is_answering
  const card = useRef<HTMLElement>(null)
  const in_all = [
    offer.km.in_all !== null && `${offer.km.in_all} km in all`,
    offer.minutes !== null && `about ${offer.minutes} minutes`,
  ]
    .filter(Boolean)
    .join(', ')
  useEffect(() => {
    // A phone may not vibrate for a page that nobody has touched yet, and complains of the attempt.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200])
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={card} aria-labelledby="offer-title" className="card scroll-mt-24 border-2 border-jollof p-5">
      {!has_ended && (
        <p role="alert" className="sr-only">
          A delivery is offered to you. You have {offer.seconds_left} seconds to decide.
        </p>
      )}
      <h2 id="offer-title" className="flex items-baseline justify-between gap-3 text-xl font-extrabold">
        <span>{offer.stops.length === 1 ? 'A delivery for you' : `${offer.stops.length} deliveries on one way`}</span>
        <span className="money text-2xl">{formatNaira(offer.pay)}</span>
      </h2>
      <p className="mt-1 text-ink-soft">
        {in_all && <strong className="block text-lg text-ink">{in_all}</strong>}
        {[
          offer.km.to_pickup !== null && `${offer.km.to_pickup} km to the kitchen`,
          offer.km.trip !== null && `${offer.km.trip} km to the ${offer.stops.length === 1 ? 'door' : 'last door'}`,
        ]
          .filter(Boolean)
          .join(', then ')}
      </p>
      {offer.route.length > 1 && (
        // Its room is kept, so that no button moves under a thumb.
        <Suspense fallback={<div className="mt-3 h-48 rounded-control border border-line bg-sunken" />}>
          <OfferMap route={offer.route} />
        </Suspense>
      )}
      <ol className="mt-3 divide-y divide-line">
        {offer.stops.map((stop) => (
          <li key={stop.order_id} className="py-2">
            <p className="font-semibold">
              {stop.vendor_name}
              {stop.pickup_area && <span className="font-normal text-ink-soft"> · {stop.pickup_area}</span>}
            </p>
            <p className="text-sm">
              to {stop.drop_area ?? 'the customer'}, {stop.packs} {stop.packs === 1 ? 'pack' : 'packs'}, {stop.ready}
            </p>
          </li>
        ))}
      </ol>
      <p role="timer" className={`mt-2 font-semibold ${seconds <= 10 ? 'text-bad' : ''}`}>
        {seconds > 0 ? `${seconds} seconds to decide` : 'This offer has ended.'}
      </p>
      {/* What has gone keeps its room, so that nothing moves under a thumb. */}
      <div className="mt-3 grid items-center *:col-start-1 *:row-start-1">
        <div
          className={`grid grid-cols-2 gap-3 [&_button]:min-h-14 [&_button]:w-full [&_button]:text-lg ${
            has_ended ? 'invisible' : ''
          }`}
        >
          <ActionForm
            intent="accept"
            action="/rider-dashboard"
            subject={{ name: 'id', value: offer.offer_id }}
            button="Accept"
            busy="Accepting…"
          />
          <ActionForm
            intent="decline"
            action="/rider-dashboard"
            subject={{ name: 'id', value: offer.offer_id }}
            button="Decline"
            busy="Declining…"
            look="quiet"
          />
        </div>
        {has_ended && <Ended />}
      </div>
    </section>
  )
}

/** In the room of the buttons, also on the narrowest phone. */
function Ended() {
  return <p>{useOnline() ? 'The next one shows here.' : 'The next one shows once you are online.'}</p>
}
