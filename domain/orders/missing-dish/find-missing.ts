import type { Actor } from '../../accounts/actor.ts'
import { backOnSale } from '../../catalog/menu/mark-sold-out.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { waitAnew } from '../acceptance/escalate-unaccepted.ts'
import { lockOwnOrder, type OwnOrderRefusal } from '../own-order.ts'
import { closeMissing } from './close-missing.ts'
import type { MissingDish } from './missing-of-orders.ts'

/**
 * The kitchen has the dish after all: its customer need not choose, and it is on sale again where saying that it is
 * missing had sold it out. Refused once they chose, or their time was over.
 */
export async function findMissing(
  { db, clock, announce }: AnnouncingDeps,
  actor: Actor,
  found: { order_id: number; missing_id: number },
): Promise<Accepted<MissingDish> | OwnOrderRefusal | Refused<'chosen_already', undefined>> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const own = await lockOwnOrder(tx, actor, found.order_id)
    if (!own.ok) return own
    if (!Number.isSafeInteger(found.missing_id)) return refused('not_found')
    const which = { missing_id: found.missing_id, order_id: own.value.id }
    const [closed] = await closeMissing(tx, announce, which, { outcome: 'found', by: actor, now })
    if (!closed) return refused('chosen_already')
    const { vendor_id } = own.value
    await backOnSale(tx, actor, { vendor_id, name: closed.dish, sold_out_at: closed.marked_at }, now)
    if (own.value.status === 'Pending') await waitAnew(tx, own.value.id, now)
    return accepted(closed)
  })
}
