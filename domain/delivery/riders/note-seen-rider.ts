import { eq } from 'drizzle-orm'
import type { Actor } from '../../accounts/actor.ts'
import type { Deps } from '../../events.ts'
import { riders } from '../tables.ts'

/** Notes that a rider's page is open and connected now. Does nothing for everybody else. */
export async function noteSeenRider({ db, clock }: Deps, actor: Actor): Promise<void> {
  if (actor.role !== 'rider') return
  await db.update(riders).set({ seen_at: clock.now() }).where(eq(riders.user_id, actor.user_id))
}
