import { buttonClass } from '../../ui/button.tsx'
import type { Otherwise } from './instead-words.server.ts'
import type { Summary } from './summary-view.server.ts'
import { useCheckoutAgain } from './use-checkout-again.ts'

/** What can be had in the stead of what was ordered, each one tap away; nothing that was typed is lost. */
export function Instead({ summary, offers }: { summary: Summary; offers: readonly Otherwise[] }) {
  const checkoutAgain = useCheckoutAgain(summary)
  return offers.map((offer) => (
    <button
      key={offer.text}
      type="button"
      className={buttonClass(offer.collects ? 'quiet' : 'brand', 'mt-3 w-full noscript:hidden')}
      onClick={() => checkoutAgain(summary.lines, offer)}
    >
      {offer.text}
    </button>
  ))
}
