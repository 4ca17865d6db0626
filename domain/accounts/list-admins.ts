import { eq, max } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { isAdminRole } from '../admin-roles.ts'
import { sessions, users } from './tables.ts'

/** All admins, those who were ended last, each group by name. */
export async function listAdmins(db: Db) {
  const rows = await db
    .select({
      user_id: users.id,
      email: users.email,
      name: users.name,
      admin_role: users.admin_role,
      two_factor_enabled: users.two_factor_enabled,
      since: users.created_at,
      /** When they were last seen in a session that is still open; right to the hour. */
      seen_at: max(sessions.updated_at),
      ended_at: users.suspended_at,
    })
    .from(users)
    .leftJoin(sessions, eq(sessions.user_id, users.id))
    .where(eq(users.role, 'admin'))
    .groupBy(users.id)
    .orderBy(users.name, users.email)
  return rows
    .map((row) => ({ ...row, admin_role: isAdminRole(row.admin_role) ? row.admin_role : ('read_only' as const) }))
    .sort((one, other) => Number(one.ended_at !== null) - Number(other.ended_at !== null))
}
