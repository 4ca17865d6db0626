import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { users } from '../../accounts/tables.ts'
import { type AdminRight, rolesWith } from '../../admin-roles.ts'
import { type NewNotification, notifyUsers } from './bell.ts'

/** Every admin who may sign in and has this right: who can do something about it. */
export function activeAdmins(tx: Tx, right: AdminRight): Promise<{ user_id: string; email: string }[]> {
  return tx
    .select({ user_id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), inArray(users.admin_role, rolesWith(right)), isNull(users.suspended_at)))
}

/** Puts the same news on the bell of every admin who has this right, in the commit that it is about. */
export async function ringForAdmins(
  tx: Tx,
  right: AdminRight,
  news: Omit<NewNotification, 'user_id'>,
  now: Date,
): Promise<void> {
  const admins = await activeAdmins(tx, right)
  await notifyUsers(
    tx,
    admins.map(({ user_id }) => ({ ...news, user_id })),
    now,
  )
}
