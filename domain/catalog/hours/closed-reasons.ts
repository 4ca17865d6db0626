import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { users } from '../../accounts/tables.ts'
import { readSetting } from '../../settings/read-setting.ts'
import type { Vendor } from '../own-vendor.ts'
import { isComplete } from '../registration/own-profile.ts'
import { food, vendors } from '../tables.ts'
import { UNTIL_CHANGED } from './availability.ts'
import { openState } from './opening-hours.ts'
import { SERVICE_HOURS } from './service-hours.ts'

export type ClosedReason =
  | { kind: 'not_registered' | 'pending' | 'inactive' | 'no_hours' | 'no_dishes' }
  /** `until` is null where only the vendor itself can open again; `by` where nobody knows whose pause it is. */
  | { kind: 'paused'; until: Date | null; ours: OurPause | null; by: PausedBy | 'text' | null }
  /** Its own opening hours are over; `until` is null where it opens on no known day. */
  | { kind: 'closed'; until: Date | null }
  /** The marketplace takes no orders now; `until` is null where no opening is planned. */
  | { kind: 'resting'; until: Date | null }

/** Why we paused a kitchen: it let orders pass (decision 104), or nothing reached it (decision 133). */
export type OurPause = 'lapses' | 'silence'

/** Who paused a kitchen: one of its own people, or an admin who acted for it. */
export type PausedBy = Pick<typeof users.$inferSelect, 'id' | 'name' | 'role'>

/**
 * Why nobody can order from a vendor: everything somebody has to fix, the most important first
 * (docs/product.md#when-orders-are-taken), that it is closed by its own hours, or that the marketplace rests while it
 * is open. Empty when customers can order.
 */
export async function closedReasons(db: Db | Tx, vendor_id: string, now: Date): Promise<ClosedReason[]> {
  // One after the other: a transaction has one connection.
  const [vendor] = await db.select().from(vendors).where(eq(vendors.user_id, vendor_id))
  const dishes = await db.$count(food, eq(food.vendor_id, vendor_id))
  const service = await readSetting(db, SERVICE_HOURS)
  const reasons: ClosedReason[] = []
  if (vendor?.status === 'Inactive') return [{ kind: 'inactive' }]
  if (!vendor || !isComplete(vendor)) reasons.push({ kind: 'not_registered' })
  else {
    if (vendor.status === 'Pending') reasons.push({ kind: 'pending' })
    const is_ever_open = [...(vendor.week_hours ?? []), ...vendor.hours_exceptions].some(
      (day) => ('stretches' in day ? day.stretches : day).length > 0,
    )
    if (!is_ever_open) reasons.push({ kind: 'no_hours' })
    const { paused_until } = vendor
    if (paused_until && paused_until > now) {
      const until = paused_until < UNTIL_CHANGED ? paused_until : null
      reasons.push({ kind: 'paused', until, ours: ourPause(vendor), by: await pausedBy(db, vendor) })
    }
    const own = openState(vendor.week_hours, now, vendor.hours_exceptions)
    const ours = openState(service.week_hours, now, service.hours_exceptions)
    if (own.open && !ours.open) reasons.push({ kind: 'resting', until: ours.changes_at })
    if (vendor.status === 'Active' && is_ever_open && !own.open) reasons.push({ kind: 'closed', until: own.changes_at })
  }
  if (dishes === 0) reasons.push({ kind: 'no_dishes' })
  return reasons
}

function ourPause(vendor: Pick<Vendor, 'paused_for_lapses' | 'paused_for_silence'>): OurPause | null {
  if (vendor.paused_for_silence) return 'silence'
  return vendor.paused_for_lapses ? 'lapses' : null
}

async function pausedBy(
  db: Db | Tx,
  { paused_by: user_id, paused_by_text }: Pick<Vendor, 'paused_by' | 'paused_by_text'>,
): Promise<PausedBy | 'text' | null> {
  if (paused_by_text) return 'text'
  if (!user_id) return null
  const { id, name, role } = users
  const [account] = await db.select({ id, name, role }).from(users).where(eq(users.id, user_id))
  return account ?? null
}
