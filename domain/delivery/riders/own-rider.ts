import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { registration_drafts } from '../../catalog/tables.ts'
import { isUuid } from '../../plain-text.ts'
import { riders } from '../tables.ts'

export type Rider = typeof riders.$inferSelect

/**
 * The acting rider's row, locked, so that two phones of one rider take turns. Null for everybody else; verbs answer
 * that with `not_found`.
 */
export async function lockOwnRider(tx: Tx, actor: Actor): Promise<Rider | null> {
  return actor.role === 'rider' ? lockRider(tx, actor.user_id) : null
}

/** Any rider's row, locked; null when there is none. */
export async function lockRider(tx: Tx, rider_id: string): Promise<Rider | null> {
  if (!isUuid(rider_id)) return null
  const [rider] = await tx.select().from(riders).where(eq(riders.user_id, rider_id)).for('no key update')
  return rider ?? null
}

export type OwnRider = {
  rider: Rider
  /** True once the registration was sent in and not sent back: only an admin can open it again. */
  locked: boolean
  /** What the wizard shows: the draft's fields over the saved ones. */
  draft: { step: number; fields: Record<string, string> }
}

/** The asking rider, with the registration so far. Null for everybody else. */
export async function ownRider(db: Db, actor: Actor): Promise<OwnRider | null> {
  if (actor.role !== 'rider') return null
  const [rider] = await db.select().from(riders).where(eq(riders.user_id, actor.user_id))
  if (!rider) return null
  const [draft] = await db.select().from(registration_drafts).where(eq(registration_drafts.user_id, actor.user_id))
  return {
    rider,
    locked: rider.submitted_at !== null,
    draft: { step: draft?.step ?? 0, fields: { ...knownFields(rider), ...draft?.fields } },
  }
}

function knownFields(rider: Rider): Record<string, string> {
  const { name, phone, vehicle, landmark, profile_photo, account_number } = rider
  const known = { name, phone, vehicle, landmark, profile_photo, account_number }
  return Object.fromEntries(Object.entries(known).map(([field, value]) => [field, value ?? '']))
}
