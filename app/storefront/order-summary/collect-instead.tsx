import { buttonClass } from '../../ui/button.tsx'
import type { Summary } from './summary-view.server.ts'
import { useCheckoutAgain } from './use-checkout-again.ts'

/** What is true where nobody can bring it: the customer may fetch it, without a fee. */
export function CollectInstead({ summary }: { summary: Summary }) {
  const checkoutAgain = useCheckoutAgain(summary)
  return (
    <button
      type="button"
      className={buttonClass('quiet', 'mt-3 w-full')}
      onClick={() => checkoutAgain(summary.lines, { collects: true })}
    >
      Collect it at the kitchen instead
    </button>
  )
}
