import { z } from 'zod'
import { nairaNumber } from '../../domain/money.ts'
import { ProviderUnavailable } from '../call-provider.ts'
import { naira_amount } from './flutterwave-amount.ts'
import { type FlutterwaveCall, flutterwavePages } from './flutterwave-call.ts'
import { told_instant } from './flutterwave-instant.ts'
import type { PaymentProvider, ProviderRefund } from './payment-provider.ts'

/** How far the provider's clock may be behind ours when one of our refunds is searched. */
const CLOCK_DIFFERENCE_MS = 24 * 60 * 60 * 1000

const refund_row = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  tx_id: z.union([z.number(), z.string()]).transform(String),
  amount_refunded: naira_amount,
  status: z.string(),
  comments: z.string().nullish(),
  created_at: told_instant,
})

/** Flutterwave's refunds (docs/providers.md#flutterwave-refunds): asking for one, and finding its outcome. */
export function flutterwaveRefunds(call: FlutterwaveCall): Pick<PaymentProvider, 'refund' | 'findRefund'> {
  return {
    async refund({ provider_transaction_id, amount, comment }) {
      const answer = await call('POST', `/transactions/${encodeURIComponent(provider_transaction_id)}/refund`, {
        amount: nairaNumber(amount),
        comments: comment,
      })
      if (answer.status !== 'success') return { accepted: false, message: answer.message ?? 'refused' }
      const refund = readRefund({ comments: comment, ...(answer.data as object) })
      if (!refund) throw new ProviderUnavailable('flutterwave refund: an answer we cannot read')
      return { accepted: true, refund }
    },

    async findRefund({ provider_refund_id, provider_transaction_id, amount, comment, asked_at, others }) {
      if (provider_refund_id) {
        const answer = await call('GET', `/refunds/${encodeURIComponent(provider_refund_id)}`)
        const refund = answer.status === 'success' ? readRefund(answer.data) : null
        if (!refund) throw new ProviderUnavailable('flutterwave refund: one that we cannot read')
        return { refund, certain: true }
      }
      const since_ms = asked_at.getTime() - CLOCK_DIFFERENCE_MS
      let maybe: ProviderRefund | null = null
      for await (const page of flutterwavePages(call, '/refunds')) {
        const refunds = page.map(readRefund)
        const ours = refunds.filter((row) => row?.provider_transaction_id === provider_transaction_id)
        const known = ours.find((row) => row?.comment === comment)
        if (known) return { refund: known, certain: true }
        // A row that cannot be read may be the right one.
        if (refunds.includes(null)) throw new ProviderUnavailable('flutterwave /refunds: one we cannot read')
        // No documented answer repeats the comment (docs/providers.md#flutterwave-refunds).
        maybe ??=
          ours.find(
            (row) =>
              row?.comment === '' &&
              row.amount === amount &&
              !others.includes(row.provider_refund_id) &&
              (row.created_at === null || row.created_at.getTime() >= since_ms),
          ) ?? null
        // Newest first: rows from before the request need no look.
        const oldest = refunds.at(-1)?.created_at
        if (oldest && oldest.getTime() < since_ms) break
      }
      return maybe && { refund: maybe, certain: false }
    },
  }
}

/** Reads one refund (docs/providers.md#flutterwave-refunds), with naira turned into kobo; null when it is not one. */
export function readRefund(data: unknown): (ProviderRefund & { created_at: Date | null }) | null {
  const parsed = refund_row.safeParse(data)
  if (!parsed.success) return null
  const { id, tx_id, amount_refunded, status, comments, created_at } = parsed.data
  return {
    provider_refund_id: id,
    provider_transaction_id: tx_id,
    amount: amount_refunded,
    status: refundStatus(status),
    comment: comments ?? '',
    created_at,
  }
}

/** An unknown status is not final: only a definite answer moves money in the books. */
function refundStatus(status: string): ProviderRefund['status'] {
  if (/^(completed|successful)/i.test(status)) return 'done'
  return /^(failed|rejected|declined|cancelled)/i.test(status) ? 'failed' : 'pending'
}
