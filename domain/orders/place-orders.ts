import type { Tx } from '../../db/open.ts'
import { type Kobo, sumKobo } from '../money.ts'
import { order_history, orders } from './tables.ts'

export type PaidCart = {
  checkout_id: string
  payment_reference: string
  customer: { name: string; email: string; phone: string; address: string; note: string | null }
  delivery_fee: Kobo
  lines: readonly { vendor_id: string; name: string; price_kobo: Kobo; quantity: number }[]
}

/**
 * One order row per vendor of a paid cart, in the order in which the vendors stand in it, each with its first line of
 * history. Every row carries the fee of the whole cart (spec §9). Part of the settlement's commit.
 */
export async function placeOrders(
  tx: Tx,
  cart: PaidCart,
  now: Date,
): Promise<(typeof orders.$inferSelect)[]> {
  const vendor_ids = [...new Set(cart.lines.map((line) => line.vendor_id))]
  const rows = vendor_ids.map((vendor_id) => {
    const lines = cart.lines.filter((line) => line.vendor_id === vendor_id)
    const total_price = sumKobo(lines.map((line) => line.price_kobo * line.quantity))
    return {
      vendor_id,
      checkout_id: cart.checkout_id,
      user_email: cart.customer.email,
      customer_name: cart.customer.name,
      customer_phone: cart.customer.phone,
      customer_address: cart.customer.address,
      customer_note: cart.customer.note,
      items: lines.map((line) => ({ name: line.name, price: line.price_kobo, quantity: line.quantity })),
      total_price,
      delivery_fee: cart.delivery_fee,
      grand_total: total_price + cart.delivery_fee,
      created_at: now,
      payment_reference: cart.payment_reference,
    }
  })
  const placed = await tx.insert(orders).values(rows).returning()
  await tx.insert(order_history).values(
    placed.map((order) => ({
      order_id: order.id,
      verb: 'place',
      to_status: order.status,
      actor: 'customer',
      moved_at: now,
    })),
  )
  return placed
}
