import { isProviderUnavailable } from '../../../adapters/call-provider.ts'
import { txRefByLink } from '../../../domain/checkout/checkout-by-link.ts'
import type { Settlement } from '../../../domain/checkout/settlement/record-charge.ts'
import type { AppServices } from '../../services.ts'

/** Who reads it has started to pay, and can go on at once when it is their turn. */
export const TOO_MANY_PAY =
  'A lot of people are paying right now. Nothing was charged, and your order stays as it is: try again in a minute.'

/**
 * Asks the provider what became of a payment, after any sign of life from its window or its page. Null for an unknown
 * link. `transaction_id` is what the browser says; anything but a number counts as none.
 */
export async function confirmByLink(
  services: Pick<AppServices, 'db' | 'confirmPayment'>,
  link_token: string,
  transaction_id: string,
): Promise<Settlement | null> {
  const tx_ref = await txRefByLink(services.db, link_token)
  return tx_ref === null ? null : confirmReference(services, tx_ref, transaction_id)
}

/** The same by the payment's own reference. */
export async function confirmReference(
  { confirmPayment }: Pick<AppServices, 'confirmPayment'>,
  tx_ref: string,
  transaction_id: string,
): Promise<Settlement> {
  const provider_transaction_id = /^\d{1,20}$/.test(transaction_id) ? transaction_id : null
  try {
    return await confirmPayment({ tx_ref, provider_transaction_id })
  } catch (error) {
    // The provider does not answer; the poller goes on asking, and the page says that we are checking.
    if (isProviderUnavailable(error)) return 'pending'
    throw error
  }
}
