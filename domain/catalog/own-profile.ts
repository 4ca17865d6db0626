import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { registration_drafts, vendors } from './tables.ts'

type Vendor = typeof vendors.$inferSelect

export type OwnProfile = {
  vendor: Vendor
  /** True once the profile is complete and no admin unlocked it: legal and bank data cannot be changed. */
  locked: boolean
  /** What the wizard shows: what was typed last, else what is known. */
  draft: { step: number; fields: Record<string, string> }
}

/** The vendor who asks, with the registration as far as it came. Null where there is no vendor of this account yet. */
export async function ownProfile(db: Db, actor: Actor): Promise<OwnProfile | null> {
  if (actor.role !== 'vendor') return null
  const [vendor] = await db.select().from(vendors).where(eq(vendors.user_id, actor.user_id))
  if (!vendor) return null
  const [draft] = await db.select().from(registration_drafts).where(eq(registration_drafts.user_id, actor.user_id))
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

/** Whether everything that the four steps of the registration ask for is there. */
export function isComplete(vendor: Vendor): boolean {
  const needed = ['name', 'category', 'phone', 'address', 'landmark', 'description'] as const
  const bank = ['bank_name', 'account_number', 'account_name'] as const
  return [...needed, ...bank].every((field) => vendor[field])
}

/** The vendor who acts, locked, made where the account has none yet; null for every other role. */
export async function lockOrMakeVendor(tx: Tx, actor: Actor): Promise<Vendor | null> {
  if (actor.role !== 'vendor') return null
  await tx
    .insert(vendors)
    .values({ user_id: actor.user_id, email: actor.email })
    .onConflictDoNothing({ target: vendors.user_id })
  const [vendor] = await tx.select().from(vendors).where(eq(vendors.user_id, actor.user_id)).for('no key update')
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
