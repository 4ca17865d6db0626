import { and, eq, inArray } from 'drizzle-orm'
import { noteOrder } from '../../../db/after-commit.ts'
import type { Db } from '../../../db/handle.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { the_customer } from '../../lifecycle.ts'
import { type IfMissing, order_moves } from '../../orders/lifecycle.ts'
import { type Choice, type ChoiceRefusal, decideMissing } from '../../orders/missing-dish/decide-missing.ts'
import type { MissingDish } from '../../orders/missing-dish/missing-of-orders.ts'
import { lockOrdersOfCheckout } from '../../orders/refunds/refundable.ts'
import { missing_dishes, orders } from '../../orders/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { checkoutOfTrackToken } from './tracked-orders.ts'

/**
 * A customer chooses what is done with a missing dish of their checkout: having the link proves that it is theirs.
 * Refuses what `decideMissing` refuses, and a dish of somebody else's order.
 */
export async function chooseByLink(
  deps: AnnouncingDeps,
  track_token: string,
  chosen: { missing_id: number; choice: Exclude<Choice, { kind: 'default' }> },
): Promise<Accepted<MissingDish> | ChoiceRefusal> {
  const { missing_id, choice } = chosen
  const checkout = await checkoutOfTrackToken(deps.db, track_token)
  if (!checkout || !Number.isSafeInteger(missing_id)) return refused('not_found')
  const [own] = await deps.db
    .select({ order_id: orders.id })
    .from(missing_dishes)
    .innerJoin(orders, eq(orders.id, missing_dishes.order_id))
    .where(and(eq(missing_dishes.id, missing_id), eq(orders.checkout_id, checkout.checkout_id)))
  if (!own) return refused('not_found')
  return decideMissing(deps, { order_id: own.order_id, missing_id, choice, by: the_customer })
}

/**
 * A customer says beforehand what is to be done with a dish that is out, where they do not choose in time: for all
 * orders of the checkout that can still miss something. Refused for an unknown link.
 */
export async function setIfMissingByLink(
  { db }: { db: Db },
  track_token: string,
  if_missing: IfMissing,
): Promise<Accepted<undefined> | Refused<'not_found', undefined>> {
  const checkout = await checkoutOfTrackToken(db, track_token)
  if (!checkout) return refused('not_found')
  const { checkout_id } = checkout
  return db.transaction(async (tx) => {
    await lockOrdersOfCheckout(tx, checkout_id)
    const changed = await tx
      .update(orders)
      .set({ if_missing })
      .where(and(eq(orders.checkout_id, checkout_id), inArray(orders.status, [...order_moves.call_off.from])))
      .returning({ id: orders.id })
    for (const { id } of changed) noteOrder(tx, id)
    return accepted(undefined)
  })
}
