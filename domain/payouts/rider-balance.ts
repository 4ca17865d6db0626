import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { deliveries, incidents } from '../delivery/tables.ts'
import { type Kobo, kobo, koboFromNaira } from '../money.ts'
import { refunds } from '../payments/tables.ts'
import { payout_transfers, payouts } from './tables.ts'

export type RiderBalance = {
  /** Kobo of all deliveries that were Delivered, tips among it, and of the ways without a hand-over that are paid. */
  earned_kobo: Kobo
  /** Kobo of the refunds that the rider bears. */
  borne_kobo: Kobo
  /** Kobo of the payouts that are Paid. */
  paid_kobo: Kobo
  /** Kobo of the payouts whose transfer may be under way: not Paid yet, and not to be paid twice. */
  sending_kobo: Kobo
  /** Kobo of the payouts that are Pending, under way or waiting for an admin. */
  asked_kobo: Kobo
  /** Kobo of the deliveries that no payout claims, and of the ways that are or may still be paid. */
  unclaimed_kobo: Kobo
  /** What the next payout deducts for refunds that the rider bears, in kobo. */
  to_take_off_kobo: Kobo
}

/**
 * What a rider earned, bears, was paid and requested. A refund that the rider bears is deducted from the next payout,
 * and what exceeds that from the one after it. Lock the rider's row if money is decided by it.
 */
export async function riderBalance(db: Db | Tx, rider_id: string): Promise<RiderBalance> {
  const own = and(eq(deliveries.rider_id, rider_id), eq(deliveries.status, 'Delivered'))
  const pay = sql<string>`coalesce(sum(${deliveries.pay} + ${deliveries.tip}), 0)::text`
  const [earned] = await db.select({ naira: pay }).from(deliveries).where(own)
  const [unclaimed] = await db
    .select({ naira: pay })
    .from(deliveries)
    .where(and(own, isNull(deliveries.payout_id)))
  const [ways] = await db
    .select({
      booked: sql<string>`coalesce(sum(${incidents.pay}) filter (where ${isNotNull(incidents.booked_at)}), 0)::text`,
      unclaimed: sql<string>`coalesce(sum(${incidents.pay}) filter (where ${isNull(incidents.payout_id)}), 0)::text`,
    })
    .from(incidents)
    .where(and(eq(incidents.rider_id, rider_id), isNull(incidents.refused_because)))
  const [borne] = await db
    .select({
      naira: sql<string>`coalesce(sum(${refunds.amount} - ${refunds.delivery_fee} - ${refunds.tip}), 0)::text`,
    })
    .from(refunds)
    .innerJoin(deliveries, eq(deliveries.order_id, refunds.order_id))
    .where(and(eq(refunds.borne_by, 'rider'), eq(deliveries.rider_id, rider_id)))
  const [out] = await db
    .select({
      paid: sql<string>`coalesce(sum(${payouts.amount}) filter (where ${payouts.status} = 'Paid'), 0)::text`,
      asked: sql<string>`coalesce(sum(${payouts.amount}) filter (where ${payouts.status} = 'Pending'), 0)::text`,
      taken_off: sql<string>`coalesce(sum(${payouts.taken_off}), 0)::text`,
    })
    .from(payouts)
    .where(and(eq(payouts.rider_id, rider_id), ne(payouts.status, 'Cancelled')))
  const [on_their_way] = await db
    .select({ naira: sql<string>`coalesce(sum(${payouts.amount}), 0)::text` })
    .from(payouts)
    .innerJoin(payout_transfers, eq(payout_transfers.payout_id, payouts.id))
    .where(
      and(
        eq(payouts.rider_id, rider_id),
        eq(payouts.status, 'Pending'),
        inArray(payout_transfers.status, ['Asked', 'Queued']),
      ),
    )
  const inKobo = (naira: string | undefined) => koboFromNaira(naira ?? '0')
  return {
    earned_kobo: kobo(inKobo(earned?.naira) + inKobo(ways?.booked)),
    borne_kobo: inKobo(borne?.naira),
    paid_kobo: inKobo(out?.paid),
    sending_kobo: inKobo(on_their_way?.naira),
    asked_kobo: inKobo(out?.asked),
    unclaimed_kobo: kobo(inKobo(unclaimed?.naira) + inKobo(ways?.unclaimed)),
    to_take_off_kobo: kobo(inKobo(borne?.naira) - inKobo(out?.taken_off)),
  }
}
