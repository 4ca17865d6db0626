import { isProviderUnavailable } from '../../adapters/call-provider.ts'
import type { PaymentProvider, ProviderRefund } from '../../adapters/payments/payment-provider.ts'
import type { refunds } from './tables.ts'

type Refund = Pick<typeof refunds.$inferSelect, 'amount' | 'created_at' | 'earlier_refund_ids' | 'provider_refund_id'>
export type EarlierSendings = {
  /** The latest that the provider no longer calls failed; null when it calls failed all that it answers for. */
  alive: ProviderRefund | null
  /** The first that it gave no answer for, with what went wrong; not looked for once one is alive. */
  silent: { provider_refund_id: string; error: unknown } | null
}

/**
 * What the provider says now of a refund's sendings that it called failed: before the money goes out once more, in
 * whatever way, as a bank may have made one after all (docs/providers.md#flutterwave-refunds). Throws only what is no
 * fault of the provider.
 */
export async function askAboutEarlier(
  provider: PaymentProvider,
  refund: Refund,
  provider_transaction_id: string,
): Promise<EarlierSendings> {
  const { amount, created_at: asked_at, earlier_refund_ids, provider_refund_id } = refund
  const ids = provider_refund_id ? [...earlier_refund_ids, provider_refund_id] : earlier_refund_ids
  let silent: EarlierSendings['silent'] = null
  for (const id of ids.toReversed()) {
    try {
      const known = await provider.findRefund({
        provider_refund_id: id,
        provider_transaction_id,
        amount,
        comment: '',
        asked_at,
        others: [],
      })
      if (known && known.refund.status !== 'failed') return { alive: known.refund, silent: null }
    } catch (error) {
      if (!isProviderUnavailable(error)) throw error
      silent ??= { provider_refund_id: id, error }
    }
  }
  return { alive: null, silent }
}
