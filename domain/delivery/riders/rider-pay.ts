import { and, eq, isNull } from 'drizzle-orm'
import { noteAdmins } from '../../../db/after-commit.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { type Kobo, kobo, sumKobo } from '../../money.ts'
import { feeParts } from '../../orders/fee-parts.ts'
import { sharedFee } from '../../orders/runs/ride-fee.ts'
import { standing_in_run } from '../../orders/runs/rides.ts'
import { run_shares, runs } from '../../orders/runs/tables.ts'
import { orders } from '../../orders/tables.ts'
import { accounts, bookJournal } from '../../payments/ledger.ts'
import { RIDER_PAY, type RiderPay } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { deliveries, incidents } from '../tables.ts'

/**
 * What an order's way brings and takes: kobo of the delivery fee, and minutes to ride, 0 where nobody knows. Of a
 * shared ride (decision 123) `sharers` go together, 1 where left out, and the fee is what each of them pays.
 */
export type OrderWay = { fee_kobo: Kobo; minutes: number; sharers?: number }

/**
 * Kobo for the rider of an order: a share of what was paid for its way, at least the least pay with its part for each
 * minute, and at most what was paid with what the platform adds to it. The least pay is for a ride, so those who share
 * one share it.
 */
export function riderPay({ fee_kobo, minutes, sharers = 1 }: OrderWay, pay: RiderPay): Kobo {
  const share = Math.floor((fee_kobo * pay.share_percent) / 100)
  const least = Math.ceil((pay.minimum_kobo + pay.per_minute_kobo * Math.ceil(minutes)) / sharers)
  return kobo(Math.min(Math.max(share, least), fee_kobo + pay.top_up_kobo))
}

/** What the rider of an order earns (kobo), by the present settings. Throws for an order that does not exist. */
export async function payForOrder(db: Db | Tx, order_id: number): Promise<Kobo> {
  return riderPay(await wayOf(db, order_id), await readSetting(db, RIDER_PAY))
}

/** With `paid_kobo`: what was paid for its way, less what went back because others share it. */
async function wayOf(db: Db | Tx, order_id: number): Promise<OrderWay & { paid_kobo: Kobo }> {
  const of_checkout = db.select({ id: orders.checkout_id }).from(orders).where(eq(orders.id, order_id))
  const all = await db
    .select({
      id: orders.id,
      delivery_fee: orders.delivery_fee,
      own_delivery_fee: orders.own_delivery_fee,
      small_order_fee: orders.small_order_fee,
      way_minutes: orders.way_minutes,
      share: { single_fee: run_shares.single_fee, back: run_shares.back },
      percents: runs.percents,
      standing: standing_in_run,
    })
    .from(orders)
    .leftJoin(run_shares, eq(run_shares.order_id, orders.id))
    .leftJoin(runs, eq(runs.id, run_shares.run_id))
    .where(eq(orders.checkout_id, of_checkout))
    .orderBy(orders.id)
  const place = all.findIndex(({ id }) => id === order_id)
  const part = feeParts(all)[place]
  if (!part) throw new Error(`There is no order ${order_id}`)
  const { way_minutes, share, percents, standing } = all[place] ?? {}
  const minutes = way_minutes ?? 0
  const paid_kobo = kobo(part.way_kobo - (share?.back ?? 0))
  if (!share || !percents) return { fee_kobo: paid_kobo, minutes, paid_kobo }
  // By how many share it now, also before it is closed: who was promised less pays less, the platform bears the rest.
  const sharers = Math.max(1, standing ?? 0)
  return { fee_kobo: sharedFee(share.single_fee, percents, sharers), minutes, sharers, paid_kobo }
}

/** What a rider has of a delivery or of a way: the pay, and a customer's tip (kobo). */
export function earnedBy({ pay, tip = 0 }: { pay: Kobo | null; tip?: Kobo }): Kobo {
  return kobo((pay ?? 0) + tip)
}

/**
 * Books what a rider earned by a Delivered delivery, in the commit that moved it: out of what was paid for its way,
 * beyond that out of what the platform adds, and the customer's tip. Where this rider proved late that they had handed
 * it over, and has it again (`oweProvenHandOver`), a way that waits for that is paid by this, and not besides; of one
 * that an admin has paid meanwhile, this pays what is missing. Does nothing if no rider had it. Booking a delivery
 * twice is a unique violation.
 */
export async function bookRiderPay(tx: Tx, delivery: typeof deliveries.$inferSelect, now: Date): Promise<void> {
  const { id, order_id, rider_id, tip } = delivery
  if (!rider_id || delivery.pay === null) return
  const proven = and(
    ...[eq(incidents.delivery_id, id), eq(incidents.rider_id, rider_id), eq(incidents.reason, 'told_late')],
    isNull(incidents.refused_because),
  )
  const { pay: pay_of_way, booked_at } = incidents
  const ways = await tx.select({ pay: pay_of_way, booked_at }).from(incidents).where(proven).for('no key update')
  const had_kobo = sumKobo(ways.map((way) => kobo(way.booked_at ? (way.pay ?? 0) : 0)))
  const pay = kobo(Math.max(0, delivery.pay - had_kobo))
  if (pay !== delivery.pay) await tx.update(deliveries).set({ pay }).where(eq(deliveries.id, id))
  const { paid_kobo } = await wayOf(tx, order_id)
  const out_of_fee = Math.min(pay, paid_kobo)
  await bookJournal(tx, {
    kind: 'delivery_done',
    subject: `delivery:${id}`,
    order_id,
    recorded_at: now,
    entries: [
      { account: accounts.delivery_fees, amount: kobo(out_of_fee) },
      { account: accounts.rider_top_ups, amount: kobo(pay - out_of_fee) },
      { account: accounts.tips, amount: tip },
      { account: accounts.rider(rider_id), amount: kobo(-earnedBy({ pay, tip })) },
    ],
  })
  const closed = await tx
    .update(incidents)
    .set({ refused_because: PAID_BY_DELIVERY })
    .where(and(proven, isNull(incidents.booked_at)))
    .returning({ id: incidents.id })
  if (closed.length > 0) noteAdmins(tx)
}

/** Its rider reads it. */
const PAID_BY_DELIVERY = 'It was paid when the order was delivered'
