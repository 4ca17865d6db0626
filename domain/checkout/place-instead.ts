import { eq } from 'drizzle-orm'
import { isProviderUnavailable } from '../../adapters/call-provider.ts'
import type { PaymentProvider } from '../../adapters/payments/payment-provider.ts'
import { type Refused, refused } from '../refusal.ts'
import { isLinkToken, latestLink } from './checkout-by-link.ts'
import { being_paid } from './give-way.ts'
import { placeCheckout } from './place-checkout.ts'
import { checkouts } from './tables.ts'

type PlaceDeps = Parameters<typeof placeCheckout>[0]
type Deps = PlaceDeps & { payments: Pick<PaymentProvider, 'findChargeByReference'> }
type Wish = Omit<Parameters<typeof placeCheckout>[1], 'instead_of' | 'idle_since'>
type Placed = Awaited<ReturnType<typeof placeCheckout>>

/**
 * Places a checkout in the stead of the unpaid one behind `link`, or in that of the newest in its stead, which gives
 * way to it: it can no longer be paid, its promotions are free, and a link by which somebody else pays leads to the new
 * one. Refuses as `placeCheckout` does, and with `being_paid` while money for the one before may be under way; where a
 * window of it is open, the provider is asked, which knows of no attempt where it was closed unpaid (decision 167).
 */
export async function placeInstead(
  deps: Deps,
  link: string,
  wish: Wish,
): Promise<Placed | Refused<'being_paid', undefined>> {
  const link_token = await latestLink(deps.db, link)
  const idle_since = await idleSince(deps, link_token)
  if (idle_since === 'being_paid') return refused('being_paid')
  const placed = placeCheckout(deps, { ...wish, instead_of: link_token, ...(idle_since && { idle_since }) })
  return placed.catch((error: unknown) => {
    if (error === being_paid) return refused('being_paid')
    throw error
  })
}

/**
 * Places what a customer ordered once more from the summary of the checkout behind `link_token`: in its stead, or
 * beside it where that cannot give way, as it is paid, or may be just now. A part of a group order stands beside the
 * one before: which of them can be paid is for the group to say (decision 131). Refuses as `placeCheckout` does.
 */
export async function placeAgain(deps: Deps, link_token: string, wish: Wish): Promise<Placed> {
  const of_group = (wish.of_group?.group_member_id ?? null) !== null
  if (!isLinkToken(link_token) || of_group) return placeCheckout(deps, wish)
  const placed = await placeInstead(deps, link_token, wish)
  return !placed.ok && placed.reason === 'being_paid' ? placeCheckout(deps, wish) : placed
}

/**
 * Since when a window is open in which nothing was tried, by the provider's word; null where none is. `being_paid`
 * where something was tried, or nobody knows.
 */
async function idleSince({ db, payments }: Deps, link_token: string): Promise<Date | null | 'being_paid'> {
  const [old] = await db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
  const is_open = old?.status === 'Open' && old.last_charge_status === null
  if (!is_open || old.payment_started_at === null) return null
  try {
    const charge = await payments.findChargeByReference(old.tx_ref)
    return charge === null || charge.status === 'failed' ? old.payment_started_at : 'being_paid'
  } catch (error) {
    if (isProviderUnavailable(error)) return 'being_paid'
    throw error
  }
}
