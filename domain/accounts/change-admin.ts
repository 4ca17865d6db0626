import { eq, exists } from 'drizzle-orm'
import { type AdminRole, isAdminRole, may } from '../admin-roles.ts'
import type { AuditAction } from '../audit/actions.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import type { Actor } from './actor.ts'
import { restoreAccount } from './restore-account.ts'
import { suspendAccount } from './suspend-account.ts'
import { known_devices, users } from './tables.ts'

/** `last_owner`: nobody would be left who may say who is an admin. */
export type ChangeAdminRefusal = Refused<'not_found' | 'bad_role' | 'last_owner', undefined>
type Change = 'role' | 'end' | 'restore'
/**
 * An owner gives an admin another role, from the admin's next request on. Refused for everybody else, for an unknown
 * role, and for the last owner. Giving the same role again changes nothing.
 */
export function changeAdminRole(deps: Deps, actor: Actor, change: { user_id: string; admin_role: string }) {
  return changeAdmin(deps, actor, { what: 'role', ...change })
}

/**
 * An owner ends an admin: all their sessions end, and nobody can log in to the account until an owner restores it.
 * Refused for everybody else, and for the last owner. Ending it again changes nothing.
 */
export function endAdmin(deps: Deps, actor: Actor, user_id: string) {
  return changeAdmin(deps, actor, { what: 'end', user_id })
}

/** An owner lets somebody who was ended be an admin again, in the same role. Refused for everybody else. */
export function restoreAdmin(deps: Deps, actor: Actor, user_id: string) {
  return changeAdmin(deps, actor, { what: 'restore', user_id })
}

const actions: Readonly<Record<Change, AuditAction>> = {
  role: 'admin_role_changed',
  end: 'admin_ended',
  restore: 'admin_restored',
}

async function changeAdmin(
  { db, clock }: Deps,
  actor: Actor,
  { what, user_id, admin_role }: { what: Change; user_id: string; admin_role?: string },
): Promise<Accepted<undefined> | ChangeAdminRefusal> {
  if (!may(actor, 'manage_admins')) return refused('not_found')
  if (what === 'role' && !isAdminRole(admin_role ?? null)) return refused('bad_role')
  const now = clock.now()
  return db.transaction(async (tx) => {
    // All of them, in one sequence: two owners who end each other at once leave one.
    const admins = await tx
      .select({
        id: users.id,
        admin_role: users.admin_role,
        suspended_at: users.suspended_at,
        has_come: exists(tx.select().from(known_devices).where(eq(known_devices.user_id, users.id))).mapWith(Boolean),
      })
      .from(users)
      .where(eq(users.role, 'admin'))
      .orderBy(users.id)
      .for('no key update')
    const owners = admins.filter((admin) => admin.admin_role === 'owner' && !admin.suspended_at)
    const admin = admins.find(({ id }) => id === user_id)
    // An owner who was ended while this waited decides nothing any more.
    if (!admin || !owners.some(({ id }) => id === actor.user_id)) return refused('not_found')
    const before = { admin_role: admin.admin_role, ended: admin.suspended_at !== null }
    const after = {
      admin_role: what === 'role' ? (admin_role as AdminRole) : before.admin_role,
      ended: what === 'role' ? before.ended : what === 'end',
    }
    if (after.admin_role === before.admin_role && after.ended === before.ended) return accepted(undefined)
    const stays_owner = after.admin_role === 'owner' && !after.ended
    // Whoever never logged in may never come: their invitation can be in a mailbox that nobody reads.
    const left = owners.filter(({ id, has_come }) => id !== user_id && (has_come || id === actor.user_id))
    if (!stays_owner && left.length === 0) return refused('last_owner')
    if (what === 'end') await suspendAccount(tx, user_id, now)
    else if (what === 'restore') await restoreAccount(tx, user_id, now)
    else {
      const role = { admin_role: after.admin_role, updated_at: now }
      await tx.update(users).set(role).where(eq(users.id, user_id))
    }
    await recordAudit(tx, { actor, action: actions[what], subject: `user:${user_id}`, before, after, now })
    return accepted(undefined)
  })
}
