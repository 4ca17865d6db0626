import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { kitchenFor } from '../../kitchen-roles.ts'
import { registration_drafts, vendors } from '../tables.ts'

type Vendor = typeof vendors.$inferSelect

export type OwnProfile = {
  vendor: Vendor
  /** True once the profile is complete and no admin unlocked it: legal and bank data cannot be changed. */
  locked: boolean
  /** What the wizard shows: the draft's fields over the saved ones. */
  draft: { step: number; fields: Record<string, string> }
}

/** The kitchen of somebody in it, with the registration so far. Null when it has no vendor yet. */
export async function ownProfile(db: Db, actor: Actor): Promise<OwnProfile | null> {
  const vendor_id = kitchenFor(actor, 'run_orders')
  if (vendor_id === null) return null
  const [vendor] = await db.select().from(vendors).where(eq(vendors.user_id, vendor_id))
  if (!vendor) return null
  const [draft] = await db.select().from(registration_drafts).where(eq(registration_drafts.user_id, vendor_id))
  return {
    vendor,
    locked: isLocked(vendor),
    draft: { step: draft?.step ?? 0, fields: { ...knownFields(vendor), ...draft?.fields } },
  }
}

/** A complete profile is locked; an admin can unlock it until it is submitted again. */
export function isLocked(vendor: Vendor): boolean {
  return vendor.unlocked_at === null && isComplete(vendor)
}

/** Whether all data of the registration's four steps is there. */
export function isComplete(vendor: Vendor): boolean {
  const needed = ['name', 'category', 'phone', 'address', 'landmark', 'description'] as const
  const bank = ['bank_name', 'account_number', 'account_name'] as const
  return [...needed, ...bank].every((field) => vendor[field])
}

/** The kitchen of its owner, locked, created if there is none yet; null for everybody else. */
export async function lockOrMakeVendor(tx: Tx, actor: Actor): Promise<Vendor | null> {
  const vendor_id = kitchenFor(actor, 'register')
  if (vendor_id === null) return null
  await tx
    .insert(vendors)
    .values({ user_id: vendor_id, email: actor.email })
    .onConflictDoNothing({ target: vendors.user_id })
  const [vendor] = await tx.select().from(vendors).where(eq(vendors.user_id, vendor_id)).for('no key update')
  return vendor ?? null
}

function knownFields(vendor: Vendor): Record<string, string> {
  return {
    name: vendor.name ?? '',
    category: vendor.category ?? '',
    phone: vendor.phone ?? '',
    profile_photo: vendor.profile_photo ?? '',
    address: vendor.address ?? '',
    landmark: vendor.landmark ?? '',
    description: vendor.description ?? '',
    latitude: vendor.latitude === null ? '' : String(vendor.latitude),
    longitude: vendor.longitude === null ? '' : String(vendor.longitude),
    account_number: vendor.account_number ?? '',
  }
}
