import { and, eq, isNull } from 'drizzle-orm'
import type { Actor } from '../accounts/actor.ts'
import { may } from '../admin-roles.ts'
import { admin_reason } from '../audit/forms.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { ratings } from './tables.ts'

/**
 * An admin hides the line of a rating that insults somebody; its stars still count. Safe to repeat. Refused without a
 * reason of 3 to 200 characters.
 */
export async function hideRatingLine(
  { db, clock }: Deps,
  actor: Actor,
  { order_id, reason: words }: { order_id: number; reason: string },
): Promise<Accepted<undefined> | Refused<'not_found' | 'bad_reason', undefined>> {
  if (!may(actor, 'help_customers')) return refused('not_found')
  const { data: reason } = admin_reason.safeParse(words)
  if (reason === undefined) return refused('bad_reason')
  const now = clock.now()
  return db.transaction(async (tx) => {
    const [rating] = await tx.select().from(ratings).where(eq(ratings.order_id, order_id)).for('no key update')
    if (!rating) return refused('not_found')
    const hidden = await tx
      .update(ratings)
      .set({ hidden_at: now })
      .where(and(eq(ratings.order_id, order_id), isNull(ratings.hidden_at)))
      .returning({ order_id: ratings.order_id })
    if (hidden.length > 0) {
      const subject = `rating:${order_id}`
      await recordAudit(tx, { actor, action: 'rating_line_hidden', subject, reason, now })
    }
    return accepted(undefined)
  })
}
