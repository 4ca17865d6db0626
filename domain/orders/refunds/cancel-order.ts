import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Clock } from '../../clock.ts'
import type { Announce } from '../../events.ts'
import { isKobo, type Kobo, kobo } from '../../money.ts'
import type { RefundBearer } from '../../payments/lifecycle.ts'
import type { refunds } from '../../payments/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { customer_reason, order_number } from '../forms.ts'
import { canMove } from '../lifecycle.ts'
import { type MoveOrderRefusal, moveOrder } from '../move-order.ts'
import { orders } from '../tables.ts'
import { findBearers, type LockCarriers } from './bearer.ts'
import { isConfirmed, type NotConfirmed } from './confirmed-total.ts'
import { lockOrdersOfCheckout, type Refundable, type RefundableOrder, refundable } from './refundable.ts'
import { sendBack } from './send-back.ts'

type Order = typeof orders.$inferSelect

export type CancelRefusal =
  | MoveOrderRefusal
  | Refused<'bad_reason' | 'bad_amount' | 'no_rider' | 'in_payout', undefined>
  /** `left_kobo` is what can still be refunded with this order. */
  | Refused<'more_than_paid', { left_kobo: Kobo }>
  | NotConfirmed

/**
 * An admin cancels an order and refunds all of it (`'all'`: what is left of its price, and with the last order of a
 * checkout the delivery fee) or some kobo of that; `borne_by` says who pays (docs/decisions/031). Its tip goes back
 * besides. What the vendor keeps stays payable. The customer reads the reason. Refused with the order's status when it
 * can no longer be cancelled, so of two who cancel at once one is told. `confirmed_kobo` is the total that the admin
 * saw and confirmed: null or another amount is refused with the right one; left out by callers without a screen.
 */
export async function cancelOrder(
  deps: { db: Db; clock: Clock; announce: Announce; lockCarriers?: LockCarriers },
  actor: Actor,
  cancel: {
    order_id: number
    reason: string
    refund_kobo: number | 'all'
    borne_by: RefundBearer
    confirmed_kobo?: number | null
  },
): Promise<Accepted<{ order: Order; refund: typeof refunds.$inferSelect | null }> | CancelRefusal> {
  if (!may(actor, 'run_orders') || !order_number.safeParse(cancel.order_id).success) return refused('not_found')
  const reason = customer_reason.safeParse(cancel.reason)
  if (!reason.success) return refused('bad_reason')
  const { refund_kobo } = cancel
  if (refund_kobo !== 'all' && !(isKobo(refund_kobo) && refund_kobo > 0)) return refused('bad_amount')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const [wanted] = await tx.select().from(orders).where(eq(orders.id, cancel.order_id))
    if (!wanted) return refused('not_found')
    await lockOrdersOfCheckout(tx, wanted.checkout_id)
    const room = await refundable(tx, wanted.checkout_id)
    const of = room.orders.find(({ order }) => order.id === wanted.id)
    if (!of) throw new Error('A locked order disappeared')
    if (!canMove('cancel', of.order.status)) return refused('not_allowed', { status: of.order.status })
    const bearerOf = await findBearers(tx, deps.lockCarriers, {
      order_ids: [wanted.id],
      borne_by: cancel.borne_by,
    })
    if (!bearerOf.ok) return bearerOf
    if (cancel.borne_by === 'vendor' && of.order.payout_id !== null) return refused('in_payout')
    const delivery_fee_left = feeThatGoesWith(room, of)
    const left_kobo = kobo(of.food_left_kobo + delivery_fee_left)
    const amount = refund_kobo === 'all' ? left_kobo : refund_kobo
    if (amount > left_kobo) return refused('more_than_paid', { left_kobo })
    const total_kobo = kobo(amount + of.tip_left_kobo)
    if (!isConfirmed(cancel, total_kobo)) return refused('not_confirmed', { total_kobo })
    const food = kobo(Math.min(amount, of.food_left_kobo))
    const moved = await moveOrder(tx, deps.announce, {
      order_id: wanted.id,
      verb: 'cancel',
      by: actor,
      reason: reason.data,
      now,
    })
    if (!moved.ok) return moved
    const sent = await sendBack(
      tx,
      {
        payment_id: room.payment_id,
        of: { ...of, order: moved.value },
        food_kobo: food,
        delivery_fee_kobo: kobo(amount - food),
        free_fee_kobo: refund_kobo === 'all' ? freeFeeThatGoesWith(room, of) : 0,
        tip_kobo: of.tip_left_kobo,
        ...bearerOf.value(wanted.id),
        reason: 'cancelled',
        explanation: reason.data,
        by: actor,
        now,
      },
      refund_kobo === 'all',
    )
    await deps.announce(
      tx,
      { kind: 'order_cancelled', verb: 'cancel', ...sent, explanation: reason.data, by: actor },
      now,
    )
    await recordCancelled(
      tx,
      actor,
      of,
      { ...sent, amount: total_kobo, borne_by: cancel.borne_by, reason: reason.data },
      now,
    )
    return accepted(sent)
  })
}

/**
 * What of the delivery fee is refunded with an order: with the last one of its checkout all that is left, because then
 * nothing is carried any more; with another what was paid for its own way. Nothing, where the ways of those that are
 * still carried were not paid for by themselves.
 */
export function feeThatGoesWith(room: Refundable, of: RefundableOrder): Kobo {
  return feeOutOf(room.delivery_fee_left_kobo, room, of)
}

/** The same of a fee that a promotion paid: it has it again. */
export function freeFeeThatGoesWith(room: Refundable, of: RefundableOrder): Kobo {
  return feeOutOf(room.free_fee_left_kobo, room, of)
}

function feeOutOf(left_kobo: Kobo, room: Refundable, { order, fee_given_kobo }: RefundableOrder): Kobo {
  const carried = room.orders.filter((other) => other.order.id !== order.id && other.order.status !== 'Cancelled')
  if (carried.length === 0) return left_kobo
  if (carried.some((other) => other.order.own_delivery_fee === null)) return 0
  const own_left = Math.max((order.own_delivery_fee ?? 0) - fee_given_kobo, 0)
  return kobo(Math.min(own_left, left_kobo))
}

async function recordCancelled(
  tx: Tx,
  actor: Actor,
  before: RefundableOrder,
  after: { order: Order; amount: Kobo; borne_by: RefundBearer; reason: string },
  now: Date,
): Promise<void> {
  await recordAudit(tx, {
    actor,
    action: 'order_cancelled',
    subject: `order:${after.order.id}`,
    before: { status: before.order.status, vendor_share_kobo: before.order.vendor_share },
    after: {
      status: after.order.status,
      vendor_share_kobo: after.order.vendor_share,
      refund_kobo: after.amount,
      borne_by: after.borne_by,
    },
    reason: after.reason,
    now,
  })
}
