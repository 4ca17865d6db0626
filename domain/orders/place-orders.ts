import { sql } from 'drizzle-orm'
import { noteAdmins } from '../../db/after-commit.ts'
import type { Tx } from '../../db/handle.ts'
import { type Given, kept } from '../../db/kept-statement.ts'
import { type CartLine, lineTotal } from '../catalog/menu/cart-line.ts'
import { the_customer } from '../lifecycle.ts'
import { type Kobo, kobo, splitKobo, sumKobo } from '../money.ts'
import { firstLine } from '../move.ts'
import { commissionOf, type VendorTerms } from '../payments/commission.ts'
import { type OrderItem, order_history, orders } from './tables.ts'

type PaidWay = { vendor_id: string | null; fee_kobo: Kobo; way_minutes: number | null; walk_minutes?: number | null }

export type PaidCart = {
  checkout_id: string
  payment_reference: string
  customer: {
    name: string
    email: string
    phone: string
    address: string
    note: string | null
    latitude: number | null
    longitude: number | null
    /** Where they come to for it; null where it is brought to the address. */
    meet_at: string | null
  }
  collects: boolean
  slot_from: Date | null
  /** When each vendor should begin; without those that begin at once. */
  begin_at: ReadonlyMap<string, Date>
  delivery_fee: Kobo
  /** What of the fee is for each kitchen's way, and how long that is; null for carts from before it was noted. */
  ways: readonly PaidWay[] | null
  /** For the riders of all its orders. */
  tip: Kobo
  /** What a promotion takes off its food, and whether one pays the fee. */
  discount: Kobo
  free_delivery: boolean
  /** The vendor whose money that is, and off whose dishes alone it comes; null where the platform pays it. */
  discount_by: string | null
  delivery_by: string | null
  lines: readonly CartLine[]
  /** Of the vendors of its lines. */
  terms: ReadonlyMap<string, VendorTerms>
}

/**
 * Writes one order per vendor of a paid cart, in the order of the vendors in the cart, each with its first line of
 * history. Every row carries the fee of the whole cart (docs/product.md#delivery-fee), an even part of the tip, its
 * part of what a promotion takes off by what its food costs, and the vendor's commission at its present rate, of what
 * it sold for: less the promotions that the vendor bears (decision 130). Part of the settlement's commit.
 */
export async function placeOrders(tx: Tx, cart: PaidCart, now: Date): Promise<(typeof orders.$inferSelect)[]> {
  const vendor_ids = [...new Set(cart.lines.map((line) => line.vendor_id))]
  const each_way_is_paid = vendor_ids.every((id) => cart.ways?.some((way) => way.vendor_id === id && way.fee_kobo > 0))
  const small_order = cart.ways?.find((line) => line.vendor_id === null)
  const tips = splitKobo(
    cart.tip,
    vendor_ids.map(() => 1),
  )
  const carts = vendor_ids.map((vendor_id) => cart.lines.filter((line) => line.vendor_id === vendor_id))
  const prices = carts.map((lines) => sumKobo(lines.map(lineTotal)))
  const takesPart = (vendor_id: string) => cart.discount_by === null || cart.discount_by === vendor_id
  const discounts = splitKobo(
    cart.discount,
    vendor_ids.map((vendor_id, place) => (takesPart(vendor_id) ? (prices[place] ?? 0) : 0)),
  )
  const rows = vendor_ids.map((vendor_id, place) => {
    const [tip, discount, total_price] = [tips[place] ?? 0, discounts[place] ?? 0, prices[place] ?? 0]
    const lines = carts[place] ?? []
    const way = cart.ways?.find((line) => line.vendor_id === vendor_id)
    const vendor_bears_discount = cart.discount_by === vendor_id
    const vendor_promotion = kobo(
      (vendor_bears_discount ? discount : 0) + (cart.delivery_by === vendor_id ? cart.delivery_fee : 0),
    )
    const sold_kobo = kobo(total_price - vendor_promotion)
    const commission = commissionOf(sold_kobo, cart.terms.get(vendor_id)?.percent() ?? 0)
    return {
      vendor_id,
      checkout_id: cart.checkout_id,
      user_email: cart.customer.email,
      customer_name: cart.customer.name,
      customer_phone: cart.customer.phone,
      customer_address: cart.customer.address,
      customer_note: cart.customer.note,
      collects: cart.collects,
      slot_from: cart.slot_from,
      begin_at: cart.begin_at.get(vendor_id) ?? null,
      customer_latitude: cart.customer.latitude,
      customer_longitude: cart.customer.longitude,
      meet_at: cart.customer.meet_at,
      items: lines.map(itemOf),
      total_price,
      commission,
      vendor_share: kobo(sold_kobo - commission),
      vendor_promotion,
      vendor_bears_discount,
      delivery_fee: cart.delivery_fee,
      own_delivery_fee: each_way_is_paid ? (way?.fee_kobo ?? null) : null,
      small_order_fee: small_order?.fee_kobo ?? kobo(0),
      way_minutes: way?.way_minutes ?? null,
      walk_minutes: way?.walk_minutes ?? null,
      tip,
      discount,
      free_delivery: cart.free_delivery,
      grand_total: kobo(total_price + (cart.free_delivery ? 0 : cart.delivery_fee) + tip - discount),
      created_at: now,
      status: 'Pending' as const,
      payment_reference: cart.payment_reference,
    }
  })
  noteAdmins(tx)
  return insertOrders(tx, firstLine({ status: 'Pending' as const }, { verb: 'place', by: the_customer, now }), rows)
}

const insertOrders = kept((tx, line: Given<FirstLine>, rows: readonly Given<typeof orders.$inferInsert>[]) => {
  const placed = tx.$with('placed').as(
    tx
      .insert(orders)
      .values([...rows])
      .returning(),
  )
  const lines = rows.map(({ vendor_id }) => ({
    order_id: sql`(select id from ${placed} where vendor_id = ${vendor_id})`,
    ...line,
  }))
  const recorded = tx.$with('recorded').as(tx.insert(order_history).values(lines).returning({ id: order_history.id }))
  return tx.with(placed, recorded).select().from(placed).orderBy(placed.id)
})
type FirstLine = Omit<typeof order_history.$inferInsert, 'order_id'>

function itemOf({ name, price_kobo, quantity, options }: CartLine): OrderItem {
  return { name, price_kobo, quantity, ...(options ? { options } : {}) }
}
