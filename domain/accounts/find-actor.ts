import { eq } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { isAdminRole } from '../admin-roles.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { type Actor, type Role, roles } from './actor.ts'
import { users } from './tables.ts'

export type SignedIn = { actor: Actor; name: string; two_factor_enabled: boolean }
/** Why nobody may sign in to an account. */
export type ActorRefusal = 'not_found' | 'no_role' | 'unrecognized_role' | 'suspended'

/**
 * Whose account this is, read afresh for every request, so that a change of role or a suspension holds at once. Refuses
 * an account without one of our roles and one that is suspended.
 */
export async function findActor(
  db: Db,
  user_id: string,
): Promise<Accepted<SignedIn> | Refused<ActorRefusal, undefined>> {
  const [user] = await db.select().from(users).where(eq(users.id, user_id))
  if (!user) return refused('not_found')
  const { role, email, name, two_factor_enabled } = user
  if (!role) return refused('no_role')
  if (!isRole(role)) return refused('unrecognized_role')
  if (user.suspended_at) return refused('suspended')
  // What an older release made has no role among the admins: it looks on, until an owner gives it one.
  const admin_role = role !== 'admin' ? undefined : isAdminRole(user.admin_role) ? user.admin_role : 'read_only'
  return accepted({ actor: { user_id, role, email, admin_role }, name, two_factor_enabled })
}

function isRole(text: string): text is Role {
  return roles.some((role) => role === text)
}
