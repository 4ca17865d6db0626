import { inArray } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { sessions, verifications } from './tables.ts'

/**
 * Ends every session and half-done sign-in of these accounts, in the caller's commit. Their open streams end with the
 * sessions, and their devices ring no more.
 */
export async function endAllSessions(tx: Tx, user_ids: readonly string[]): Promise<void> {
  await tx.delete(sessions).where(inArray(sessions.user_id, [...user_ids]))
  await tx.delete(verifications).where(inArray(verifications.value, [...user_ids]))
}
