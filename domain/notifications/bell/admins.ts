import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { users } from '../../accounts/tables.ts'
import { type NewNotification, notifyUsers } from './bell.ts'

/** Every admin who may sign in. */
export function activeAdmins(tx: Tx): Promise<{ user_id: string; email: string }[]> {
  return tx
    .select({ user_id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.suspended_at)))
}

/** Puts the same news on the bell of every admin, in the commit that it is about. */
export async function ringForAdmins(tx: Tx, news: Omit<NewNotification, 'user_id'>, now: Date): Promise<void> {
  const admins = await activeAdmins(tx)
  await notifyUsers(
    tx,
    admins.map(({ user_id }) => ({ ...news, user_id })),
    now,
  )
}
