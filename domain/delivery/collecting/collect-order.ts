import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { formatCampusDateTime } from '../../clock.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { canMove } from '../../orders/lifecycle.ts'
import { type MoveOrderRefusal, moveOrder } from '../../orders/move-order.ts'
import { lockOwnOrder, type OwnOrderRefusal } from '../../orders/own-order.ts'
import type { orders } from '../../orders/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { delivery_pin } from '../forms.ts'
import { checkPin, type PinRefusal } from '../steps/check-pin.ts'
import { keptUntil } from './kept-until.ts'

type Order = typeof orders.$inferSelect
type CommonRefusal = MoveOrderRefusal | OwnOrderRefusal

/**
 * The kitchen hands the food to the customer who collects it, and who says the PIN: the order is Delivered. Refused
 * before the food is ready, with the order's status, and for a wrong PIN, which is counted as at the door
 * (docs/product.md#pin).
 */
export function collectOrder(
  deps: AnnouncingDeps,
  actor: Actor,
  collected: { order_id: number; pin: string },
): Promise<Accepted<Order> | CommonRefusal | PinRefusal | Refused<'bad_pin', undefined>> {
  const { order_id } = collected
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const own = await lockCollected(tx, actor, { order_id, verb: 'collect' })
    if (!own.ok) return own
    const pin = delivery_pin.safeParse(collected.pin)
    if (!pin.success) return refused('bad_pin')
    const right = await checkPin(tx, { order_id, pin: pin.data, now })
    if (!right.ok) return right
    return moveOrder(tx, deps.announce, { order_id, verb: 'collect', by: actor, reason: 'with the PIN', now })
  })
}

/**
 * The kitchen closes an order that nobody collected. It keeps its money, because it has cooked, and the customer is
 * told. Refused with `until` while the kitchen still has to keep the food.
 */
export function closeUncollected(
  deps: AnnouncingDeps,
  actor: Actor,
  order_id: number,
): Promise<Accepted<Order> | CommonRefusal | Refused<'kept_still', { until: Date }>> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const own = await lockCollected(tx, actor, { order_id, verb: 'not_collected' })
    if (!own.ok) return own
    const until = await keptUntil(tx, order_id)
    if (!until) throw new Error(`Order ${order_id} is ready, but its history does not say since when`)
    if (now < until) return refused('kept_still', { until })
    const reason = `kept until ${formatCampusDateTime(until)}`
    return moveOrder(tx, deps.announce, { order_id, verb: 'not_collected', by: actor, reason, now })
  })
}

/** The kitchen's own order, locked, if its customer collects it and this move is possible now. */
async function lockCollected(
  tx: Tx,
  actor: Actor,
  move: { order_id: number; verb: 'collect' | 'not_collected' },
): Promise<Accepted<Order> | CommonRefusal> {
  const own = await lockOwnOrder(tx, actor, move.order_id)
  if (!own.ok) return own
  const order = own.value
  const possible = order.collects && canMove(move.verb, order.status)
  return possible ? accepted(order) : refused('not_allowed', { status: order.status })
}
