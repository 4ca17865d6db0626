import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Deps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { messages, push_subscriptions } from '../tables.ts'
import { moveMessages } from './move-messages.ts'

/**
 * A device says that it showed a push, by the number that only the sealed push carries: the push is Delivered, and the
 * device is one that is heard (decision 173). Of a customer's own phone the text message with the same news is Saved,
 * if its reader can do without it and no gateway was asked for it yet (decision 125). Safe to repeat, and without
 * effect once the text message is on its way. Refused for a number that no push has.
 */
export async function reportShown(
  { db, clock }: Deps,
  message_id: string,
): Promise<Accepted<{ saved: boolean }> | Refused<'not_found', undefined>> {
  if (!z.uuid().safeParse(message_id).success) return refused('not_found')
  const now = clock.now()
  return db.transaction(async (tx) => {
    const { id, beside, sent_at, recipient } = messages
    const [push] = await tx
      .select({ beside, sent_at, recipient })
      .from(messages)
      .where(and(eq(id, message_id), eq(messages.channel, 'push')))
      .for('no key update')
    if (!push) return refused('not_found')
    await moveMessages(tx, {
      verb: 'show',
      by: 'phone',
      where: eq(id, message_id),
      set: { sent_at: push.sent_at ?? now, next_attempt_at: null, last_error: null },
    })
    // The words of an old message are gone, and with them whose device it was.
    if (z.uuid().safeParse(push.recipient).success)
      await tx.update(push_subscriptions).set({ shown_at: now }).where(eq(push_subscriptions.id, push.recipient))
    if (push.beside === null) return accepted({ saved: false })
    const saved = await moveMessages(tx, {
      verb: 'save',
      by: 'phone',
      // What was tried, a gateway may have.
      where: and(eq(messages.dedupe_key, push.beside), eq(messages.dispensable, true), eq(messages.attempts, 0)),
      set: { next_attempt_at: null },
    })
    return accepted({ saved: saved.length > 0 })
  })
}
