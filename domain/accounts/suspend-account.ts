import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { endAllSessions } from './end-all-sessions.ts'
import { users } from './tables.ts'

/** Ends every session and half-done sign-in of an account and blocks new ones, in the caller's commit. */
export async function suspendAccount(tx: Tx, user_id: string, now: Date): Promise<void> {
  await tx.update(users).set({ suspended_at: now, updated_at: now }).where(eq(users.id, user_id))
  await endAllSessions(tx, [user_id])
}
