import { eq, isNotNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/handle.ts'
import { isAdminRole } from '../admin-roles.ts'
import type { Kitchen } from '../kitchen-roles.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { type Actor, type Role, roles } from './actor.ts'
import { kitchen_staff, users } from './tables.ts'

export type SignedIn = { actor: Actor; name: string; two_factor_enabled: boolean }
/** Why nobody may sign in to an account. */
export type ActorRefusal = 'not_found' | 'no_role' | 'unrecognized_role' | 'suspended' | 'no_kitchen'

type Place = { staff: typeof kitchen_staff.$inferSelect | null; is_suspended: boolean }

/** Whoever registered a kitchen: it has the id of their account. */
const founders = alias(users, 'founders')

/**
 * Whose account this is, read afresh for every request, so that a change of role or a suspension holds at once. Refuses
 * an account without one of our roles, one that is suspended, and one whose owner works in no kitchen any more, or in
 * one that is suspended.
 */
export async function findActor(
  db: Db,
  user_id: string,
): Promise<Accepted<SignedIn> | Refused<ActorRefusal, undefined>> {
  const rows = await db
    .select({ user: users, staff: kitchen_staff, is_suspended: isNotNull(founders.suspended_at).mapWith(Boolean) })
    .from(users)
    .leftJoin(kitchen_staff, eq(kitchen_staff.user_id, users.id))
    .leftJoin(founders, eq(founders.id, kitchen_staff.vendor_id))
    .where(eq(users.id, user_id))
  const user = rows[0]?.user
  if (!user) return refused('not_found')
  const { role, email, name, two_factor_enabled } = user
  if (!role) return refused('no_role')
  if (!isRole(role)) return refused('unrecognized_role')
  if (user.suspended_at) return refused('suspended')
  // What an older release made an admin has no role among them: it looks on, until an owner gives it one.
  const admin_role = role !== 'admin' ? undefined : isAdminRole(user.admin_role) ? user.admin_role : 'read_only'
  const kitchen = role === 'vendor' ? kitchenOf(user_id, rows) : undefined
  if (role === 'vendor' && !kitchen) return refused('no_kitchen')
  return accepted({ actor: { user_id, role, email, admin_role, kitchen }, name, two_factor_enabled })
}

function kitchenOf(user_id: string, rows: readonly Place[]): Kitchen | undefined {
  const places = rows.flatMap(({ staff, is_suspended }) => (staff ? { ...staff, is_suspended } : []))
  if (places.length === 0) return { vendor_id: user_id, role: 'owner' }
  const open = places.find(({ ended_at, is_suspended }) => ended_at === null && !is_suspended)
  return open && { vendor_id: open.vendor_id, role: open.role }
}

function isRole(text: string): text is Role {
  return roles.some((role) => role === text)
}
