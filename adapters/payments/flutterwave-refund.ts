import { z } from 'zod'
import { naira_amount } from './flutterwave-amount.ts'
import type { ProviderRefund } from './payment-provider.ts'

const refund_row = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  tx_id: z.union([z.number(), z.string()]).transform(String),
  amount_refunded: naira_amount,
  status: z.string(),
  comments: z.string().nullish(),
  created_at: z.string().nullish(),
})

/** Reads one refund (docs/providers.md#flutterwave-refunds), or answers null when it is not one. Naira become kobo here. */
export function readRefund(data: unknown): (ProviderRefund & { created_at: Date | null }) | null {
  const parsed = refund_row.safeParse(data)
  if (!parsed.success) return null
  const { id, tx_id, amount_refunded, status, comments, created_at } = parsed.data
  const created = created_at ? new Date(created_at) : null
  return {
    provider_refund_id: id,
    provider_transaction_id: tx_id,
    amount: amount_refunded,
    status: refundStatus(status),
    comment: comments ?? '',
    created_at: created && !Number.isNaN(created.getTime()) ? created : null,
  }
}

/** A word that we do not know is no end: only a definite answer moves money in the books. */
function refundStatus(status: string): ProviderRefund['status'] {
  if (/^(completed|successful)/i.test(status)) return 'done'
  return /^(failed|rejected|declined|cancelled)/i.test(status) ? 'failed' : 'pending'
}
