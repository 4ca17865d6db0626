import { eq } from 'drizzle-orm'
import { isProviderUnavailable } from '../../../adapters/call-provider.ts'
import { type Refused, refused } from '../../refusal.ts'
import { latestLink, openByLink } from '../checkout-by-link.ts'
import { being_paid } from '../give-way.ts'
import { placeCheckout } from '../place-checkout.ts'
import type { Settlement } from '../settlement/record-charge.ts'
import { checkouts } from '../tables.ts'

type Deps = Parameters<typeof placeCheckout>[0] & {
  /** Asks the provider what became of a payment, within what may be asked (`confirmPayments`). */
  confirmPayment(question: { tx_ref: string; provider_transaction_id: null }): Promise<Settlement>
}
type Wish = Omit<Parameters<typeof placeCheckout>[1], 'instead_of' | 'idle_since'>
type Placed = Awaited<ReturnType<typeof placeCheckout>>

/**
 * Places a checkout in the stead of the unpaid one behind `link`, or of the newest in its stead, which gives way to it:
 * it can no longer be paid, its promotions are free, and a link by which somebody else pays leads to the new one.
 * Refuses as `placeCheckout` does, and with `being_paid` while money for the one before may be under way; where a
 * window of it is open, the provider is asked, which knows of no attempt where it was closed unpaid (decision 167). Of
 * two at once the second takes the place of the first; sent twice under one key they are one.
 */
export async function placeInstead(
  deps: Deps,
  link: string,
  wish: Wish,
): Promise<Placed | Refused<'being_paid', undefined>> {
  let idle_since: Date | null = null
  for (;;) {
    const instead_of = await latestLink(deps.db, link)
    const placed = await placeCheckout(deps, { ...wish, instead_of, ...(idle_since && { idle_since }) }).catch(
      (error: unknown) => {
        if (error === being_paid) return null
        throw error
      },
    )
    if (placed) return placed
    const was_quicker = (await latestLink(deps.db, link)) !== instead_of
    if (was_quicker) idle_since = null
    else if (idle_since) return refused('being_paid')
    else {
      idle_since = await idleSince(deps, instead_of)
      if (!idle_since) return refused('being_paid')
    }
  }
}

/**
 * Places what a customer ordered once more from the summary of the checkout behind `link`: in its stead, or beside it
 * where that cannot give way, as it is paid, or may be just now. A part of a group order stands beside the one before:
 * which of them can be paid is for the group to say (decision 131). Refuses as `placeCheckout` does.
 */
export async function placeAgain(deps: Deps, link: string, wish: Wish): Promise<Placed> {
  const of_group = (wish.of_group?.group_member_id ?? null) !== null
  if (of_group || !(await openByLink(deps.db, link))) return placeCheckout(deps, wish)
  const placed = await placeInstead(deps, link, wish)
  return !placed.ok && placed.reason === 'being_paid' ? placeCheckout(deps, wish) : placed
}

/** Since when a window is open in which nothing was tried, by the provider's word; null where that is not known. */
async function idleSince({ db, confirmPayment }: Deps, link_token: string): Promise<Date | null> {
  const [old] = await db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
  if (old?.status !== 'Open' || old.last_charge_status !== null) return null
  try {
    const settlement = await confirmPayment({ tx_ref: old.tx_ref, provider_transaction_id: null })
    return settlement === 'no_charge' || settlement === 'failed' ? old.payment_started_at : null
  } catch (error) {
    if (isProviderUnavailable(error)) return null
    throw error
  }
}
