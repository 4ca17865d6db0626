import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { users } from '../accounts/tables.ts'
import { admin_role_names, admin_roles, may } from '../admin-roles.ts'
import { cases } from './tables.ts'

/** The roles whose people a case can be given to. */
const working_roles = admin_role_names.filter((admin_role) => may({ role: 'admin', admin_role }, 'work_cases'))

const is_worker = and(
  eq(users.role, 'admin'),
  isNull(users.suspended_at),
  inArray(users.admin_role, working_roles),
) as SQL

/** Who of the admins works on cases now, by name. */
export async function caseWorkers(db: Db): Promise<{ user_id: string; name: string; role: string }[]> {
  const rows = await db
    .select({ user_id: users.id, name: users.name, email: users.email, admin_role: users.admin_role })
    .from(users)
    .where(is_worker)
    .orderBy(asc(users.name), asc(users.email))
  return rows.map(({ user_id, name, email, admin_role }) => ({
    ...{ user_id, name: name || email },
    role: admin_role ? admin_roles[admin_role].name : '',
  }))
}

/**
 * Somebody to whom a case can be given: their mail address, by which the audit log names them; null for anybody else.
 */
export async function findWorker(tx: Tx, user_id: string): Promise<string | null> {
  const [found] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, user_id), is_worker))
  return found?.email ?? null
}

/** Whether the one who has a case still works on cases: whoever left or has another role now has it no more. */
export const held = sql<boolean>`exists (
  select 1 from ${users} where ${users.id} = ${cases.assignee_id} and ${is_worker})`
