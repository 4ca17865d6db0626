import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { users } from './tables.ts'

/** Calls an account by the name that its registration gives, in the caller's commit: its owner is welcomed by it. */
export async function nameAccount(
  tx: Tx,
  { user_id, name, now }: { user_id: string; name: string; now: Date },
): Promise<void> {
  await tx.update(users).set({ name, updated_at: now }).where(eq(users.id, user_id))
}
