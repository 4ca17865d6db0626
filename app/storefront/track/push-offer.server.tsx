import { renderToStaticMarkup } from 'react-dom/server'
import { buttonClass } from '../../ui/button.tsx'

/**
 * The offer to tell this phone of its order while no page is open, on the receipt and on the tracking page. It is sent
 * as HTML and stays hidden until `offline/order-push.ts` knows that the browser can; without a script it does nothing.
 * `receipt` is the link of the receipt, where the page is one.
 */
export const pushOffer = (wanted: PushOffer): string => renderToStaticMarkup(<Offer {...wanted} />)

export type PushOffer = { track_token: string; collects: boolean; receipt?: string }

function Offer({ track_token, collects, receipt }: PushOffer) {
  return (
    <section
      id="order-push"
      hidden
      data-token={track_token}
      data-receipt={receipt}
      aria-labelledby="order-push-heading"
      className="no-print card mt-5 p-5 sm:p-6"
    >
      <h2 id="order-push-heading" className="font-bold">
        Hear of it on this phone
      </h2>
      <p className="mt-1 text-ink-soft">
        We tell you here, also while this page is closed, when your order is taken, when it comes later,{' '}
        {collects ? 'when it is ready' : 'when the rider is on the way and at your door'}, and when money goes back.
        Your browser will ask whether we may. On the phone that you ordered with, some text messages are then not
        needed; the one with your PIN comes in any case.
      </p>
      <button type="button" className={buttonClass('quiet', 'mt-3')}>
        Tell me here
      </button>
      <p role="status" className="mt-2 empty:hidden" />
    </section>
  )
}
