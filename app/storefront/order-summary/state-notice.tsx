import { brand } from '../../../domain/brand.ts'
import { formatNaira } from '../../../domain/money.ts'
import { Notice } from '../../ui/notice.tsx'
import type { Summary } from './order-summary.tsx'

/** What the server knows about the payment, in words. An unknown outcome is never called a failure. */
export function StateNotice({ summary }: { summary: Summary }) {
  const help = `${brand.support_phone}, reference ${summary.tx_ref}`
  switch (summary.state) {
    case 'started':
      return (
        <Notice kind="warn">
          Have you paid already? Then wait here: we keep asking your bank, and this page shows the answer by
          itself.
        </Notice>
      )
    case 'checking':
      return (
        <Notice kind="warn">
          We are checking your payment with your bank. This can take a few minutes for USSD and transfers.
          Please do not pay again; you may close this page, we will send you an SMS.
        </Notice>
      )
    case 'failed':
      return (
        <Notice kind="bad">
          The last attempt did not go through, and no order was made. You can try again.
        </Notice>
      )
    case 'refunding':
      return (
        <Notice kind="warn">
          {summary.refund_reason === 'kitchen_unavailable'
            ? 'The kitchen stopped taking orders before your payment arrived.'
            : 'Your payment arrived too late for this order.'}{' '}
          We are sending {formatNaira(summary.refunded)} back to you. Questions: {help}
        </Notice>
      )
    case 'review':
      return (
        <Notice kind="warn">
          Your money arrived, but not as expected (for instance less than {formatNaira(summary.total)}). One
          of us is looking at it and will call you. Questions: {help}
        </Notice>
      )
    case 'expired':
      return (
        <Notice kind="warn">
          This order was not paid in time. You can still pay it now, as long as the kitchen is open.
        </Notice>
      )
    default:
      return null
  }
}
