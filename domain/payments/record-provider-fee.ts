import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { type Kobo, kobo } from '../money.ts'
import { accounts, bookJournal } from './ledger.ts'
import { partsOfOrders } from './parts-of-orders.ts'
import { payments } from './tables.ts'

/**
 * Books the provider's fee for a payment that was recorded before the provider told it, once, in the caller's commit. A
 * known fee stays: the reconciliation shows a different one. Answers whether it wrote something. Journals hold naira
 * only, as in `recordCharge`.
 */
export async function recordProviderFee(
  tx: Tx,
  told: { provider: string; provider_transaction_id: string; fee: Kobo | null; now: Date },
): Promise<boolean> {
  if (told.fee === null) return false
  const [payment] = await tx
    .select()
    .from(payments)
    .where(
      and(eq(payments.provider, told.provider), eq(payments.provider_transaction_id, told.provider_transaction_id)),
    )
    .for('no key update')
  if (!payment || payment.provider_fee !== null) return false
  await tx.update(payments).set({ provider_fee: told.fee }).where(eq(payments.id, payment.id))
  if (payment.currency === 'NGN' && told.fee > 0) {
    await bookJournal(tx, {
      kind: 'provider_fee_known',
      subject: `payment:${payment.id}`,
      recorded_at: told.now,
      entries: [
        ...(await partsOfOrders(tx, payment.id, { account: accounts.provider_fees, amount: told.fee })),
        { account: accounts.providerClearing(told.provider), amount: kobo(-told.fee) },
      ],
    })
  }
  return true
}
