import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { kitchen_staff } from '../../accounts/tables.ts'
import { type KitchenRole, rightToManage, roleMay } from '../../kitchen-roles.ts'
import { lockOwnVendor, type Vendor } from '../own-vendor.ts'

export type StaffRow = typeof kitchen_staff.$inferSelect

/** More people than work in any kitchen of a campus. */
export const MOST_STAFF = 30

/** `manages` says who may have which role by the word of who asks, as they stand now. */
export type LockedStaff = { vendor: Vendor; staff: StaffRow[]; manages(role: KitchenRole): boolean }

/**
 * The kitchen that somebody acts for, locked, with all who work or worked in it, so that what is decided about them
 * happens one after the other. Null for who decides about nobody.
 */
export async function lockStaff(tx: Tx, actor: Actor): Promise<LockedStaff | null> {
  const vendor = await lockOwnVendor(tx, actor, 'manage_cooks')
  if (!vendor) return null
  const staff = await tx
    .select()
    .from(kitchen_staff)
    .where(eq(kitchen_staff.vendor_id, vendor.user_id))
    .orderBy(kitchen_staff.invited_at)
  // Who lost it while this waited decides nothing any more.
  const role = roleOfStaff(vendor.user_id, staff, actor.user_id)
  return { vendor, staff, manages: (managed) => role !== null && roleMay(role, rightToManage(managed)) }
}

/** As what somebody works in the kitchen now; null for who does not. Whoever registered it may have no row. */
export function roleOfStaff(vendor_id: string, staff: readonly StaffRow[], user_id: string): KitchenRole | null {
  if (user_id === vendor_id) return 'owner'
  const own = staff.find((row) => row.user_id === user_id)
  return own && isWorking(own) ? own.role : null
}

/** Whether somebody works there now: not ended, and not merely asked. */
export const isWorking = ({ ended_at, asked_until }: Pick<StaffRow, 'ended_at' | 'asked_until'>) =>
  ended_at === null && asked_until === null

/** Whoever registered a kitchen, or opened it as a further one of theirs: they stay its owner. */
export const isFounder = ({ vendor_id, user_id, invited_by }: Pick<StaffRow, 'vendor_id' | 'user_id' | 'invited_by'>) =>
  user_id === vendor_id || user_id === invited_by
