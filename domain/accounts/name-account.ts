import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { users } from './tables.ts'

/** Gives an account the name from its owner's registration, in the caller's commit; the welcome uses it. */
export async function nameAccount(
  tx: Tx,
  { user_id, name, now }: { user_id: string; name: string; now: Date },
): Promise<void> {
  await tx.update(users).set({ name, updated_at: now }).where(eq(users.id, user_id))
}
