import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Deps } from '../events.ts'
import { recordProviderFee } from '../payments/record-provider-fee.ts'
import { payments } from '../payments/tables.ts'
import { provider_transactions } from './tables.ts'

const MOST_AT_ONCE = 500

/** Books fees that the provider's list now shows, for payments that were recorded before the fee was known. */
export async function bookLateFees(deps: Deps & { payments: { readonly name: string } }): Promise<void> {
  const late = await deps.db
    .select({
      provider_transaction_id: payments.provider_transaction_id,
      fee: provider_transactions.provider_fee,
    })
    .from(payments)
    .innerJoin(
      provider_transactions,
      and(
        eq(provider_transactions.provider, payments.provider),
        eq(provider_transactions.provider_transaction_id, payments.provider_transaction_id),
      ),
    )
    .where(
      and(
        eq(payments.provider, deps.payments.name),
        isNull(payments.provider_fee),
        isNotNull(provider_transactions.provider_fee),
      ),
    )
    .limit(MOST_AT_ONCE)
  for (const { provider_transaction_id, fee } of late) {
    await deps.db.transaction((tx) =>
      recordProviderFee(tx, {
        provider: deps.payments.name,
        provider_transaction_id,
        fee,
        now: deps.clock.now(),
      }),
    )
  }
}
