import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { noteOrder } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import type { Mover } from '../../lifecycle.ts'
import { type Kobo, kobo } from '../../money.ts'
import { askRefund } from '../../payments/ask-refund.ts'
import { commissionLeft } from '../../payments/commission.ts'
import { accounts, bookJournal, type JournalKind } from '../../payments/ledger.ts'
import { payments, type RefundLine, type RefundReason, refunds } from '../../payments/tables.ts'
import { returnToPromotions } from '../../promotions/hold-use.ts'
import { orders } from '../tables.ts'
import type { Bearer } from './bearer.ts'
import type { RefundableOrder } from './refundable.ts'

type Order = typeof orders.$inferSelect
type Refund = typeof refunds.$inferSelect

/** The order goes on, so that there may be many of them. */
const given_back_reasons = [
  'complaint',
  'late_delivery',
  'missing_dish',
  'shared_ride',
] as const satisfies RefundReason[]
type GivenBackReason = (typeof given_back_reasons)[number]

export type SendBack = {
  payment_id: string
  of: RefundableOrder
  /** Kobo of the order's food, and of the checkout's delivery fee. */
  food_kobo: Kobo
  delivery_fee_kobo: Kobo
  /** Kobo of the order's tip; none when left out. */
  tip_kobo?: Kobo
  /** Kobo of the delivery fee that a promotion had paid and has again; none when left out. */
  free_fee_kobo?: Kobo
  /** The same of the food, besides what the customer has again of it; it counts where the vendor bears it. */
  promotion_kobo?: Kobo
  reason: Extract<RefundReason, 'rejected' | 'cancelled' | GivenBackReason>
  lines?: readonly RefundLine[]
  explanation: string
  by: Mover
  request_key?: string
  now: Date
} & Bearer

/**
 * Refunds money of an order, in the caller's commit and under `lockOrdersOfCheckout`: writes the refund, the vendor's
 * share, the platform's commission, and the journal. The bearer pays for the food; of what the vendor bears, the
 * commission pays its part. The delivery fee always comes out of the delivery fees, the tip out of the tips. What a
 * promotion had paid of dishes that the vendor does not sell goes back to it, to the vendor where that bears it. Where
 * a vendor that pays the delivery would lose more than it has left of the order, the platform takes so much of the
 * delivery over (decision 130). Answers the order as it is now, and the refund, or null when nothing is refunded.
 * Throws when more would be refunded than is left, which would be a bug.
 *
 * `everything` means that the vendor earns nothing from the order: its share becomes zero, and what the platform bore
 * of it before, and the rest of the discount, becomes the vendor's. What a rider bore stays the rider's: a payout may
 * have counted it.
 */
export async function sendBack(
  tx: Tx,
  back: SendBack,
  everything = false,
): Promise<{ order: Order; refund: Refund | null }> {
  const { of, food_kobo, delivery_fee_kobo, tip_kobo = 0, borne_by, now } = back
  noteOrder(tx, of.order.id)
  const amount = kobo(food_kobo + delivery_fee_kobo + tip_kobo)
  if (food_kobo < 0 || delivery_fee_kobo < 0 || food_kobo > of.food_left_kobo || tip_kobo > of.tip_left_kobo) {
    throw new RangeError(`Order ${of.order.id} cannot give ${food_kobo} of ${of.food_left_kobo} kobo back`)
  }
  const taken_over = everything && borne_by === 'vendor' ? of.borne_by_platform_kobo : 0
  if (taken_over > 0) {
    await tx
      .update(refunds)
      .set({ borne_by: 'vendor' })
      .where(and(eq(refunds.order_id, of.order.id), eq(refunds.borne_by, 'platform')))
  }
  const moves_money = amount > 0 || (everything && of.has_refunds)
  const free_fee_kobo = moves_money ? (back.free_fee_kobo ?? 0) : 0
  const by_discount = Math.min(everything ? of.discount_left_kobo : (back.promotion_kobo ?? 0), of.discount_left_kobo)
  // A refund that the vendor bears says what the promotion has again: this one, or one before.
  const is_noted = amount > 0 || of.has_vendor_refunds || taken_over > 0
  const promotion_kobo = moves_money && borne_by === 'vendor' && is_noted ? kobo(by_discount) : 0
  const borne_kobo = borne_by === 'vendor' ? kobo(food_kobo + taken_over + promotion_kobo) : 0
  const order = await shrinkShare(tx, of.order, borne_kobo, ownPromotions(of, { promotion_kobo, free_fee_kobo }))
  /** What the vendor bears less of its promotions. */
  const of_vendor = kobo(of.order.vendor_promotion - order.vendor_promotion)
  const refund =
    amount === 0
      ? null
      : await askRefund(tx, {
          payment_id: back.payment_id,
          order_id: order.id,
          amount,
          delivery_fee: delivery_fee_kobo,
          tip: tip_kobo,
          promotion: promotion_kobo,
          free_fee: free_fee_kobo,
          reason: back.reason,
          borne_by,
          lines: back.lines,
          explanation: back.explanation,
          by: back.by,
          request_key: back.request_key,
          now,
        })
  if (!refund && taken_over + promotion_kobo + free_fee_kobo === 0) return { order, refund }
  // Nothing is left to go back to the customer: earlier refunds say what the promotion has again.
  if (!refund && promotion_kobo > 0) {
    const last = await lastRefund(tx, order.id, eq(refunds.borne_by, 'vendor'))
    await noteIn(tx, last, { promotion: kobo(last.promotion + promotion_kobo) })
  }
  if (!refund && free_fee_kobo > 0) {
    const last = await lastRefund(tx, order.id)
    await noteIn(tx, last, { free_fee: kobo(last.free_fee + free_fee_kobo) })
  }
  await bookJournal(tx, {
    ...journalOf(back, refund),
    order_id: order.id,
    recorded_at: now,
    entries: [
      { account: accounts.vendor(order.vendor_id), amount: kobo(of.order.vendor_share - order.vendor_share) },
      { account: accounts.commission, amount: kobo(of.order.commission - order.commission) },
      {
        account: accounts.platform_losses,
        amount: kobo((borne_by === 'platform' ? food_kobo : 0) - taken_over),
      },
      ...(back.borne_by === 'rider' ? [{ account: accounts.rider(back.rider_id), amount: food_kobo }] : []),
      { account: accounts.delivery_fees, amount: kobo(delivery_fee_kobo + free_fee_kobo) },
      { account: accounts.promotions, amount: kobo(of_vendor - promotion_kobo - free_fee_kobo) },
      { account: accounts.tips, amount: tip_kobo },
      { account: accounts.refunds_due, amount: kobo(-amount) },
    ],
  })
  if (of.has_promotion) {
    const { checkout_id } = order
    await returnToPromotions(tx, {
      checkout_id,
      promotion_kobo,
      free_fee_kobo,
      is_whole: await isAllBack(tx, back.payment_id, checkout_id),
      now,
    })
  }
  return { order, refund }
}

