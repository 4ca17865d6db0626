import { and, eq, inArray, lte, ne, sql } from 'drizzle-orm'
import { isProviderUnavailable } from '../../adapters/call-provider.ts'
import type { PaymentProvider } from '../../adapters/payments/payment-provider.ts'
import type { Db } from '../../db/open.ts'
import type { Clock } from '../clock.ts'
import { leaseUntil } from '../due.ts'
import type { Announce } from '../events.ts'
import { nextCheckAt } from './poll-schedule.ts'
import { settleCheckout } from './settle-checkout.ts'
import { checkouts } from './tables.ts'

type Deps = { db: Db; clock: Clock; payments: PaymentProvider; announce: Announce }

/**
 * Asks the provider about checkouts that gave no answer, at most `limit` of them: the net under missing webhooks and
 * closed tabs. A checkout past its payable window becomes Expired and is still asked about, so that late money is found
 * and sent back. Answers how many it asked about.
 */
export async function checkOpenCheckouts(deps: Deps, limit = 20): Promise<number> {
  const now = deps.clock.now()
  const due = deps.db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(lte(checkouts.next_check_at, now))
    .orderBy(checkouts.next_check_at)
    .limit(limit)
    .for('update', { skipLocked: true })
  const claimed = await deps.db
    .update(checkouts)
    .set({ next_check_at: leaseUntil(now), checks: sql`${checkouts.checks} + 1` })
    .where(inArray(checkouts.id, due))
    .returning()
  await Promise.all(claimed.map((checkout) => check(deps, checkout)))
  return claimed.length
}

async function check(deps: Deps, checkout: typeof checkouts.$inferSelect): Promise<void> {
  try {
    await settleCheckout(deps, { tx_ref: checkout.tx_ref })
  } catch (error) {
    if (!isProviderUnavailable(error)) throw error
  }
  const now = deps.clock.now()
  const started = checkout.payment_started_at ?? checkout.created_at
  const expired = checkout.payable_until !== null && now > checkout.payable_until
  await deps.db
    .update(checkouts)
    .set({
      next_check_at: nextCheckAt(started, checkout.checks, now),
      ...(expired ? { status: 'Expired' as const } : {}),
    })
    .where(and(eq(checkouts.id, checkout.id), ne(checkouts.status, 'Paid')))
}
