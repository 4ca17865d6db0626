import { z } from 'zod'
import { LARGEST_KOBO, naira_amount } from './flutterwave-amount.ts'
import { told_instant } from './flutterwave-instant.ts'
import type { ListedChargeback } from './payment-provider.ts'

/** A row of the list (docs/providers.md#flutterwave-chargebacks). Whoever has it must know where it stands. */
const chargeback = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  transaction_id: z.union([z.number(), z.string()]).transform(String),
  amount: naira_amount.refine((kobo) => kobo > 0 && kobo <= LARGEST_KOBO),
  status: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(['initiated', 'accepted', 'declined', 'won', 'lost'])),
  stage: z.string().nullish(),
  comment: z.string().nullish(),
  due_date: told_instant,
  created_at: told_instant,
})

/** Reads one chargeback, with naira turned into kobo; null when it is not one. */
export function readChargeback(data: unknown): ListedChargeback | null {
  const parsed = chargeback.safeParse(data)
  if (!parsed.success) return null
  const { id, transaction_id, amount, status, stage, comment, due_date, created_at } = parsed.data
  return {
    provider_chargeback_id: id,
    provider_transaction_id: transaction_id,
    amount,
    status,
    stage: stage?.trim() ?? '',
    reason: comment?.trim() ?? '',
    due_at: due_date,
    created_at,
  }
}
