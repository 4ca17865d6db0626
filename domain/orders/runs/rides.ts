import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import type { Kobo } from '../../money.ts'
import { places } from '../../places/tables.ts'
import { type Percents, sharedFee } from './ride-fee.ts'
import { run_shares, runs } from './tables.ts'

/** A run as those see it who share it, or could. */
export type Ride = {
  run_id: number
  vendor_id: string
  place_name: string
  slot_from: Date
  /** Until when others can join; null once it is closed. */
  closes_at: Date | null
  percents: Percents
  most: number
  /** How many have paid and were not cancelled. */
  standing: number
  /** Those of them whose customers cannot withdraw any more: they make it cheaper at once for who joins. */
  sure: number
}

/** The share of an order that is paid; `final_fee` and `sharers` are null until its run is closed. */
export type RideOfOrder = Ride &
  Pick<
    typeof run_shares.$inferSelect,
    'order_id' | 'single_fee' | 'paid_fee' | 'final_fee' | 'sharers' | 'back' | 'settled_at'
  >

/** Of a row of `runs`: its paid orders that were not cancelled. */
export const standing_in_run = sql<number>`(select count(*) from run_shares own join orders o on o.id = own.order_id
  where own.run_id = runs.id and o.status <> 'Cancelled')::int`
/** Those of them that a kitchen has accepted, so that their customers cannot withdraw them any more. */
export const sure_in_run = sql<number>`(select count(*) from run_shares own join orders o on o.id = own.order_id
  where own.run_id = runs.id and o.status not in ('Pending', 'Cancelled'))::int`

const ride_columns = {
  run_id: runs.id,
  vendor_id: runs.vendor_id,
  place_name: places.name,
  slot_from: runs.slot_from,
  closes_at: sql<Date | null>`case when ${runs.status} = 'Gathering' then ${runs.closes_at} end`.mapWith(
    runs.closes_at,
  ) as SQL<Date | null>,
  percents: runs.percents,
  most: runs.most,
  standing: standing_in_run,
  sure: sure_in_run,
}

/** The other orders that go with one of `orders`, by their numbers; null for none. */
export const goes_with = sql<number[] | null>`(select array_agg(other.order_id::int order by other.order_id)
  from run_shares own join run_shares other on other.run_id = own.run_id and other.order_id <> own.order_id
  join orders o on o.id = other.order_id
  where own.order_id = orders.id and o.status <> 'Cancelled')`

/** The runs that match. */
export function ridesWhere(db: Db, where: SQL | undefined): Promise<Ride[]> {
  return db
    .select(ride_columns)
    .from(runs)
    .innerJoin(places, eq(places.id, runs.place_id))
    .where(where)
    .orderBy(runs.slot_from, runs.id)
}

/** What these orders share, by their numbers; those that share nothing are missing. */
export async function ridesOfOrders(db: Db, order_ids: readonly number[]): Promise<ReadonlyMap<number, RideOfOrder>> {
  if (order_ids.length === 0) return new Map()
  const { order_id, single_fee, paid_fee, final_fee, sharers, back, settled_at } = run_shares
  const rows = await db
    .select({ ...ride_columns, order_id, single_fee, paid_fee, final_fee, sharers, back, settled_at })
    .from(run_shares)
    .innerJoin(runs, eq(runs.id, run_shares.run_id))
    .innerJoin(places, eq(places.id, runs.place_id))
    .where(inArray(run_shares.order_id, [...order_ids]))
  return new Map(rows.map((row) => [row.order_id, row]))
}

/** What the way costs with so many more than now, as long as there is room: only where that is less. */
export function feesWithMore(
  single_kobo: Kobo,
  { percents, most }: Pick<Ride, 'percents' | 'most'>,
  sharers: number,
): { more: number; fee_kobo: Kobo }[] {
  const steps: { more: number; fee_kobo: Kobo }[] = []
  let lowest = sharedFee(single_kobo, percents, sharers)
  for (let more = 1; sharers + more <= most; more++) {
    const fee_kobo = sharedFee(single_kobo, percents, sharers + more)
    if (fee_kobo >= lowest) continue
    lowest = fee_kobo
    steps.push({ more, fee_kobo })
  }
  return steps
}
