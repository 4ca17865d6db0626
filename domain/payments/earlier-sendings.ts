import { isProviderUnavailable } from '../../adapters/call-provider.ts'
import type { PaymentProvider, ProviderRefund } from '../../adapters/payments/payment-provider.ts'
import type { refunds } from './tables.ts'

type Refund = typeof refunds.$inferSelect
/** What the provider says of the sendings that it called failed; both null where it still calls all of them so. */
export type EarlierSendings = {
  /** The latest that is made after all, or is about to be. */
  alive: ProviderRefund | null
  /** The latest that it gave no answer for and no admin looked up, with what went wrong. */
  silent: { provider_refund_id: string; error: unknown } | null
}

/**
 * Asks the provider about a refund's sendings that it called failed, newest first: before the money goes out once more,
 * in whatever way, as a bank may have made one after all (docs/providers.md#flutterwave-refunds). Where it does not
 * answer for what an admin looked up there, the admin's word counts. Stops at the first that settles it. Throws only
 * what is no fault of the provider.
 */
export async function askAboutEarlier(
  provider: PaymentProvider,
  refund: Refund,
  provider_transaction_id: string,
): Promise<EarlierSendings> {
  const { amount, created_at: asked_at, looked_up } = refund
  for (const provider_refund_id of sendingsOf(refund).toReversed()) {
    try {
      const known = await provider.findRefund({
        ...{ provider_refund_id, provider_transaction_id, amount, asked_at },
        ...{ comment: '', others: [] },
      })
      if (known && known.refund.status !== 'failed') return { alive: known.refund, silent: null }
    } catch (error) {
      if (!isProviderUnavailable(error)) throw error
      if (!looked_up.includes(provider_refund_id)) return { alive: null, silent: { provider_refund_id, error } }
    }
  }
  return { alive: null, silent: null }
}

/** What a refund holds once its sending is over: the provider's id of that is one of the earlier ones. */
export function sendingOver(refund: Refund): Pick<Refund, 'provider_refund_id' | 'earlier_refund_ids' | 'ruled_out'> {
  const earlier_refund_ids = [...new Set(sendingsOf(refund))]
  const ruled_out = [...new Set([...refund.ruled_out, ...earlier_refund_ids])]
  return { provider_refund_id: null, earlier_refund_ids, ruled_out }
}

/**
 * What it holds once an admin has looked at the provider and says that the doubtful refund is another one, or brought
 * nothing.
 */
export function doubtOver(refund: Refund): Pick<Refund, 'possible_refund_id' | 'looked_up' | 'ruled_out'> {
  const doubt = refund.possible_refund_id === null ? [] : [refund.possible_refund_id]
  return {
    possible_refund_id: null,
    looked_up: [...new Set([...refund.looked_up, ...doubt])],
    ruled_out: [...new Set([...refund.ruled_out, ...doubt])],
  }
}

const sendingsOf = ({ earlier_refund_ids, provider_refund_id }: Refund): readonly string[] =>
  provider_refund_id ? [...earlier_refund_ids, provider_refund_id] : earlier_refund_ids
