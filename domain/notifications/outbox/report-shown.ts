import { and, eq, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Deps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { canMoveMessage, message_moves } from '../lifecycle.ts'
import { messages } from '../tables.ts'

/**
 * A customer's own phone says that it showed a push, by the number that only the sealed push carries. The push is
 * Delivered; the text message with the same news is Saved, if its reader can do without it and no gateway was asked for
 * it yet (decision 125). Safe to repeat, and without effect once the text message is on its way. Refused for a number
 * that no customer's push has.
 */
export async function reportShown(
  { db, clock }: Deps,
  message_id: string,
): Promise<Accepted<{ saved: boolean }> | Refused<'not_found', undefined>> {
  if (!z.uuid().safeParse(message_id).success) return refused('not_found')
  const now = clock.now()
  return db.transaction(async (tx) => {
    const { id, status, beside, sent_at } = messages
    const [push] = await tx
      .select({ status, beside, sent_at })
      .from(messages)
      .where(and(eq(id, message_id), eq(messages.channel, 'push'), isNotNull(beside)))
      .for('no key update')
    if (!push?.beside) return refused('not_found')
    if (canMoveMessage('show', push.status)) {
      await tx
        .update(messages)
        .set({ status: message_moves.show.to, sent_at: push.sent_at ?? now, next_attempt_at: null, last_error: null })
        .where(eq(id, message_id))
    }
    const saved = await tx
      .update(messages)
      .set({ status: message_moves.save.to, next_attempt_at: null })
      .where(
        and(
          eq(messages.dedupe_key, push.beside),
          eq(messages.dispensable, true),
          eq(status, 'Queued'),
          // What was tried, a gateway may have.
          eq(messages.attempts, 0),
        ),
      )
      .returning({ id })
    return accepted({ saved: saved.length > 0 })
  })
}
