import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { type Kobo, kobo, koboFromNaira, splitKobo } from '../money.ts'
import { accounts, bookJournal, type Entry, paid_kinds } from './ledger.ts'
import { journal_entries, journals, payments } from './tables.ts'

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
        ...(await feesOfOrders(tx, payment.id, told.fee)),
        { account: accounts.providerClearing(told.provider), amount: kobo(-told.fee) },
      ],
    })
  }
  return true
}

/** The fee shared among the orders that the payment paid for, by what each cost; one entry if it paid for none. */
async function feesOfOrders(tx: Tx, payment_id: string, fee: Kobo): Promise<Entry[]> {
  const paid = await tx
    .select({ order_id: journal_entries.order_id, cost: sql<string>`(-sum(${journal_entries.amount}))::text` })
    .from(journals)
    .innerJoin(journal_entries, eq(journal_entries.journal_id, journals.id))
    .where(
      and(
        inArray(journals.kind, [...paid_kinds]),
        eq(journals.subject, `payment:${payment_id}`),
        isNotNull(journal_entries.order_id),
      ),
    )
    .groupBy(journal_entries.order_id)
    .orderBy(journal_entries.order_id)
  if (paid.length === 0) return [{ account: accounts.provider_fees, amount: fee }]
  const parts = splitKobo(
    fee,
    paid.map(({ cost }) => koboFromNaira(cost)),
  )
  return paid.map(({ order_id }, place) => ({
    account: accounts.provider_fees,
    amount: parts[place] ?? 0,
    ...(order_id === null ? {} : { order_id }),
  }))
}
