import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { noteDue, noteScreen } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import type { Announce } from '../../events.ts'
import type { Kobo } from '../../money.ts'
import { historyLine, type Moved, type MoveRefusal, type MoveRequest, move, one } from '../../move.ts'
import { orders } from '../../orders/tables.ts'
import type { Accepted } from '../../refusal.ts'
import { type DeliveryStatus, type DeliveryVerb, delivery_moves } from '../lifecycle.ts'
import { bookRiderPay } from '../riders/rider-pay.ts'
import { deliveries, delivery_history } from '../tables.ts'

export type Delivery = typeof deliveries.$inferSelect

type MovedDelivery = Moved<Delivery, DeliveryVerb>
export type MoveDeliveryRefusal = MoveRefusal<DeliveryStatus>

type DeliveryMove = MoveRequest<DeliveryVerb> & {
  delivery_id: number
  /** The rider who takes it, and the pay: for `accept` and `assign`. */
  rider?: { rider_id: string; pay: Kobo }
  /** The offer it enters or leaves, and that offer's rider. */
  offer?: { offer_id: number; rider_id: string }
  /** Columns that the move writes together with the status. */
  sets?: Partial<Pick<Delivery, 'packs' | 'no_pin_reason' | 'no_pin_photo' | 'incident_id'>>
}

/**
 * Moves a delivery along its lifecycle: the only place that changes its status, and the one that announces
 * `delivery_moved`. When it is Delivered, its rider, if any, is paid here, once, with the customer's tip.
 */
export function moveDelivery(
  tx: Tx,
  announce: Announce,
  request: DeliveryMove,
): Promise<Accepted<Delivery> | MoveDeliveryRefusal> {
  return move(tx, announce, delivery_lifecycle, request)
}

const delivery_lifecycle = {
  moves: delivery_moves,
  lock: (tx: Tx, { delivery_id }: DeliveryMove) =>
    tx.select().from(deliveries).where(eq(deliveries.id, delivery_id)).for('no key update').then(one),
  write: (tx: Tx, { id }: Delivery, status: DeliveryStatus, request: DeliveryMove) =>
    tx
      .update(deliveries)
      .set({ ...consequences(request), ...request.sets, status })
      .where(eq(deliveries.id, id))
      .returning()
      .then(one),
  async record(tx: Tx, moved: MovedDelivery, { offer }: DeliveryMove) {
    const { before, after, now } = moved
    const rider_id = offer?.rider_id ?? after.rider_id ?? before.rider_id
    if (rider_id !== null) noteScreen(tx, rider_id)
    // A delivery that waits needs a rider, and one that ends frees one.
    noteDue(tx, 'dispatch')
    await tx.insert(delivery_history).values({
      delivery_id: after.id,
      rider_id,
      ...lostBy(moved),
      ...historyLine(moved),
    })
    if (after.status === 'Delivered') await bookRiderPay(tx, after, now)
  },
  event: ({ after, verb, by, reason }: MovedDelivery) =>
    ({ kind: 'delivery_moved', delivery: after, verb, by, reason }) as const,
}

/** By these a delivery is taken from a rider whose phone may have told less than was done. */
const taken_away: readonly DeliveryVerb[] = ['unassign', 'hand_on', 'come_back']

/** What a rider who handed it over before can prove it by, and is owed then (`provenAfterLoss`). */
const lostBy = ({ before, verb }: MovedDelivery) =>
  taken_away.includes(verb) ? { lost_step_key: before.step_key, lost_pay: before.pay } : {}

/** The customer's tip, which the rider who brings the food earns with it; nobody's, where an admin did without one. */
const tip_of_order = sql`case when ${deliveries.rider_id} is null then 0 else
  (select ${orders.tip} from ${orders} where ${orders.id} = ${deliveries.order_id}) end`

/** What every move changes in the row besides the status. */
function consequences(move: DeliveryMove): PgUpdateSetSource<typeof deliveries> {
  const { at = move.now } = move
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
    case 'hand_on':
    case 'come_back':
      return {
        rider_id: null,
        pay: null,
        step_key: null,
        assigned_at: null,
        at_vendor_at: null,
        alarmed_at: null,
        picked_up_at: null,
      }
    case 'reopen':
      return { rider_id: null, pay: null, step_key: null, alarmed_at: null, closed_at: null }
    case 'arrive':
      return { at_vendor_at: at }
    case 'pick_up':
      // From now on it has this rider, wherever it was.
      return { picked_up_at: at, at_gate_at: null, incident_id: null }
    case 'hand_over':
    case 'deliver':
      return { offer_id: null, closed_at: at, incident_id: null, tip: tip_of_order }
    case 'cancel':
      return { offer_id: null, closed_at: at, incident_id: null }
    case 'leave':
      return { offer_id: null, closed_at: at, tip: tip_of_order }
    case 'not_taken':
    case 'fail':
      return { offer_id: null, closed_at: at }
  }
}
