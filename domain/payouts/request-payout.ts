import { and, eq, inArray } from 'drizzle-orm'
import { noteAdmins } from '../../db/after-commit.ts'
import type { Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { vendors } from '../catalog/tables.ts'
import type { Deps } from '../events.ts'
import { kitchenFor } from '../kitchen-roles.ts'
import { sumKobo } from '../money.ts'
import { firstLine } from '../move.ts'
import { orders } from '../orders/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { lockEligibleOrders } from './eligible-orders.ts'
import { payout_history, payouts } from './tables.ts'

export type PayoutRefusal = Refused<'not_found' | 'vendor_inactive' | 'no_bank_account' | 'nothing_to_pay', undefined>

/**
 * An owner requests the money of all orders of the kitchen that no payout claims yet. Amount (kobo) = the sum of their
 * `vendor_share` (docs/product.md#payouts), which without commission and refunds is the `total_price`. The orders are
 * claimed in the same commit, so of two requests at once one finds nothing to pay. `shown_order_id` is an order that
 * was on the screen: if nothing is left and a payout already claims that order, the button was pressed twice, and the
 * answer is that payout.
 */
export async function requestPayout(
  deps: Deps,
  actor: Actor,
  shown_order_id?: number,
): Promise<Accepted<typeof payouts.$inferSelect> | PayoutRefusal> {
  const vendor_id = kitchenFor(actor, 'take_money')
  if (vendor_id === null) return refused('not_found')
  return deps.db.transaction(async (tx) => {
    const [vendor] = await tx.select().from(vendors).where(eq(vendors.user_id, vendor_id))
    if (!vendor) return refused('not_found')
    if (vendor.status !== 'Active') return refused('vendor_inactive')
    const { bank_name, bank_code, account_number, account_name } = vendor
    if (!bank_name || !account_number || !account_name) return refused('no_bank_account')
    const claimed = await lockEligibleOrders(tx, vendor_id)
    if (claimed.length === 0) {
      const earlier = shown_order_id && (await payoutOf(tx, vendor_id, shown_order_id))
      return earlier ? accepted(earlier) : refused('nothing_to_pay')
    }
    const [payout] = await tx
      .insert(payouts)
      .values({
        vendor_id,
        amount: sumKobo(claimed.map((order) => order.vendor_share)),
        created_at: deps.clock.now(),
        bank_name,
        bank_code,
        account_number,
        account_name,
      })
      .returning()
    if (!payout) throw new Error('The payout was not stored')
    const ids = claimed.map((order) => order.id)
    const asked = firstLine(payout, { verb: 'request', by: actor, now: payout.created_at })
    noteAdmins(tx)
    await tx.insert(payout_history).values({ payout_id: payout.id, ...asked })
    await tx.update(orders).set({ payout_id: payout.id }).where(inArray(orders.id, ids))
    return accepted(payout)
  })
}

/** The payout that claims a vendor's own order. */
async function payoutOf(tx: Tx, vendor_id: string, order_id: number) {
  const [found] = await tx
    .select({ payout: payouts })
    .from(payouts)
    .innerJoin(orders, eq(orders.payout_id, payouts.id))
    .where(and(eq(orders.id, order_id), eq(orders.vendor_id, vendor_id), eq(payouts.status, 'Pending')))
  return found?.payout ?? null
}
