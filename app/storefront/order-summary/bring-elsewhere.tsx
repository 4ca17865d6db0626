import type { PlaceProblem } from '../../../domain/checkout/place-problem.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CollectInstead } from './collect-instead.tsx'
import type { Summary } from './summary-view.server.ts'
import { useCheckoutAgain } from './use-checkout-again.ts'

/** Nothing is brought any more to where it was ordered: nothing was paid, and what is true is one tap away. */
export function BringElsewhere({ summary, problem }: { summary: Summary; problem: PlaceProblem }) {
  const checkoutAgain = useCheckoutAgain(summary)
  const { instead } = problem.details
  return (
    <Notice kind="warn">
      {saidOf(problem)} Please change the address.
      {instead && (
        <button
          type="button"
          className={buttonClass('brand', 'mt-3 w-full')}
          onClick={() => checkoutAgain(summary.lines, { place: instead })}
        >
          Bring it to {instead}
        </button>
      )}
      <CollectInstead summary={summary} />
    </Notice>
  )
}

function saidOf({ reason, details }: PlaceProblem): string {
  if (reason === 'place_closed') return `Nothing is brought to ${details.place} at the moment.`
  return `${details.vendor_name} does not deliver to ${details.place} now.`
}
