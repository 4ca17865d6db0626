import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { sessions, users, verifications } from './tables.ts'

/** Ends every session and half-done sign-in of an account and blocks new ones, in the caller's commit. */
export async function suspendAccount(tx: Tx, user_id: string, now: Date): Promise<void> {
  await tx.update(users).set({ suspended_at: now, updated_at: now }).where(eq(users.id, user_id))
  await tx.delete(sessions).where(eq(sessions.user_id, user_id))
  await tx.delete(verifications).where(eq(verifications.value, user_id))
}
