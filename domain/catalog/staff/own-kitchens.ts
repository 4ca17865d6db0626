import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { type Actor, kitchensOf } from '../../accounts/actor.ts'
import { kitchen_staff, sessions } from '../../accounts/tables.ts'
import type { KitchenRole } from '../../kitchen-roles.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { vendors } from '../tables.ts'

/** What a kitchen without a name yet is called by those who work in it. */
export const NEW_KITCHEN = 'New kitchen'

/** The kitchens in which somebody works now, in the sequence of `Actor.kitchens`, with their names. */
export async function ownKitchens(db: Db, actor: Pick<Actor, 'kitchen' | 'kitchens'>) {
  const places = kitchensOf(actor)
  const ids = places.map(({ vendor_id }) => vendor_id)
  const found = await db
    .select({ vendor_id: vendors.user_id, name: vendors.name, status: vendors.status })
    .from(vendors)
    .where(inArray(vendors.user_id, ids))
  return places.map(({ vendor_id, role }) => {
    const vendor = found.find((one) => one.vendor_id === vendor_id)
    return {
      vendor_id,
      role,
      name: vendor?.name || NEW_KITCHEN,
      status: vendor?.status ?? ('Pending' as const),
      is_front: vendor_id === actor.kitchen?.vendor_id,
    }
  })
}

/**
 * Puts one of somebody's kitchens in front of them, in this session alone. Refused where they do not work. Safe to
 * repeat.
 */
export async function switchKitchen(
  db: Db,
  actor: Actor,
  chosen: { session_id: string; vendor_id: string },
): Promise<Accepted<undefined> | Refused<'not_found', undefined>> {
  if (!kitchensOf(actor).some(({ vendor_id }) => vendor_id === chosen.vendor_id)) return refused('not_found')
  await db
    .update(sessions)
    .set({ acts_for: chosen.vendor_id, acts_until: null })
    .where(and(eq(sessions.id, chosen.session_id), eq(sessions.user_id, actor.user_id)))
  return accepted(undefined)
}

/** Who asks somebody to work for them: open until its time is over or they answered. */
export type KitchenInvitation = { vendor_id: string; name: string; role: KitchenRole; until: Date }

/** The invitations of other kitchens that this account may still answer, the oldest first. */
export async function openInvitations(db: Db, user_id: string, now: Date): Promise<KitchenInvitation[]> {
  const rows = await db
    .select({
      vendor_id: kitchen_staff.vendor_id,
      name: vendors.name,
      role: kitchen_staff.role,
      until: kitchen_staff.asked_until,
    })
    .from(kitchen_staff)
    .innerJoin(vendors, and(eq(vendors.user_id, kitchen_staff.vendor_id), eq(vendors.status, 'Active')))
    .where(and(eq(kitchen_staff.user_id, user_id), isNull(kitchen_staff.ended_at), gt(kitchen_staff.asked_until, now)))
    .orderBy(kitchen_staff.invited_at)
  return rows.flatMap(({ until, name, ...row }) => (until ? { ...row, until, name: name || NEW_KITCHEN } : []))
}
