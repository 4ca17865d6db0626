import { type Kobo, kobo } from '../../money.ts'
import { GRACE_MINUTES } from '../../promotions/hold-use.ts'

export type Judgement =
  | { purpose: 'orders'; excess_kobo: Kobo }
  | { purpose: 'refund'; reason: 'late' | 'duplicate' | 'kitchen_unavailable' }
  | { purpose: 'review'; kind: 'short' | 'currency' | 'unknown' }

/**
 * What to do with a verified successful charge. In this order: a tx_ref that is not ours and a currency that is not the
 * checkout's go to an admin; a second charge, a late one (`isLate`), one for a checkout that gave way (decision 179)
 * and one for an inactive vendor go back; one below the total goes to an admin; everything else pays for the orders,
 * and what is above the total goes back (docs/providers.md#judging-a-charge).
 */
export function judgeCharge(
  charge: { amount: Kobo; currency: string; created_at: Date | null },
  checkout: {
    status: string
    total: Kobo
    currency: string
    payable_until: Date | null
    replaced_by: string | null
    vendors_active: boolean
  } | null,
  now: Date,
): Judgement {
  if (!checkout) return { purpose: 'review', kind: 'unknown' }
  if (charge.currency !== checkout.currency) return { purpose: 'review', kind: 'currency' }
  if (checkout.status === 'Paid') return { purpose: 'refund', reason: 'duplicate' }
  if (!checkout.payable_until || isLate(charge, checkout.payable_until, now) || checkout.replaced_by !== null)
    return { purpose: 'refund', reason: 'late' }
  if (!checkout.vendors_active) return { purpose: 'refund', reason: 'kitchen_unavailable' }
  if (charge.amount < checkout.total) return { purpose: 'review', kind: 'short' }
  return { purpose: 'orders', excess_kobo: kobo(charge.amount - checkout.total) }
}

/**
 * Whether a charge of which we hear `now` came after the last minute. One that was made in time, by the provider's
 * clock, may be heard of a little later: the webhook was lost, and the poller comes every three minutes. For as long
 * its promotion and its place in a slot are held (decision 011). One that does not say when it was made counts from
 * now.
 */
function isLate({ created_at }: { created_at: Date | null }, payable_until: Date, now: Date): boolean {
  if (now <= payable_until) return false
  const was_in_time = created_at !== null && created_at <= payable_until
  return !was_in_time || now.getTime() > payable_until.getTime() + GRACE_MINUTES * 60_000
}
