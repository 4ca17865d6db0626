import { and, asc, desc, eq, isNull, lte } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { formatCampusTime } from '../../clock.ts'
import type { Announce, AnnouncingDeps } from '../../events.ts'
import { eachDue } from '../../lane.ts'
import { the_system } from '../../lifecycle.ts'
import { type Kobo, kobo } from '../../money.ts'
import { said_ready_by } from '../../orders/acceptance/said-ready-by.ts'
import {
  lockOrdersOfCheckout,
  type Refundable,
  type RefundableOrder,
  refundable,
} from '../../orders/refunds/refundable.ts'
import { sendBack } from '../../orders/refunds/send-back.ts'
import { order_history, orders } from '../../orders/tables.ts'
import { stands } from '../../orders/taken-back.ts'
import { LATENESS, type Lateness } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { deliveries, order_promises } from '../tables.ts'
import { at_door } from './at-door.ts'

/** The most promises judged in a round, the earliest first; the next round goes on. */
const MOST_PROMISES = 100

type Due = { order_id: number; checkout_id: string }

/**
 * Judges each promise once, when its first window has been over for as many minutes as the setting says: an order that
 * is not with its customer by then, or came later than that, brings its delivery fee back, or the share of it that is
 * set (decision 102). What is on its way stays on its way. Answers how many orders money went back for.
 */
export async function judgeLateness(deps: AnnouncingDeps): Promise<number> {
  const now = deps.clock.now()
  const rule = await readSetting(deps.db, LATENESS)
  const due = await deps.db
    .select({ order_id: order_promises.order_id, checkout_id: orders.checkout_id })
    .from(order_promises)
    .innerJoin(orders, eq(orders.id, order_promises.order_id))
    .where(and(isNull(order_promises.judged_at), lte(order_promises.first_promised_until, missedFrom(now, rule))))
    .orderBy(asc(order_promises.first_promised_until))
    .limit(MOST_PROMISES)
  return eachDue(due, async (promise) => {
    const is_refunded = await deps.db.transaction((tx) => judge(tx, deps.announce, promise, rule, now))
    return is_refunded ? 1 : 0
  })
}

/** A first window that was over by then is missed by the minutes of the setting. */
const missedFrom = (now: Date, rule: Lateness) => new Date(now.getTime() - rule.after_minutes * 60_000)

/** Answers whether money goes back. The order is locked before its promise, as in every move. */
async function judge(tx: Tx, announce: Announce, due: Due, rule: Lateness, now: Date): Promise<boolean> {
  await lockOrdersOfCheckout(tx, due.checkout_id)
  const [promise] = await tx
    .update(order_promises)
    .set({ judged_at: now })
    .where(and(eq(order_promises.order_id, due.order_id), isNull(order_promises.judged_at)))
    .returning()
  if (!promise) return false
  const room = await refundable(tx, due.checkout_id)
  const of = room.orders.find(({ order }) => order.id === due.order_id)
  if (!of) throw new Error('A locked order disappeared')
  if (of.order.status === 'Cancelled') return false
  const is_open = of.order.status !== 'Delivered'
  const at = await atDoor(tx, due.order_id)
  const is_late = at ? promise.first_promised_until < missedFrom(at, rule) : is_open
  if (!is_late) return false
  const fee_kobo = shareOf(ownFeeLeft(room, of), rule.share_percent)
  if (fee_kobo === 0) return false
  const kitchen_bears = await kitchenWasLate(tx, of, rule, now)
  const promised = `it was promised by ${formatCampusTime(promise.first_promised_until)}`
  const explanation = is_open ? `${promised} and still comes` : promised
  const sent = await sendBack(tx, {
    payment_id: room.payment_id,
    of,
    // The kitchen gives it out of the price of its food: the fee is not its money.
    ...(kitchen_bears
      ? { borne_by: 'vendor', food_kobo: kobo(Math.min(fee_kobo, of.food_left_kobo)), delivery_fee_kobo: kobo(0) }
      : { borne_by: 'platform', food_kobo: kobo(0), delivery_fee_kobo: fee_kobo }),
    reason: 'late_delivery',
    explanation,
    by: the_system,
    now,
  })
  if (!sent.refund) return false
  const given = [{ order: sent.order, refund: sent.refund }]
  await announce(tx, { kind: 'orders_given_back', given, explanation }, now)
  return true
}

/** When the order was at its customer's door; null while it is on its way, and for one that no rider brings. */
async function atDoor(tx: Tx, order_id: number): Promise<Date | null> {
  const [delivery] = await tx.select({ at: at_door }).from(deliveries).where(eq(deliveries.order_id, order_id))
  return delivery?.at ?? null
}

/** What is left of the fee for this order's own way; of a cart with one fee for all its ways, all of that, once. */
function ownFeeLeft(room: Refundable, { order, fee_given_kobo }: RefundableOrder): Kobo {
  const own = order.own_delivery_fee
  if (own !== null) return kobo(Math.min(Math.max(own - fee_given_kobo, 0), room.delivery_fee_left_kobo))
  // Where a kitchen bore it, it went back as food.
  if (room.orders.some((other) => other.has_late_refund || other.fee_given_kobo > 0)) return kobo(0)
  return kobo(Math.min(order.delivery_fee - order.small_order_fee, room.delivery_fee_left_kobo))
}

/** A share in whole naira, rounded up, and never more than there is. */
function shareOf(fee: Kobo, percent: number): Kobo {
  return kobo(Math.min(Math.ceil((fee * percent) / 100_00) * 100, fee))
}

/**
 * Whether the kitchen bears it by the setting: its food was ready, or is not yet, later than it said when it accepted.
 * More time that it asked for since does not count. What a payout has claimed is not taken any more.
 */
async function kitchenWasLate(tx: Tx, { order }: RefundableOrder, rule: Lateness, now: Date): Promise<boolean> {
  const { kitchen_bears_after_minutes } = rule
  if (kitchen_bears_after_minutes === null || order.payout_id !== null) return false
  const [kitchen] = await tx
    .select({ said: said_ready_by, ready_at: order_history.moved_at })
    .from(orders)
    .leftJoin(order_history, and(eq(order_history.order_id, orders.id), eq(order_history.verb, 'complete'), stands))
    .where(eq(orders.id, order.id))
    .orderBy(desc(order_history.id))
    .limit(1)
  if (!kitchen?.said) return false
  const ready_at = kitchen.ready_at ?? now
  return ready_at.getTime() > kitchen.said.getTime() + kitchen_bears_after_minutes * 60_000
}
