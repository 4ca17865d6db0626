import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { type Given, inSet, kept } from '../../../db/kept-statement.ts'
import { vendors } from '../../catalog/tables.ts'
import type { Announce } from '../../events.ts'
import { type Kobo, kobo, splitKobo } from '../../money.ts'
import { feeParts } from '../../orders/fee-parts.ts'
import { type PaidCart, placeOrders } from '../../orders/place-orders.ts'
import type { orders } from '../../orders/tables.ts'
import { vendorTerms } from '../../payments/commission.ts'
import { accounts, type Entry } from '../../payments/ledger.ts'
import { countUses, promotionBearers } from '../../promotions/hold-use.ts'
import { metAt } from '../hand-over/hand-over.ts'
import { nextCheckAfterPaid } from '../payment/poll-schedule.ts'
import { writeShare } from '../runs/run-room.ts'
import { beginAt } from '../slots/slots.ts'
import { checkouts } from '../tables.ts'

type Checkout = typeof checkouts.$inferSelect
type Order = typeof orders.$inferSelect

/**
 * The terms of the vendors of a checkout's lines, and whether each is Active, so that money can become their orders.
 */
export async function termsOf(tx: Tx, { lines }: Pick<Checkout, 'lines'>) {
  const vendor_ids = [...new Set(lines.map(({ vendor_id }) => vendor_id))]
  const terms = await vendorTerms(tx, vendor_ids)
  return { terms, all_active: vendor_ids.every((vendor_id) => terms.get(vendor_id)?.is_active) }
}

/**
 * Makes the orders of a checkout and marks it as paid. Only `recordCharge` and `acceptShortPayment` call it, in the
 * commit that decided so, with the checkout locked.
 */
export async function placePaidOrders(
  tx: Tx,
  announce: Announce,
  checkout: Checkout,
  terms: PaidCart['terms'],
  now: Date,
): Promise<Order[]> {
  const nobody = { discount_by: null, delivery_by: null }
  const placed = await placeOrders(
    tx,
    {
      checkout_id: checkout.id,
      payment_reference: checkout.tx_ref,
      customer: {
        name: `${checkout.first_name} ${checkout.last_name}`,
        email: checkout.email,
        phone: checkout.phone,
        address: checkout.address,
        note: checkout.note,
        latitude: checkout.latitude,
        longitude: checkout.longitude,
        meet_at: metAt(checkout)?.name ?? null,
      },
      collects: checkout.collects,
      slot_from: checkout.slot_from,
      begin_at: await beginsNow(tx, checkout, now),
      delivery_fee: checkout.delivery_fee,
      ways: checkout.fee_lines,
      tip: checkout.tip,
      discount: checkout.free_delivery ? kobo(checkout.discount - checkout.delivery_fee) : checkout.discount,
      free_delivery: checkout.free_delivery,
      ...(checkout.discount > 0 ? await promotionBearers(tx, checkout.id) : nobody),
      lines: checkout.lines,
      terms,
    },
    now,
  )
  await writeShare(tx, checkout, placed)
  const paid = {
    status: 'Paid' as const,
    paid_at: now,
    checks: 0,
    next_check_at: nextCheckAfterPaid(now, now),
    last_charge_status: null,
  }
  await markPaid(tx, { checkout_id: checkout.id, ...paid })
  if (checkout.discount > 0) await countUses(tx, checkout.id, now)
  await announce(tx, { kind: 'checkout_paid', checkout: { ...checkout, ...paid }, orders: placed }, now)
  return placed
}

type Paid = Pick<Checkout, 'status' | 'paid_at' | 'checks' | 'next_check_at' | 'last_charge_status'>

const markPaid = kept((tx, { checkout_id, ...paid }: Given<Paid & { checkout_id: string }>) =>
  tx.update(checkouts).set(inSet(paid)).where(eq(checkouts.id, checkout_id)),
)

async function beginsNow(tx: Tx, checkout: Checkout, now: Date): Promise<ReadonlyMap<string, Date>> {
  const begins = await beginsOf(tx, checkout)
  return new Map([...begins].map(([vendor_id, at]) => [vendor_id, at > now ? at : now]))
}

/** When each kitchen should begin with what was ordered for a slot; empty for at once. */
export async function beginsOf(tx: Tx, checkout: Checkout): Promise<ReadonlyMap<string, Date>> {
  const { slot_from, lines, fee_lines, collects } = checkout
  if (!slot_from) return new Map()
  const vendor_ids = [...new Set(lines.map(({ vendor_id }) => vendor_id))]
  const kitchens = await tx
    .select({ user_id: vendors.user_id, preparation_minutes: vendors.preparation_minutes })
    .from(vendors)
    .where(inArray(vendors.user_id, vendor_ids))
  return new Map(
    kitchens.map(({ user_id, preparation_minutes }) => {
      const way_minutes = fee_lines?.find(({ vendor_id }) => vendor_id === user_id)?.way_minutes ?? null
      return [user_id, beginAt(slot_from, { preparation_minutes, way_minutes, collects })]
    }),
  )
}

/**
 * Who owns the money of a paid checkout, order by order: the vendor, the platform's commission, the fee, the tip; and
 * what the platform, or the vendor, pays of it as a promotion.
 */
export function paidEntries(placed: readonly Order[]): Entry[] {
  const fees = feeParts(placed)
  return placed.flatMap(
    ({ id: order_id, vendor_id, vendor_share, vendor_promotion, commission, tip, ...order }, place) => {
      const fee_kobo = fees[place]?.fee_kobo ?? 0
      return [
        { account: accounts.vendor(vendor_id), amount: kobo(-vendor_share - vendor_promotion), order_id },
        { account: accounts.vendor(vendor_id), amount: vendor_promotion, order_id },
        { account: accounts.commission, amount: kobo(-commission), order_id },
        { account: accounts.delivery_fees, amount: kobo(-fee_kobo), order_id },
        { account: accounts.tips, amount: kobo(-tip), order_id },
        {
          account: accounts.promotions,
          amount: kobo(order.discount + (order.free_delivery ? fee_kobo : 0) - vendor_promotion),
          order_id,
        },
      ]
    },
  )
}

/** A sum that the platform spends on a whole checkout, shared among its orders by what each cost. */
export function spentOn(account: string, amount: Kobo, placed: readonly Order[]): Entry[] {
  const fees = feeParts(placed)
  const parts = splitKobo(
    amount,
    placed.map(({ total_price }, place) => total_price + (fees[place]?.fee_kobo ?? 0)),
  )
  return placed.map(({ id: order_id }, place) => ({ account, amount: parts[place] ?? 0, order_id }))
}
