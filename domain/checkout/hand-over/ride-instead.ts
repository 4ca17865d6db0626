import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { vendors } from '../../catalog/tables.ts'
import type { Deps } from '../../events.ts'
import type { Kobo } from '../../money.ts'
import { closesAt, percentsOf } from '../../orders/runs/join-run.ts'
import { sharedFee } from '../../orders/runs/ride-fee.ts'
import { SHARED_RIDES } from '../../orders/runs/ride-settings.ts'
import { type Ride, ridesWhere } from '../../orders/runs/rides.ts'
import { runs } from '../../orders/runs/tables.ts'
import { places } from '../../places/tables.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { beginAt } from '../slots/slots.ts'
import { checkouts } from '../tables.ts'

/** A ride that a checkout shares or could share: what its way costs alone, and what is paid for it in the ride. */
export type RideOfCheckout = Omit<Ride, 'run_id'> & {
  is_shared: boolean
  single_kobo: Kobo
  fee_kobo: Kobo
  closes_at: Date
  /** A promotion pays it. */
  free_delivery: boolean
}

/** Nobody joins, pays and is counted in less. */
const LEAST_MINUTES = 5

/**
 * The ride of the checkout behind a link that is not paid: the one it shares, or the one that it could share in its
 * slot. Null where nothing is shared, and where nobody can join any more.
 */
export async function rideOfCheckout({ db, clock }: Deps, link_token: string): Promise<RideOfCheckout | null> {
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
  const { slot_from, place_id, fee_lines, run_id, status } = checkout ?? {}
  const ways = (fee_lines ?? []).filter(({ vendor_id }) => vendor_id !== null)
  const [way] = ways
  if (!slot_from || !place_id || !way?.vendor_id || way.fee_kobo === 0 || ways.length > 1 || status === 'Paid') {
    return null
  }
  const rule = await readSetting(db, SHARED_RIDES)
  if (rule.offered === 'no' && run_id === null) return null
  const { vendor_id } = way
  const [known] = await ridesWhere(
    db,
    and(eq(runs.vendor_id, vendor_id), eq(runs.place_id, place_id), eq(runs.slot_from, slot_from)),
  )
  const ride = known ?? (await newRide(db, { vendor_id, place_id, slot_from, way_minutes: way.way_minutes }))
  const { closes_at, standing, sure, most, percents } = ride ?? {}
  if (!ride || !closes_at || standing === undefined || !percents || standing >= (most ?? 0)) return null
  if (closes_at.getTime() - clock.now().getTime() < LEAST_MINUTES * 60_000) return null
  const single_kobo = checkout?.run_single_fee ?? way.fee_kobo
  const fee_kobo = run_id === null ? sharedFee(single_kobo, percents, (sure ?? 0) + 1) : way.fee_kobo
  const free_delivery = checkout?.free_delivery ?? false
  return { ...ride, is_shared: run_id !== null, single_kobo, fee_kobo, closes_at, free_delivery }
}

/** As it would be opened now. */
async function newRide(
  db: Db,
  way: { vendor_id: string; place_id: number; slot_from: Date; way_minutes: number | null },
): Promise<Omit<Ride, 'run_id'> | null> {
  const { vendor_id, place_id, slot_from, way_minutes } = way
  const [kitchen] = await db
    .select({ preparation_minutes: vendors.preparation_minutes })
    .from(vendors)
    .where(eq(vendors.user_id, vendor_id))
  const [place] = await db.select({ name: places.name }).from(places).where(eq(places.id, place_id))
  if (!kitchen || !place) return null
  const rule = await readSetting(db, SHARED_RIDES)
  const begins_at = beginAt(slot_from, { ...kitchen, way_minutes, collects: false })
  const { most } = rule
  const closes_at = closesAt(begins_at, rule)
  const nobody = { standing: 0, sure: 0 }
  return { vendor_id, place_name: place.name, slot_from, closes_at, percents: percentsOf(rule), most, ...nobody }
}
