import type { Actor } from '../accounts/actor.ts'
import { may } from '../admin-roles.ts'
import { kitchenFor } from '../kitchen-roles.ts'

/**
 * Whose money an actor may promise in promotions: the platform's (null), or their kitchen's by the id of its vendor.
 * Null as a whole for everybody who may promise none.
 */
export function bearerFor(actor: Actor): { vendor_id: string | null } | null {
  if (may(actor, 'move_money')) return { vendor_id: null }
  const vendor_id = kitchenFor(actor, 'make_promotions')
  return vendor_id === null ? null : { vendor_id }
}
