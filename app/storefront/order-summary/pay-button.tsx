import { formatNaira } from '../../../domain/money.ts'
import { buttonClass } from '../../ui/button.tsx'
import type { Summary } from './summary-view.server.ts'
import type { PaymentStep } from './use-payment.ts'

const payable: readonly Summary['state'][] = ['open', 'started', 'checking', 'failed', 'expired']
const busy_words = { opening: 'Opening the payment window…', confirming: 'Checking your payment…' } as const

/**
 * Pays. Where the money may be on its way already, paying again is possible, but the button is quiet and asks first.
 */
export function PayButton(props: { summary: Summary; step: PaymentStep; probably_paid: boolean; pay(): void }) {
  const { summary, step, probably_paid, pay } = props
  if (!payable.includes(summary.state)) return null
  if (step !== 'idle') {
    return (
      <button type="button" className={buttonClass('primary', 'w-full text-lg')} disabled>
        {busy_words[step]}
      </button>
    )
  }
  if (probably_paid) {
    return (
      <button
        type="button"
        className={buttonClass('quiet', 'w-full')}
        onClick={() => {
          if (
            window.confirm(
              'Are you sure that no money left your account? Two payments for one order take days to send back.',
            )
          )
            pay()
        }}
      >
        I was not charged: pay again
      </button>
    )
  }
  return (
    <button type="button" className={buttonClass('primary', 'w-full text-lg')} onClick={pay}>
      Pay {formatNaira(summary.total)}
    </button>
  )
}
