import { and, eq, sql } from 'drizzle-orm'
import { isProviderUnavailable } from '../../adapters/call-provider.ts'
import type { PaymentProvider } from '../../adapters/payments/payment-provider.ts'
import { noteAdmins } from '../../db/after-commit.ts'
import type { Settlement } from '../checkout/settlement/record-charge.ts'
import { settleCheckout } from '../checkout/settlement/settle-checkout.ts'
import type { AnnouncingDeps } from '../events.ts'
import { throwAll } from '../lane.ts'
import { reconciliation_cases } from './tables.ts'

type Deps = AnnouncingDeps & { payments: PaymentProvider }

/** The outcomes of settling a charge that only the provider had, in words. */
export const settled_outcomes: Readonly<Partial<Record<Settlement, string>>> = {
  paid: 'Settled: its checkout is paid.',
  refunding: 'Settled: it came too late for an order and goes back to the customer.',
  review: 'Settled: it waits on the review list.',
}

/** More than this is no lost webhook but something that an admin should see first. */
const MOST_AT_ONCE = 50

/**
 * Settles charges that only the provider has (`settleCheckout`), and closes their cases: orders, a refund, or the
 * review list, as for every other charge. One that the provider's verification does not know, or does not answer about,
 * stays open for an admin and for the next time. Each is asked about separately, so that one that hangs does not hold
 * up the others. Answers how many were closed. Throws an AggregateError of unexpected errors, after all were tried.
 */
export async function settleMissing(deps: Deps): Promise<number> {
  const open = await deps.db
    .select()
    .from(reconciliation_cases)
    .where(
      and(
        eq(reconciliation_cases.provider, deps.payments.name),
        eq(reconciliation_cases.kind, 'missing_here'),
        eq(reconciliation_cases.status, 'Open'),
      ),
    )
    .orderBy(sql`${reconciliation_cases.id} desc`)
    .limit(MOST_AT_ONCE)
  const outcomes = await Promise.allSettled(open.map((found) => settle(deps, found)))
  throwAll(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])))
  return outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value).length
}

async function settle(deps: Deps, found: typeof reconciliation_cases.$inferSelect): Promise<boolean> {
  try {
    const settlement = await settleCheckout(deps, {
      tx_ref: found.tx_ref ?? '',
      provider_transaction_id: found.provider_number,
    })
    const outcome = settled_outcomes[settlement]
    if (!outcome) return false
    await deps.db
      .update(reconciliation_cases)
      .set({ status: 'Resolved', closed_at: deps.clock.now(), closed_role: 'system', outcome })
      .where(and(eq(reconciliation_cases.id, found.id), eq(reconciliation_cases.status, 'Open')))
    noteAdmins(deps.db)
    return true
  } catch (error) {
    if (!isProviderUnavailable(error)) throw error
    return false
  }
}
