import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { kitchen_staff, users } from '../../accounts/tables.ts'

/**
 * Before an account works in a second kitchen, in the same commit: whoever registered one of their own is given a row
 * for it, since an account with rows works only where they say. Safe to repeat.
 */
export async function keepOwnPlace(tx: Tx, user_id: string): Promise<void> {
  const agreed = and(eq(kitchen_staff.user_id, user_id), isNull(kitchen_staff.asked_until))
  if ((await tx.$count(kitchen_staff, agreed)) > 0) return
  const [user] = await tx.select({ created_at: users.created_at }).from(users).where(eq(users.id, user_id))
  if (!user) return
  const own = { vendor_id: user_id, user_id, role: 'owner', invited_by: user_id, invited_at: user.created_at } as const
  await tx.insert(kitchen_staff).values(own).onConflictDoNothing()
}
