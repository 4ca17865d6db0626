import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import { vendors } from '../catalog/tables.ts'
import type { Clock } from '../clock.ts'
import { sumKobo } from '../money.ts'
import { orders } from '../orders/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { lockEligibleOrders } from './eligible-orders.ts'
import { payouts } from './tables.ts'

export type PayoutRefusal = Refused<
  'not_found' | 'vendor_inactive' | 'no_bank_account' | 'nothing_to_pay',
  undefined
>

/**
 * A vendor asks for the money of all its delivered orders that no payout claims yet. Amount (kobo) = the sum of their
 * `total_price`; the orders are claimed in the same commit, so of two requests at once one finds nothing to pay.
 */
export async function requestPayout(
  deps: { db: Db; clock: Clock },
  actor: Actor,
): Promise<Accepted<typeof payouts.$inferSelect> | PayoutRefusal> {
  if (actor.role !== 'vendor') return refused('not_found')
  return deps.db.transaction(async (tx) => {
    const [vendor] = await tx.select().from(vendors).where(eq(vendors.user_id, actor.user_id))
    if (!vendor) return refused('not_found')
    if (vendor.status !== 'Active') return refused('vendor_inactive')
    const { bank_name, bank_code, account_number, account_name } = vendor
    if (!bank_name || !account_number || !account_name) return refused('no_bank_account')
    const claimed = await lockEligibleOrders(tx, actor.user_id)
    if (claimed.length === 0) return refused('nothing_to_pay')
    const [payout] = await tx
      .insert(payouts)
      .values({
        vendor_id: actor.user_id,
        amount: sumKobo(claimed.map((order) => order.total_price)),
        created_at: deps.clock.now(),
        bank_name,
        bank_code,
        account_number,
        account_name,
      })
      .returning()
    if (!payout) throw new Error('The payout was not stored')
    const ids = claimed.map((order) => order.id)
    await tx.update(orders).set({ payout_id: payout.id }).where(inArray(orders.id, ids))
    return accepted(payout)
  })
}
