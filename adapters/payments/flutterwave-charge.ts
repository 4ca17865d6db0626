import { z } from 'zod'
import { naira_amount } from './flutterwave-amount.ts'
import type { Charge, ListedCharge } from './payment-provider.ts'

/** A transaction as verify and list show it (providers.md 1.5, 1.6): ids may be numbers or strings. */
const transaction = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  tx_ref: z.string(),
  amount: naira_amount,
  currency: z.string(),
  status: z.string(),
  app_fee: naira_amount.nullish().catch(null),
  payment_type: z.string().nullish(),
  created_at: z.string().nullish(),
})

const listed = transaction.extend({ customer_email: z.string().nullish() })

/** Reads one row of the list, whose customer is flat (providers.md 1.6), or answers null when it is not one. */
export function readListedCharge(data: unknown): ListedCharge | null {
  const charge = readTransaction(data)
  const row = listed.safeParse(data)
  if (!charge || !row.success) return null
  return {
    ...charge,
    status: row.data.status.trim().toLowerCase(),
    customer_email: row.data.customer_email ?? '',
  }
}

/** Reads one transaction, or answers null when it is not one. Naira become kobo here. */
export function readTransaction(data: unknown): Charge | null {
  const parsed = transaction.safeParse(data)
  if (!parsed.success) return null
  const { id, tx_ref, amount, currency, status, app_fee, payment_type, created_at } = parsed.data
  const created = created_at ? new Date(created_at) : null
  return {
    provider_transaction_id: id,
    tx_ref,
    amount,
    currency,
    status: chargeStatus(status),
    provider_fee: app_fee ?? null,
    payment_type: payment_type ?? 'unknown',
    created_at: created && !Number.isNaN(created.getTime()) ? created : null,
  }
}

/** Anything that is neither a success nor a failure is still open: only a definite answer may end a checkout's wait. */
function chargeStatus(status: string): Charge['status'] {
  return status === 'successful' || status === 'failed' ? status : 'pending'
}
