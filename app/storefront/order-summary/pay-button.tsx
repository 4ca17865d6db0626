import type { FormEvent } from 'react'
import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Summary } from './summary-view.server.ts'
import type { PaymentStep } from './use-payment.ts'

const payable: readonly Summary['state'][] = ['open', 'started', 'checking', 'failed', 'expired']
const busy_words = { opening: 'Opening the payment window…', confirming: 'Checking your payment…' } as const

/** The form that pays; a box elsewhere on the page belongs to it by this id. */
export const PAY_FORM_ID = 'pay'

/**
 * Pays: in the provider's window, or without script on the provider's own page. Where the money may be on its way
 * already, paying again is possible, but the button is quiet and asks first.
 */
export function PayButton(props: {
  summary: Summary
  step: PaymentStep
  probably_paid: boolean
  pay(accepts_wait: boolean): void
}) {
  const { summary, step, probably_paid, pay } = props
  if (!payable.includes(summary.state)) return null
  if (step !== 'idle') {
    return (
      <button type="button" className={buttonClass('primary', 'w-full text-lg')} disabled>
        {busy_words[step]}
      </button>
    )
  }
  const payHere = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!probably_paid || window.confirm(ARE_YOU_SURE)) pay(new FormData(event.currentTarget).has('wait'))
  }
  return (
    <form id={PAY_FORM_ID} method="post" onSubmit={payHere}>
      <input type="hidden" name="told" value={summary.coming?.told} />
      {probably_paid ? (
        <button type="submit" className={buttonClass('quiet', 'w-full')}>
          I was not charged: pay again
        </button>
      ) : (
        <button type="submit" className={buttonClass('primary', 'w-full text-lg')}>
          Pay {formatNaira(summary.total)}
        </button>
      )}
    </form>
  )
}

const ARE_YOU_SURE = 'Are you sure that no money left your account? Two payments for one order take days to send back.'
