import type { CheckoutState } from '../../../domain/checkout/checkout-summary.ts'
import type { MovedText } from '../window-words.ts'

/** What the page says about the payment besides what the server knows: docs/product.md#payment-texts */
export type PaymentMessage =
  | MovedText
  | 'Payment failed or cancelled'
  | 'Payment cancelled'
  | 'Payment successful, but there was an error saving your order.'
  | 'Unexpected error occurred after payment.'
  | 'Failed to load payment modal. Check your internet connection and retry later.'
  | 'We could not reach our server. Check your internet connection and try again.'
  | 'We could not reach our server. If you paid, we will find your payment: please do not pay again yet.'

export type PaymentNotice = { kind: 'warn' | 'bad'; title?: PaymentMessage; text?: string }

type Situation = {
  /** What the server knows. */
  state: CheckoutState
  payment_type: string | null
  /** What this page was told last. */
  message: PaymentMessage | null
  /** The payment window said that money moved. */
  looks_paid: boolean
  /** The payment window was closed before anything came of it. */
  unfinished: boolean
  is_window_open: boolean
}

const waits =
  'Have you paid already? Then wait here: we keep asking your bank, and this page shows the answer by itself.'
const checks =
  'We are checking your payment with your bank. This can take a few minutes for USSD and transfers. Please ' +
  'do not pay again; you may close this page, we will send you an SMS.'
const failed = 'The last attempt did not go through, and no order was made. You can try again.'

/**
 * The one box above the button. An unknown outcome is never called a failure, a customer who was only asked for a PIN
 * is not told to stop paying, and an open payment window speaks for itself. Null where there is nothing to say, and for
 * money that arrived (`summary.state_said`).
 */
export function paymentNotice(now: Situation): PaymentNotice | null {
  const { state, message, looks_paid, unfinished } = now
  if (now.is_window_open) return null
  if (state === 'refunding' || state === 'review') return null
  if (looks_paid) return { kind: 'warn', ...(message && { title: message }), text: checks }
  // Messages about an attempt end with this word; the others are about what comes before it.
  if (message && !message.endsWith('cancelled'))
    return { kind: message.startsWith('It ') ? 'warn' : 'bad', title: message }
  if (state === 'failed') {
    return { kind: 'bad', ...(message && { title: 'Payment failed or cancelled' }), text: failed }
  }
  if (message || (state === 'checking' && unfinished)) {
    return { kind: 'warn', title: 'Payment cancelled', text: waits }
  }
  if (state === 'checking') return { kind: 'warn', text: now.payment_type === 'card' ? waits : checks }
  return state === 'started' ? { kind: 'warn', text: waits } : null
}
