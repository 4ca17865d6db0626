import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { users } from './tables.ts'

/** Lets the owner of a suspended account sign in again, in the caller's commit. */
export async function restoreAccount(tx: Tx, user_id: string, now: Date): Promise<void> {
  await tx.update(users).set({ suspended_at: null, updated_at: now }).where(eq(users.id, user_id))
}
