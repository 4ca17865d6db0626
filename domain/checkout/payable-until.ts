import { inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.ts'
import { takesOrders } from '../catalog/availability.ts'
import { serviceHours } from '../catalog/service-hours.ts'
import { vendors } from '../catalog/tables.ts'
import { PAYABLE_MINUTES } from './poll-schedule.ts'
import type { CheckoutLine } from './tables.ts'

/** How long after its closing a kitchen still takes an order whose payment was under way. */
const GRACE_MINUTES = 15

/**
 * Until when a window that opens at `now` can be paid: an hour, or 15 minutes after the first of its kitchens, or the marketplace,
 * closes (reading-the-spec: only while the vendor is open). A payment that needs longer goes back.
 */
export async function payableUntil(db: Db, lines: readonly CheckoutLine[], now: Date): Promise<Date> {
  const service = await serviceHours(db)
  const limits = (await kitchensOf(db, lines)).map((vendor) => {
    const answer = takesOrders(vendor, service, now)
    const closes_at = answer.open ? answer.until : now
    return closes_at ? minutesAfter(closes_at, GRACE_MINUTES) : Number.POSITIVE_INFINITY
  })
  return new Date(Math.min(minutesAfter(now, PAYABLE_MINUTES), ...limits))
}

/** Whether every kitchen of these lines is Active, so that money can still become their orders. */
export async function kitchensActive(tx: Tx, lines: readonly CheckoutLine[]): Promise<boolean> {
  const active = (await kitchensOf(tx, lines)).filter(({ status }) => status === 'Active')
  return active.length === vendorIds(lines).length
}

const vendorIds = (lines: readonly CheckoutLine[]) => [...new Set(lines.map(({ vendor_id }) => vendor_id))]

const kitchensOf = (db: Db | Tx, lines: readonly CheckoutLine[]) =>
  db
    .select({
      status: vendors.status,
      week_hours: vendors.week_hours,
      hours_exceptions: vendors.hours_exceptions,
      paused_until: vendors.paused_until,
    })
    .from(vendors)
    .where(inArray(vendors.user_id, vendorIds(lines)))

const minutesAfter = (instant: Date, minutes: number) => instant.getTime() + minutes * 60_000
