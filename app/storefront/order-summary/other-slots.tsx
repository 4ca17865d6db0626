import { Link } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Summary } from './summary-view.server.ts'
import { useCheckoutAgain } from './use-checkout-again.ts'

/** The slot cannot be had any more: nothing was paid, and those that are free near it are one tap away. */
export function OtherSlots(props: { summary: Summary } & NonNullable<Summary['slot_problem']>) {
  const { summary, said, free } = props
  const checkoutAgain = useCheckoutAgain(summary)
  return (
    <Notice kind="warn">
      {said}
      {free.map(({ value, text }) => (
        <button
          key={value}
          type="button"
          className={buttonClass('brand', 'mt-3 w-full')}
          onClick={() => checkoutAgain(summary.lines, { slot: value })}
        >
          Take {text}
        </button>
      ))}
      <Link to={'/checkout' satisfies Address} className="mt-3 inline-flex min-h-11 items-center text-link underline">
        Choose a time
      </Link>
    </Notice>
  )
}
