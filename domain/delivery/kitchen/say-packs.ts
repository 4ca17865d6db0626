import { eq } from 'drizzle-orm'
import { noteOrder } from '../../../db/after-commit.ts'
import type { Db } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { MoveRefusal } from '../../move.ts'
import { type OrderStatus, saysPacks } from '../../orders/lifecycle.ts'
import { lockOwnOrder, type OwnOrderRefusal } from '../../orders/own-order.ts'
import { orders } from '../../orders/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { pack_count, rider_reason } from '../forms.ts'

/**
 * The kitchen says in how many packs it packed an order, and why it is another number than its portions: from now on
 * the rider counts so many. Refused before it is accepted and once it is picked up; where the rider counts differently
 * all the same, the pick-up waits for the rider's reason (`pickUp`).
 */
export async function sayPacks(
  { db }: { db: Db },
  actor: Actor,
  said: { order_id: number; packs: number; reason: string | undefined },
): Promise<
  Accepted<undefined> | MoveRefusal<OrderStatus> | OwnOrderRefusal | Refused<'bad_packs' | 'no_packs_reason', undefined>
> {
  const packs = pack_count.safeParse(said.packs)
  if (!packs.success) return refused('bad_packs')
  const reason = rider_reason.safeParse(said.reason)
  if (!reason.success) return refused('no_packs_reason')
  return db.transaction(async (tx) => {
    const own = await lockOwnOrder(tx, actor, said.order_id)
    if (!own.ok) return own
    const { id, status } = own.value
    if (!saysPacks(own.value)) return refused('not_allowed', { status })
    await tx.update(orders).set({ packs: packs.data, packs_reason: reason.data }).where(eq(orders.id, id))
    noteOrder(tx, id)
    return accepted(undefined)
  })
}
