import { z } from 'zod'
import { naira_amount } from './flutterwave-amount.ts'
import type { ListedChargeback } from './payment-provider.ts'

/** Our tables hold no more; no charge is larger. */
const LARGEST_KOBO = 999_999_999_999

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
  due_date: z.string().nullish(),
  created_at: z.string().nullish(),
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
    due_at: instant(due_date),
    created_at: instant(created_at),
  }
}

function instant(text: string | null | undefined): Date | null {
  const read = text ? new Date(text) : null
  return read && !Number.isNaN(read.getTime()) ? read : null
}
