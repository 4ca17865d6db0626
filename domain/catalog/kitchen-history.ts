import { and, desc, eq, lt } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { kitchenFor } from '../kitchen-roles.ts'
import type { Mover } from '../lifecycle.ts'
import type { Deed } from './deed.ts'
import { kitchen_history } from './tables.ts'

/** `about` names a dish or somebody who works there; what was before and is now are words to read. */
export type DeedLine = { did: Deed; about?: string; before?: string | null; after?: string | null }

/**
 * Writes down what was done in a kitchen, in the commit that does it. `by` without an account is who wrote from the
 * kitchen's telephone, or, as `system`, our own rules.
 */
export async function recordDeed(tx: Tx, vendor_id: string, by: Mover, line: DeedLine, now: Date): Promise<void> {
  const { did, about = null, before = null, after = null } = line
  const { role, user_id } = by
  await tx.insert(kitchen_history).values({ vendor_id, role, user_id, did, about, before, after, done_at: now })
}

export const DEEDS_PER_PAGE = 30

/** A page of what was done in the kitchen of who asks, the newest first; for who decides about people there. */
export async function kitchenHistory(db: Db, actor: Actor, before_id: number | null) {
  const vendor_id = kitchenFor(actor, 'manage_cooks')
  if (vendor_id === null) return { lines: [], older: null }
  const found = await db
    .select()
    .from(kitchen_history)
    .where(
      and(eq(kitchen_history.vendor_id, vendor_id), before_id === null ? undefined : lt(kitchen_history.id, before_id)),
    )
    .orderBy(desc(kitchen_history.id))
    .limit(DEEDS_PER_PAGE + 1)
  const lines = found.slice(0, DEEDS_PER_PAGE)
  return { lines, older: found.length > DEEDS_PER_PAGE ? (lines.at(-1)?.id ?? null) : null }
}
