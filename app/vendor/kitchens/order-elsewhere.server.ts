import { data, redirect } from 'react-router'
import type { Db } from '../../../db/handle.ts'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { kitchenOfOrder } from '../../../domain/orders/kitchen-of-order.ts'

/**
 * What is thrown where an order is not of the kitchen in front: of another of theirs, they say whether they go there;
 * of nobody or somebody else, it does not exist.
 */
export async function orderElsewhere(db: Db, { kitchens = [] }: Actor, order_id: number) {
  const ids = kitchens.map(({ vendor_id }) => vendor_id)
  const to = await kitchenOfOrder(db, ids, order_id)
  if (to === null) return data(null, { status: 404 })
  const asked = new URLSearchParams({ to, next: `/vendor-order/${order_id}` })
  return redirect(`/vendor-kitchens?${asked}` satisfies Address)
}