async function lastRefund(tx: Tx, order_id: number, which?: SQL): Promise<Refund> {
  const [last] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.order_id, order_id), which))
    .orderBy(desc(refunds.created_at), desc(refunds.id))
    .limit(1)
  if (!last) throw new Error(`Order ${order_id} has no refund`)
  return last
}

async function noteIn(tx: Tx, { id }: Refund, more: { promotion: Kobo } | { free_fee: Kobo }): Promise<void> {
  await tx.update(refunds).set(more).where(eq(refunds.id, id))
}

/** Whether a checkout's customer has everything again that was paid, but for tips that riders may keep. */
async function isAllBack(tx: Tx, payment_id: string, checkout_id: string): Promise<boolean> {
  const { rows } = await tx.execute<{ is_all: boolean }>(sql`
    select p.amount <= (select coalesce(sum(r.amount - r.tip), 0) from ${refunds} r where r.payment_id = p.id)
      + (select coalesce(sum(o.tip), 0) from ${orders} o where o.checkout_id = ${checkout_id}) as is_all
    from ${payments} p where p.id = ${payment_id}`)
  return rows[0]?.is_all ?? false
}

/**
 * What a vendor has again of the promotions that it bears itself, and what of the fee it still pays after that: what
 * goes back to its own promotion it never gave.
 */
function ownPromotions(of: RefundableOrder, back: { promotion_kobo: Kobo; free_fee_kobo: Kobo }) {
  const { vendor_promotion, vendor_bears_discount } = of.order
  const fee_left = vendor_promotion - (vendor_bears_discount ? of.discount_left_kobo : 0)
  const fee_back = Math.min(back.free_fee_kobo, fee_left)
  return { has_again: (vendor_bears_discount ? back.promotion_kobo : 0) + fee_back, fee_left: fee_left - fee_back }
}

/**
 * Takes what the vendor bears out of its share, less what it has again of its own promotions, and the commission's part
 * of it out of the commission. What there is no share for is taken off the fee that it pays.
 */
async function shrinkShare(
  tx: Tx,
  order: Order,
  borne_kobo: Kobo,
  own: { has_again: number; fee_left: number },
): Promise<Order> {
  if (borne_kobo + own.has_again === 0) return order
  const sold = kobo(order.vendor_share + order.commission)
  const let_off = Math.min(Math.max(borne_kobo - own.has_again - sold, 0), own.fee_left)
  const left = kobo(sold - borne_kobo + own.has_again + let_off)
  const commission = commissionLeft(order.commission, sold, left)
  const [changed] = await tx
    .update(orders)
    .set({
      commission,
      vendor_share: kobo(left - commission),
      vendor_promotion: kobo(order.vendor_promotion - own.has_again - let_off),
    })
    .where(eq(orders.id, order.id))
    .returning()
  if (!changed) throw new Error('A locked order disappeared')
  return changed
}

/** An order is rejected or cancelled once, but may have many other refunds. */
function journalOf(back: SendBack, refund: Refund | null): { kind: JournalKind; subject: string } {
  const subject = `order:${back.of.order.id}`
  return given_back_reasons.some((reason) => reason === back.reason)
    ? { kind: 'order_given_back', subject: `${subject}:${refund?.id}` }
    : { kind: 'order_refunded', subject }
}
