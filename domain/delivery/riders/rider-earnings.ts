import { and, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { vendors } from '../../catalog/tables.ts'
import { campusDate, DAY_MS, nextCampusMidnight } from '../../clock.ts'
import { keyset, type Page, type Place } from '../../keyset.ts'
import { koboFromNaira, sumKobo } from '../../money.ts'
import { orders } from '../../orders/tables.ts'
import { deliveries } from '../tables.ts'
import { earnedBy } from './rider-pay.ts'

/** How many days are shown with all their deliveries; older ones are in the history. */
const DAYS = 14
const HISTORY_PER_PAGE = 25

const row = {
  delivery_id: deliveries.id,
  order_id: deliveries.order_id,
  status: deliveries.status,
  vendor_name: vendors.name,
  /** Kobo, as the tip; earned when it was Delivered. */
  pay: deliveries.pay,
  tip: deliveries.tip,
  assigned_at: deliveries.assigned_at,
  picked_up_at: deliveries.picked_up_at,
  closed_at: deliveries.closed_at,
  /** The payout that claims it; null if none does. */
  payout_id: deliveries.payout_id,
}

type PastDelivery = Pick<
  typeof deliveries.$inferSelect,
  'order_id' | 'status' | 'pay' | 'tip' | 'assigned_at' | 'picked_up_at' | 'closed_at' | 'payout_id'
> & { delivery_id: number; vendor_name: string | null }

/** What a rider earned, by campus day with every delivery, and what can be paid out. Amounts in kobo. */
export async function riderEarnings(db: Db, rider_id: string, now: Date) {
  const midnight = nextCampusMidnight(now).getTime()
  const delivered = and(eq(deliveries.rider_id, rider_id), eq(deliveries.status, 'Delivered'))
  const recent = await past(db)
    .where(and(delivered, gte(deliveries.closed_at, new Date(midnight - DAYS * DAY_MS))))
    .orderBy(desc(deliveries.closed_at))
  const [open] = await db
    .select({ amount: sql<string>`coalesce(sum(${deliveries.pay} + ${deliveries.tip}), 0)::text` })
    .from(deliveries)
    .where(and(delivered, isNull(deliveries.payout_id)))
  const by_day = Map.groupBy(recent, ({ closed_at }) => campusDate(closed_at ?? now))
  const days = [...by_day].map(([date, of_day]) => ({
    date,
    earned: sumKobo(of_day.map(earnedBy)),
    deliveries: of_day,
  }))
  const today = days.find(({ date }) => date === campusDate(now))
  return {
    today: { deliveries: today?.deliveries.length ?? 0, earned: today?.earned ?? 0 },
    /** Earned and not claimed by a payout. */
    unclaimed: koboFromNaira(open?.amount ?? '0'),
    /** The latest 14 days on which something was delivered, newest first. */
    days,
  }
}

/** A page of everything a rider ever carried, delivered or cancelled, newest first. */
export async function riderHistory(db: Db, rider_id: string, place: Place | null): Promise<Page<PastDelivery>> {
  const walk = keyset<PastDelivery>(
    [{ column: deliveries.id, kind: 'number', of: (delivery) => delivery.delivery_id }],
    place,
    HISTORY_PER_PAGE,
  )
  const found = await past(db)
    .where(and(eq(deliveries.rider_id, rider_id), inArray(deliveries.status, ['Delivered', 'Cancelled']), walk.where))
    .orderBy(...walk.order)
    .limit(walk.limit)
  return walk.page(found)
}

function past(db: Db) {
  return db
    .select(row)
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.order_id))
    .innerJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .$dynamic()
}
