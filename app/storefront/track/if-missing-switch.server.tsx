import { renderToStaticMarkup } from 'react-dom/server'
import type { TrackedOrder } from '../../../domain/checkout/track/tracked-orders.ts'
import { canMove, type IfMissing } from '../../../domain/orders/lifecycle.ts'
import { buttonClass } from '../../ui/button.tsx'

/**
 * What is done with a dish that is out where its customer does not choose in time, and the switch of it; null once the
 * food is ready. It is sent as HTML with a form of its own, so no script has to carry it.
 */
export function ifMissingSwitch(orders: readonly TrackedOrder[]): string | null {
  const [first] = orders.filter(({ status }) => canMove('call_off', status))
  return first ? renderToStaticMarkup(<Switch if_missing={first.if_missing} />) : null
}

const words: Readonly<Record<IfMissing, { said: string; other: IfMissing; button: string }>> = {
  leave_out: {
    said: 'we leave it out and give you its money back',
    other: 'cancel',
    button: 'Cancel the order then',
  },
  cancel: {
    said: 'we cancel that restaurant’s order and give you the money back',
    other: 'leave_out',
    button: 'Only leave it out then',
  },
}

function Switch({ if_missing }: { if_missing: IfMissing }) {
  const { said, other, button } = words[if_missing]
  return (
    <section id="if-missing" aria-labelledby="if-missing-heading" className="card mt-5 p-5 sm:p-6">
      <h2 id="if-missing-heading" className="font-bold">
        If a dish is out
      </h2>
      <p className="mt-1 text-ink-soft">
        We text you at once, and you choose here what comes instead. If you do not choose in time, {said}.
      </p>
      <form method="post" className="mt-3">
        <input type="hidden" name="if_missing" value={other} />
        <button type="submit" className={buttonClass('quiet')}>
          {button}
        </button>
      </form>
    </section>
  )
}
