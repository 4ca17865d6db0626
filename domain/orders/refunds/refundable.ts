import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { lineTotal } from '../../catalog/menu/cart-line.ts'
import { type Kobo, kobo, sumKobo } from '../../money.ts'
import { chargedBack } from '../../payments/chargebacks/charged-back.ts'
import { payments, refunds } from '../../payments/tables.ts'
import { orders } from '../tables.ts'

type Order = typeof orders.$inferSelect

/** What can still be refunded of one order, in kobo that its customer paid, and how many of each item. */
export type RefundableOrder = {
  order: Order
  food_left_kobo: Kobo
  items_left: readonly number[]
  /** What of its food was refunded for no dish in particular, by refund. What a swap saved is in the dishes already. */
  undivided: readonly { refund_id: string; food_kobo: Kobo }[]
  /** What is left of its tip, which goes back where no rider earns it. */
  tip_left_kobo: Kobo
  /** What of the delivery fee was refunded with it, to the customer or to the promotion that had paid it. */
  fee_given_kobo: Kobo
  /** What is left of the discount on its food: the promotion has it again where the order is called off. */
  discount_left_kobo: Kobo
  /** Whether its checkout has a promotion, whoever's dishes that is for. */
  has_promotion: boolean
  /** Whether anything of it was refunded before, and whether its vendor bore any of that. */
  has_refunds: boolean
  has_vendor_refunds: boolean
  /** Whether money of it went back because it was late, whoever bore that. */
  has_late_refund: boolean
  /** Refunds of its food that the platform bore. */
  borne_by_platform_kobo: Kobo
}

export type Refundable = {
  payment_id: string
  orders: readonly RefundableOrder[]
  /** What is left of the delivery fee, which the checkout paid once. */
  delivery_fee_left_kobo: Kobo
  /** The same where a promotion paid it: nothing of it is the customer's. */
  free_fee_left_kobo: Kobo
  /** What of it a bank took back, so that it is not refunded besides. */
  charged_back_kobo: Kobo
}

/**
 * What can still be refunded of a paid checkout: what was paid, less every refund ever asked for, even failed ones,
 * because that money is still owed. The part of a short payment that was waived is never refunded: it is taken off the
 * delivery fee, then off the food; the tip was made smaller when it was accepted. What a promotion paid is no part of
 * it. What the customer's bank took back (`chargedBack`) is gone likewise, once no order of it is under way: one that
 * is may still be called off, and the worker does not send what the bank has (decision 189). Throws when the checkout
 * has no payment for orders, which would be a bug.
 */
