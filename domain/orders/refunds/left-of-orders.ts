import { inArray } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { type Kobo, kobo, sumKobo } from '../../money.ts'
import { type RefundLine, refunds } from '../../payments/tables.ts'
import type { OrderStatus } from '../lifecycle.ts'
import type { OrderItem } from '../tables.ts'
import { foodOf } from './refundable.ts'

type Sold = { id: number; items: readonly OrderItem[]; total_price: Kobo; status: OrderStatus }

/** `left` is how many of the item were not refunded, so that the vendor still owes them. */
export type ItemLeft = OrderItem & { left: number }

/** The items of an order with what is left of each after these refunded lines. */
export function itemsLeft(items: readonly OrderItem[], lines: readonly RefundLine[]): ItemLeft[] {
  return items.map((item, place) => {
    const back = lines.filter((line) => line.item === place)
    return { ...item, left: item.quantity - back.reduce((sum, { quantity }) => sum + quantity, 0) }
  })
}

/**
 * What is left of orders to cook and to be paid for, in kobo, after single refunds, finished or not. A cancelled order
 * stays as it was sold: its status says that all of it was refunded.
 */
export async function leftOfOrders<Order extends Sold>(
  db: Db,
  sold: readonly Order[],
): Promise<(Omit<Order, 'items'> & { items: readonly ItemLeft[]; total_left_kobo: Kobo })[]> {
  const ids = sold.filter(({ status }) => status !== 'Cancelled').map(({ id }) => id)
  const given =
    ids.length === 0
      ? []
      : await db
          .select({
            order_id: refunds.order_id,
            amount: refunds.amount,
            delivery_fee: refunds.delivery_fee,
            tip: refunds.tip,
            promotion: refunds.promotion,
            lines: refunds.lines,
          })
          .from(refunds)
          .where(inArray(refunds.order_id, ids))
  return sold.map((order) => {
    const own = given.filter(({ order_id }) => order_id === order.id)
    return {
      ...order,
      items: itemsLeft(
        order.items,
        own.flatMap((refund) => refund.lines ?? []),
      ),
      total_left_kobo: kobo(order.total_price - foodOf(own) - sumKobo(own.map(({ promotion }) => promotion))),
    }
  })
}
