import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { isProviderUnavailable } from '../../../adapters/call-provider.ts'
import { leaseUntil } from '../../due.ts'
import type { Errands } from '../../lane.ts'
import { GRACE_MINUTES } from '../../promotions/hold-use.ts'
import { nextCheckAfterPaid, nextCheckAt } from '../payment/poll-schedule.ts'
import { checkouts } from '../tables.ts'
import { type SettlementDeps, settleCheckout, settleFurtherCharges } from './settle-checkout.ts'

type Checkout = typeof checkouts.$inferSelect

/**
 * Checkouts without an answer, for a lane of the worker that asks the provider about each: this catches missing
 * webhooks and closed tabs. A checkout past its payable window, in which nothing came within the grace after it,
 * becomes Expired and is still asked about, so that late money is found and sent back; a paid one is checked twice more
 * for a second payment.
 */
export function openCheckoutErrands(deps: SettlementDeps): Errands<Checkout> {
  return { claim: (limit) => claimDue(deps, limit), work: (checkout) => check(deps, checkout) }
}

async function claimDue(deps: SettlementDeps, limit: number): Promise<{ claimed: Checkout[] }> {
  const now = deps.clock.now()
  const due = deps.db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(lte(checkouts.next_check_at, now))
    .orderBy(checkouts.next_check_at)
    .limit(limit)
    .for('no key update', { skipLocked: true })
  const claimed = await deps.db
    .update(checkouts)
    .set({ next_check_at: leaseUntil(now), checks: sql`${checkouts.checks} + 1` })
    .where(inArray(checkouts.id, due))
    .returning()
  return { claimed }
}

/** Schedules the next question whatever happens, or an error would come back every minute for ever. */
async function check(deps: SettlementDeps, checkout: Checkout): Promise<void> {
  try {
    await ask(deps, checkout)
    await schedule(deps, checkout, true)
  } catch (error) {
    await schedule(deps, checkout, false)
    if (!isProviderUnavailable(error)) throw error
  }
}

async function ask(deps: SettlementDeps, { status, tx_ref }: Checkout): Promise<void> {
  const outcome = status === 'Paid' ? 'paid' : await settleCheckout(deps, { tx_ref })
  const went_elsewhere = outcome === 'refunding' || outcome === 'review'
  if (status === 'Paid' || went_elsewhere) await settleFurtherCharges(deps, tx_ref)
}

async function schedule(deps: SettlementDeps, checkout: Checkout, answered: boolean): Promise<void> {
  const now = deps.clock.now()
  const { checks, payable_until, paid_at } = checkout
  const started = paid_at ?? checkout.payment_started_at ?? checkout.created_at
  const last_heard_at = payable_until && new Date(payable_until.getTime() + GRACE_MINUTES * 60_000)
  const expired = checkout.status !== 'Paid' && last_heard_at !== null && now > last_heard_at
  await deps.db
    .update(checkouts)
    .set({
      next_check_at:
        paid_at && answered ? nextCheckAfterPaid(paid_at, now) : nextCheckAt(started, checks, now, { answered }),
      ...(expired ? { status: 'Expired' as const } : {}),
    })
    // A newly opened window and the settlement reset `checks`: what they wrote since the claim must stay.
    .where(and(eq(checkouts.id, checkout.id), eq(checkouts.checks, checks)))
}
