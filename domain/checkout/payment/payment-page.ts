import type { PaymentProvider, PaymentWindow } from '../../../adapters/payments/payment-provider.ts'

type Deps = {
  payments: Pick<PaymentProvider, 'paymentPage'>
  /** Whether one more question is within the limits per minute: about one checkout's page, and in all. */
  allow(action: 'payment_question' | 'payment_question_in_all', whose: string): Promise<boolean>
  /** Starts one more question if not too many are waiting for the provider, else null. */
  enter<Result>(kind: 'payment_question', whose: string, work: () => Promise<Result>): Promise<Result> | null
}

/**
 * Asks the provider for the page on which a checkout is paid and which leads back to `return_url`, within the same
 * limits as `confirmPayments`, so that the provider still answers the others. Null beyond them: nobody was asked then,
 * and it can be tried again. Throws ProviderUnavailable when the outcome is unknown.
 */
export function paymentPages({ payments, allow, enter }: Deps) {
  return async (window: PaymentWindow, return_url: string): Promise<string | null> => {
    // Counted apart from the questions what became of the payment: whoever asks for pages keeps no answer from anybody.
    const whose = `page ${window.tx_ref}`
    if (!(await allow('payment_question', whose))) return null
    if (!(await allow('payment_question_in_all', ''))) return null
    return enter('payment_question', whose, () => payments.paymentPage(window, return_url))
  }
}