export async function refundable(db: Db | Tx, checkout_id: string): Promise<Refundable> {
  const placed = await db.select().from(orders).where(eq(orders.checkout_id, checkout_id)).orderBy(orders.id)
  const [payment] = await db
    .select({ id: payments.id, amount: payments.amount })
    .from(payments)
    .where(and(eq(payments.checkout_id, checkout_id), eq(payments.purpose, 'orders')))
  const [first] = placed
  if (!payment || !first) throw new Error(`Checkout ${checkout_id} has no payment for orders`)
  const asked = await db.select().from(refunds).where(eq(refunds.payment_id, payment.id))
  const fee_given = sumKobo(asked.flatMap((refund) => [refund.delivery_fee, refund.free_fee]))
  const fee_left = kobo(first.delivery_fee - fee_given)
  const fee = first.free_delivery ? 0 : fee_left
  const food = sumKobo(placed.map(paidFor)) - foodOf(asked.filter(isForOrder))
  const tips = sumKobo(placed.map(({ tip }) => tip)) - tipsOf(asked)
  const charged_back_kobo = placed.every(isOver) ? await chargedBack(db, payment.id) : 0
  const left_of_payment = payment.amount - sumKobo(asked.map((refund) => refund.amount)) - charged_back_kobo
  let let_off = Math.max(0, food + fee + tips - left_of_payment)
  const less = (left: number) => {
    const taken = Math.min(left, let_off)
    let_off -= taken
    return kobo(left - taken)
  }
  return {
    payment_id: payment.id,
    charged_back_kobo,
    delivery_fee_left_kobo: less(fee),
    free_fee_left_kobo: first.free_delivery ? fee_left : 0,
    orders: placed.map((order) => {
      const own = asked.filter((refund) => refund.order_id === order.id)
      const lines = own.flatMap((refund) => refund.lines ?? [])
      const by_platform = own.filter((refund) => refund.borne_by === 'platform')
      return {
        order,
        food_left_kobo: less(paidFor(order) - foodOf(own)),
        borne_by_platform_kobo: foodOf(by_platform),
        undivided: own
          .filter((refund) => refund.lines === null && refund.reason !== 'missing_dish')
          .map((refund) => ({ refund_id: refund.id, food_kobo: foodOf([refund]) })),
        tip_left_kobo: order.status === 'Delivered' ? 0 : kobo(order.tip - tipsOf(own)),
        fee_given_kobo: sumKobo(own.flatMap((refund) => [refund.delivery_fee, refund.free_fee])),
        has_refunds: own.length > 0,
        has_vendor_refunds: own.some((refund) => refund.borne_by === 'vendor'),
        has_late_refund: own.some((refund) => refund.reason === 'late_delivery'),
        has_promotion: placed.some(({ discount, free_delivery }) => discount > 0 || free_delivery),
        discount_left_kobo: kobo(order.discount - sumKobo(own.map((refund) => refund.promotion))),
        items_left: order.items.map(
          (item, place) =>
            item.quantity - lines.filter((line) => line.item === place).reduce((sum, line) => sum + line.quantity, 0),
        ),
      }
    }),
  }
}

const isOver = ({ status }: Order) => status === 'Delivered' || status === 'Cancelled'

/** What a customer paid of an order's food. */
const paidFor = (order: Pick<Order, 'total_price' | 'discount'>) => kobo(order.total_price - order.discount)

/** What the customer paid of food at its full price: less the discount's part, in whole kobo, rounded down. */
function paidPart(order: Pick<Order, 'total_price' | 'discount'>, full_kobo: Kobo): Kobo {
  if (order.discount === 0) return full_kobo
  return kobo(Number((BigInt(full_kobo) * BigInt(paidFor(order))) / BigInt(order.total_price)))
}

/** Sold dishes, and how many are left of each. */
export type DishesLeft = {
  order: Pick<Order, 'items' | 'total_price' | 'discount'>
  items_left: readonly number[]
}

/**
 * The same for a part of what is left of its dishes: the parts of all of them sum to what was paid, to the kobo. The
 * rest of the full price is the promotion's.
 */
export function paidOfDishes({ order, items_left }: DishesLeft, full_kobo: Kobo, taken_kobo: Kobo = 0) {
  const left = order.items.reduce(
    (sum, item, place) => sum + lineTotal({ ...item, quantity: items_left[place] ?? 0 }),
    0,
  )
  const before = kobo(left - taken_kobo)
  const food_kobo = kobo(paidPart(order, before) - paidPart(order, kobo(before - full_kobo)))
  return { food_kobo, promotion_kobo: kobo(full_kobo - food_kobo) }
}

const isForOrder = (refund: { order_id: number | null }) => refund.order_id !== null

type RefundParts = Pick<typeof refunds.$inferSelect, 'amount' | 'delivery_fee' | 'tip'>

/** What of these refunds is food, in kobo that the customer has again. */
export function foodOf(list: readonly RefundParts[]): Kobo {
  return sumKobo(list.map((refund) => kobo(refund.amount - refund.delivery_fee - refund.tip)))
}

const tipsOf = (list: readonly RefundParts[]) => sumKobo(list.map(({ tip }) => tip))

/**
 * Locks all orders of one checkout, always in the same sequence. Call it before cancelling or refunding one of them: of
 * two vendors that cancel at once, the later one must see that it is the last and refunds the delivery fee, and of two
 * refunds at once the later one must see what is left.
 */
export async function lockOrdersOfCheckout(tx: Tx, checkout_id: string): Promise<void> {
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.checkout_id, checkout_id))
    .orderBy(orders.id)
    .for('no key update')
}
