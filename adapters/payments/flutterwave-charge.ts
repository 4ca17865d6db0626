import { z } from 'zod'
import { LARGEST_KOBO, naira_amount } from './flutterwave-amount.ts'
import { told_instant } from './flutterwave-instant.ts'
import type { Charge, ListedCharge } from './payment-provider.ts'

/** A transaction as verify and list show it (docs/providers.md#flutterwave-verify): ids may be numbers or strings. */
const transaction = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  tx_ref: z.string(),
  amount: naira_amount,
  currency: z.string(),
  status: z.string(),
  app_fee: naira_amount.nullish().catch(null),
  payment_type: z.string().nullish(),
  created_at: told_instant,
  meta: z.unknown().optional(),
})

/** The account to transfer to. Documented only for the answer that opens a charge, so it is optional here. */
const transfer_account = z.object({
  authorization: z.object({
    transfer_account: z.coerce.string().regex(/^\d{10}$/),
    transfer_bank: z.string().trim().min(1).max(80),
    account_expiration: z.coerce.date(),
  }),
})

const listed = transaction.extend({ customer_email: z.string().nullish() })

/** Whoever has the public key opens a window for any amount, under any reference. */
const LONGEST_REFERENCE = 500

/**
 * Reads one row of the list, whose customer is flat (docs/providers.md#flutterwave-lists); null when it is not one, and
 * for an amount that nobody can pay or a reference that is none of ours: no table holds either.
 */
export function readListedCharge(data: unknown): ListedCharge | null {
  const charge = readTransaction(data)
  const row = listed.safeParse(data)
  if (!charge || !row.success) return null
  if (Math.abs(charge.amount) > LARGEST_KOBO || charge.tx_ref.length > LONGEST_REFERENCE) return null
  return {
    ...charge,
    status: row.data.status.trim().toLowerCase(),
    customer_email: row.data.customer_email ?? '',
  }
}

/** Reads one transaction, with naira turned into kobo; null when it is not one. */
export function readTransaction(data: unknown): Charge | null {
  const parsed = transaction.safeParse(data)
  if (!parsed.success) return null
  const { id, tx_ref, amount, currency, status, app_fee, payment_type, created_at, meta } = parsed.data
  const transfer = readTransferAccount(meta)
  return {
    provider_transaction_id: id,
    tx_ref,
    amount,
    currency,
    status: chargeStatus(status),
    provider_fee: app_fee ?? null,
    payment_type: payment_type ?? 'unknown',
    created_at,
    ...(transfer && { transfer_account: transfer }),
  }
}

function readTransferAccount(meta: unknown): Charge['transfer_account'] | null {
  const told = transfer_account.safeParse(meta)
  if (!told.success) return null
  const { authorization } = told.data
  return {
    account_number: authorization.transfer_account,
    bank_name: authorization.transfer_bank,
    expires_at: authorization.account_expiration,
  }
}

/** Everything but a success or a failure is still open: only a definite answer may end a checkout's wait. */
function chargeStatus(status: string): Charge['status'] {
  return status === 'successful' || status === 'failed' ? status : 'pending'
}
