import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { noteDue } from '../../../db/after-commit.ts'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Deps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { type MessageStatus, message_moves } from '../lifecycle.ts'
import { messages } from '../tables.ts'
import { countAdmitted } from './message-caps.ts'
import { moveMessages } from './move-messages.ts'

/**
 * An admin sends a message that a cap holds, or drops it (decision 050). A released one is not held again, and counts
 * from now. Refused with its status when it is not Held, so that only one of two admins decides.
 */
export async function decideHeldMessage(
  { db, clock }: Deps,
  actor: Actor,
  { message_id, verb }: { message_id: string; verb: 'release' | 'drop' },
): Promise<Accepted<undefined> | Refused<'not_found', undefined> | Refused<'not_allowed', { status: MessageStatus }>> {
  if (!may(actor, 'help_customers') || !z.uuid().safeParse(message_id).success) return refused('not_found')
  const now = clock.now()
  const { to } = message_moves[verb]
  return db.transaction(async (tx) => {
    const [message] = await tx.select().from(messages).where(eq(messages.id, message_id)).for('no key update')
    if (!message) return refused('not_found')
    const set = verb === 'release' ? { admitted_at: now, next_attempt_at: now } : {}
    const [moved] = await moveMessages(tx, { verb, by: 'admin', where: eq(messages.id, message_id), set })
    if (!moved) return refused('not_allowed', { status: message.status })
    noteDue(tx, message.channel)
    if (verb === 'release') await countAdmitted(tx, [message], now)
    await recordAudit(tx, {
      actor,
      action: verb === 'release' ? 'message_released' : 'message_dropped',
      subject: `message:${message_id}`,
      before: { status: message.status, held_by: message.held_by },
      after: { status: to },
      now,
    })
    return accepted(undefined)
  })
}
