import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.ts'
import type { Announce } from '../events.ts'
import type { Kobo } from '../money.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { canMoveDelivery, type DeliveryStatus, type DeliveryVerb, delivery_moves } from './lifecycle.ts'
import { bookRiderPay } from './rider-pay.ts'
import { deliveries, delivery_history } from './tables.ts'

export type Delivery = typeof deliveries.$inferSelect

export type MoveDeliveryRefusal =
  | Refused<'not_found', undefined>
  | Refused<'not_allowed', { status: DeliveryStatus }>

type DeliveryMove = {
  delivery_id: number
  verb: DeliveryVerb
  actor: string
  reason?: string
  /** When it happened; earlier than `now` for a step that waited for a network. */
  at?: Date
  now: Date
  /** Who takes it over and what it pays: for `accept` and `assign`. */
  rider?: { rider_id: string; pay: Kobo }
  /** The offer it enters or leaves, and whose. */
  offer?: { offer_id: number; rider_id: string }
  /** What the move itself finds out, written with it. */
  sets?: Partial<Pick<Delivery, 'packs' | 'no_pin_reason' | 'no_pin_photo'>>
}

/**
 * Moves a delivery along the lifecycle table and writes who did it, when and why, in the caller's commit. The only place
 * that changes its status, and the one that announces `delivery_moved`. Locks the row, so of two that race one wins and the
 * other is refused with the status it met. A rider who has it when it is Delivered is paid here, once.
 */
export async function moveDelivery(
  tx: Tx,
  announce: Announce,
  move: DeliveryMove,
): Promise<Accepted<Delivery> | MoveDeliveryRefusal> {
  const [delivery] = await tx
    .select()
    .from(deliveries)
    .where(eq(deliveries.id, move.delivery_id))
    .for('no key update')
  if (!delivery) return refused('not_found')
  if (!canMoveDelivery(move.verb, delivery.status)) return refused('not_allowed', { status: delivery.status })
  const status = delivery_moves[move.verb].to
  const at = move.at ?? move.now
  const [moved] = await tx
    .update(deliveries)
    .set({ ...consequences(move, at), ...move.sets, status })
    .where(eq(deliveries.id, delivery.id))
    .returning()
  if (!moved) throw new Error('A locked delivery disappeared')
  await tx.insert(delivery_history).values({
    delivery_id: delivery.id,
    verb: move.verb,
    from_status: delivery.status,
    to_status: status,
    rider_id: move.offer?.rider_id ?? moved.rider_id ?? delivery.rider_id,
    actor: move.actor,
    reason: move.reason ?? null,
    moved_at: at,
    recorded_at: move.now,
  })
  if (moved.status === 'Delivered') await bookRiderPay(tx, moved, move.now)
  const { verb, actor, reason = null } = move
  await announce(tx, { kind: 'delivery_moved', delivery: moved, verb, actor, reason }, move.now)
  return accepted(moved)
}

/** What every move does to the row besides its status. */
function consequences(move: DeliveryMove, at: Date): Partial<Delivery> {
  switch (move.verb) {
    case 'offer':
      return { offer_id: move.offer?.offer_id ?? null }
    case 'expire':
    case 'withdraw':
    case 'decline':
      return { offer_id: null }
    case 'accept':
    case 'assign':
      if (!move.rider) throw new Error(`A delivery is ${move.verb}ed by nobody`)
      return {
        ...move.rider,
        offer_id: null,
        assigned_at: at,
        step_key: randomBytes(32).toString('base64url'),
      }
    case 'give_back':
    case 'unassign':
      return {
        rider_id: null,
        pay: null,
        step_key: null,
        assigned_at: null,
        at_vendor_at: null,
        alarmed_at: null,
      }
    case 'arrive':
      return { at_vendor_at: at }
    case 'pick_up':
      return { picked_up_at: at }
    case 'hand_over':
    case 'deliver':
    case 'cancel':
      return { offer_id: null, closed_at: at }
  }
}
