import { eq } from 'drizzle-orm'
import { noteAdmins, noteDue, noteScreen } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import { riders } from '../tables.ts'
import type { Rider } from './own-rider.ts'

/** Writes columns of a locked rider; notes the screens that show who is on duty. */
export async function changeRider(tx: Tx, rider_id: string, sets: Partial<typeof riders.$inferInsert>): Promise<Rider> {
  const [changed] = await tx.update(riders).set(sets).where(eq(riders.user_id, rider_id)).returning()
  if (!changed) throw new Error('A locked rider disappeared')
  noteScreen(tx, rider_id)
  noteAdmins(tx)
  noteDue(tx, 'dispatch')
  return changed
}
