import { type Kobo, kobo } from '../money.ts'

export type Judgement =
  | { purpose: 'orders'; excess_kobo: Kobo }
  | { purpose: 'refund'; reason: 'late' | 'duplicate' | 'kitchen_unavailable' }
  | { purpose: 'review'; kind: 'short' | 'currency' | 'unknown' }

/**
 * What to do with a verified successful charge. In this order: a tx_ref that is not ours and a currency that is not the
 * checkout's go to an admin; a second charge, a late one, one for a checkout that gave way (decision 179) and one for
 * an inactive vendor go back; one below the total goes to an admin; everything else pays for the orders, and what is
 * above the total goes back (docs/providers.md#judging-a-charge).
 */
export function judgeCharge(
  charge: { amount: Kobo; currency: string },
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
  if (!checkout.payable_until || now > checkout.payable_until || checkout.replaced_by !== null)
    return { purpose: 'refund', reason: 'late' }
  if (!checkout.vendors_active) return { purpose: 'refund', reason: 'kitchen_unavailable' }
  if (charge.amount < checkout.total) return { purpose: 'review', kind: 'short' }
  return { purpose: 'orders', excess_kobo: kobo(charge.amount - checkout.total) }
}
