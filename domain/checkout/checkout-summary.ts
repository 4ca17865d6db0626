import { and, eq, exists, inArray, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { type Given, kept } from '../../db/kept-statement.ts'
import { type KitchenAddress, kitchenAddresses } from '../catalog/lists/kitchen-addresses.ts'
import type { PromisedWindow } from '../delivery/delivery-facts.ts'
import { order_keys, order_promises } from '../delivery/tables.ts'
import type { Kobo } from '../money.ts'
import type { OrderStatus } from '../orders/lifecycle.ts'
import { type RideOfOrder, ridesOfOrders } from '../orders/runs/rides.ts'
import { order_history, orders } from '../orders/tables.ts'
import { type MoneyBack, moneyBackOf } from '../payments/money-back.ts'
import { payments, refunds } from '../payments/tables.ts'
import { closedPlace, place_state } from '../places/closed-place.ts'
import type { Point } from '../places/distance.ts'
import { places } from '../places/tables.ts'
import { promotionLines } from '../promotions/hold-use.ts'
import type { LeftOut } from '../promotions/left-out.ts'
import { isLinkToken } from './checkout-by-link.ts'
import type { WaitAgreed } from './hand-over/agrees-to-wait.ts'
import { type HandOver, metAt } from './hand-over/hand-over.ts'
import { type CheckoutLine, checkouts, type FeeLine, type OpenAttempt, pay_links } from './tables.ts'

/**
 * What a checkout's customer sees: nothing tried yet, window opened but nothing heard, "pending" at the provider, last
 * attempt failed, paid, money going back, money waiting for an admin, or too old to pay.
 */
export type CheckoutState = 'open' | 'started' | 'checking' | 'failed' | 'paid' | 'refunding' | 'review' | 'expired'

/** Money has come, for orders or not. */
export const money_has_come: readonly CheckoutState[] = ['paid', 'refunding', 'review']

/** Whether a checkout gave way and no money is known of, so that its page leads on to the one in its stead. */
export const leadsOn = ({ is_replaced, state }: Pick<CheckoutSummary, 'is_replaced' | 'state'>): boolean =>
  is_replaced && state !== 'checking' && !money_has_come.includes(state)

export type CheckoutSummary = {
  state: CheckoutState
  /** Another was ordered in its stead, by which alone it can be paid (`latestLink`). */
  is_replaced: boolean
  link_token: string
  tx_ref: string
  customer: {
    firstName: string
    lastName: string
    email: string
    phone: string
    address: string
    note: string
  }
  /** Where the fee was measured to; null when not known. */
  place: Point | null
  /** The place of the campus to which it is brought; null for checkouts from before there were places. */
  place_id: number | null
  place_name: string | null
  /** Where it could be handed over when it was quoted, the door first; empty where that is all. */
  hand_overs: readonly HandOver[]
  /** The place away from the door at which it is handed over; null at the door. */
  met_at: HandOver | null
  /** When the slot begins for which it is ordered; null for as soon as possible. */
  slot_from: Date | null
  /** When its payment window closes, whose later money goes back; null while none is open. */
  payable_until: Date | null
  /** Where the customer collects it, by kitchen; null where it is brought. */
  collect_at: readonly KitchenAddress[] | null
  /** The name of that place, if nothing is brought there any more and the order is not paid; else null. */
  closed_place: string | null
  lines: readonly CheckoutLine[]
  subtotal: Kobo
  /** What the fee is made of; empty where it was not noted. */
  fee_lines: readonly FeeLine[]
  delivery_fee: Kobo
  tip: Kobo
  /** What its promotions are called and take off. */
  promotions: readonly { name: string; discount_kobo: Kobo; code: string | null; pays_delivery: boolean }[]
  /** The code that was typed, whether it counts or an offer takes off as much without it; null for none. */
  promotion_code: string | null
  /** The offers that do not count for it, with why. */
  offers_left_out: readonly LeftOut[]
  /** A promotion pays the delivery. */
  free_delivery: boolean
  discount: Kobo
  total: Kobo
  paid_at: Date | null
  /** Whether the customer agrees to wait though nobody is on duty (`agreesToWait`). */
  wait: WaitAgreed
  payment_type: string | null
  /** Order numbers with their vendors, once paid. */
  orders: SummaryOrder[]
  /** It is of a group order (decision 131). */
  of_group: boolean
  /** Its way is that of a shared ride (decision 123). */
  shares_ride: boolean
  /** The ride that its paid order shares; null for none. */
  ride: RideOfOrder | null
  /** What goes back or went, oldest first. */
  money_back: readonly MoneyBack[]
  /** What is known of an attempt that is still open; null where there is none. */
  open_attempt: OpenAttempt | null
}

type SummaryOrder = {
  id: number
  vendor_id: string
  total_price: Kobo
  discount: Kobo
  status: OrderStatus
  track_token: string
  /** The window promised first and the one expected now; null for orders older than windows. */
  promise: { first: PromisedWindow; expected: PromisedWindow } | null
  /** The move that delivered or cancelled it, and the reason given; null while it is open. */
  ended: { verb: string; reason: string | null } | null
}

/** Everything the order summary and the receipt show, by the unguessable link; null when there is no such link. */
export async function checkoutSummary(db: Db, link_token: string): Promise<CheckoutSummary | null> {
  const found = await findCheckout(db, link_token)
  if (!found) return null
  const { checkout, charges } = found
  const placed = checkout.status === 'Paid' ? await ordersOf(db, checkout.id) : []
  return {
    state: stateOf(
      checkout,
      charges.map((charge) => charge.purpose),
    ),
    is_replaced: checkout.replaced_by !== null,
    link_token: checkout.link_token,
    tx_ref: checkout.tx_ref,
    customer: {
      firstName: checkout.first_name,
      lastName: checkout.last_name,
      email: checkout.email,
      phone: checkout.phone,
      address: checkout.address,
      note: checkout.note ?? '',
    },
    place:
      checkout.latitude === null || checkout.longitude === null
        ? null
        : { latitude: checkout.latitude, longitude: checkout.longitude },
    place_id: checkout.place_id,
    place_name: found.place?.name ?? null,
    hand_overs: checkout.hand_overs ?? [],
    met_at: metAt(checkout),
    slot_from: checkout.slot_from,
    payable_until: checkout.status === 'Open' ? checkout.payable_until : null,
    collect_at: checkout.collects
      ? await kitchenAddresses(
          db,
          checkout.lines.map(({ vendor_id }) => vendor_id),
        )
      : null,
    closed_place: checkout.status === 'Paid' ? null : closedPlace(found.place),
    lines: checkout.lines,
    subtotal: checkout.subtotal,
    fee_lines: checkout.fee_lines ?? [],
    delivery_fee: checkout.delivery_fee,
    tip: checkout.tip,
    promotions: checkout.discount > 0 ? await promotionLines(db, checkout.id) : [],
    promotion_code: checkout.promotion_code,
    offers_left_out: checkout.offers_left_out ?? [],
    free_delivery: checkout.free_delivery,
    discount: checkout.discount,
    total: checkout.total,
    paid_at: checkout.paid_at,
    wait: { wait_accepted_at: checkout.wait_accepted_at, link_made_at: found.link_made_at },
    payment_type: charges.find((charge) => charge.purpose === 'orders')?.payment_type ?? null,
    orders: placed,
    of_group: checkout.group_member_id !== null,
    shares_ride: checkout.run_id !== null,
    ride: checkout.run_id === null ? null : await rideOfPaid(db, placed),
    open_attempt: checkout.status === 'Paid' ? null : checkout.open_attempt,
    money_back: charges.some(({ goes_back }) => goes_back) ? await moneyBackOf(db, checkout.id) : [],
  }
}

/** What `quotedWindows` has to know of a checkout. */
export function cartOf(summary: Pick<CheckoutSummary, 'lines' | 'fee_lines' | 'place' | 'collect_at'>, now: Date) {
  const { lines, fee_lines, place, collect_at } = summary
  return { lines, ways: fee_lines, drop: place, collects: collect_at !== null, now }
}

/** The checkout behind a link with its charges, and whether anything of each goes back. */
async function findCheckout(db: Db, link_token: string) {
  if (!isLinkToken(link_token)) return null
  const rows = await chargesByLink(db, { link_token })
  const [first] = rows
  if (!first) return null
  const charges = rows.flatMap(({ charge, goes_back }) => (charge ? [{ ...charge, goes_back }] : []))
  return { checkout: first.checkout, place: first.place, link_made_at: first.link_made_at, charges }
}

const chargesByLink = kept((db, { link_token }: Given<{ link_token: string }>) => {
  const { purpose, payment_type } = payments
  const its_refunds = db.select({ id: refunds.id }).from(refunds).where(eq(refunds.payment_id, payments.id))
  return db
    .select({
      checkout: checkouts,
      place: place_state,
      link_made_at: pay_links.made_at,
      charge: { purpose, payment_type },
      goes_back: exists(its_refunds) as SQL<boolean>,
    })
    .from(checkouts)
    .leftJoin(payments, eq(payments.checkout_id, checkouts.id))
    .leftJoin(places, eq(places.id, checkouts.place_id))
    .leftJoin(pay_links, eq(pay_links.checkout_id, checkouts.id))
    .where(eq(checkouts.link_token, link_token))
})

async function rideOfPaid(db: Db, [order]: readonly SummaryOrder[]): Promise<RideOfOrder | null> {
  return order ? ((await ridesOfOrders(db, [order.id])).get(order.id) ?? null) : null
}

const rowsOfOrders = kept((db, { checkout_id }: Given<{ checkout_id: string }>) =>
  db
    .select({
      id: orders.id,
      vendor_id: orders.vendor_id,
      total_price: orders.total_price,
      discount: orders.discount,
      status: orders.status,
      track_token: order_keys.track_token,
      ended: { verb: order_history.verb, reason: order_history.reason },
      promise: order_promises,
    })
    .from(orders)
    .innerJoin(order_keys, eq(order_keys.order_id, orders.id))
    .leftJoin(order_promises, eq(order_promises.order_id, orders.id))
    .leftJoin(
      order_history,
      and(eq(order_history.order_id, orders.id), inArray(order_history.to_status, ['Delivered', 'Cancelled'])),
    )
    .where(eq(orders.checkout_id, checkout_id))
    .orderBy(orders.id),
)

async function ordersOf(db: Db, checkout_id: string): Promise<SummaryOrder[]> {
  const rows = await rowsOfOrders(db, { checkout_id })
  return rows.map(({ promise, ...order }) => ({
    ...order,
    promise: promise && {
      first: { from: promise.first_promised_from, until: promise.first_promised_until },
      expected: { from: promise.promised_from, until: promise.promised_until },
    },
  }))
}

function stateOf(checkout: typeof checkouts.$inferSelect, purposes: readonly string[]): CheckoutState {
  if (checkout.status === 'Paid') return 'paid'
  if (purposes.includes('review')) return 'review'
  if (purposes.includes('refund')) return 'refunding'
  if (checkout.status === 'Expired') return 'expired'
  if (!checkout.payment_started_at) return 'open'
  if (checkout.last_charge_status === null) return 'started'
  return checkout.last_charge_status === 'failed' ? 'failed' : 'checking'
}
