import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { noteDue } from '../../../db/after-commit.ts'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Deps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { canMoveMessage, type MessageStatus, message_moves } from '../lifecycle.ts'
import { messages } from '../tables.ts'

/**
 * An admin restarts a message that was given up. If a gateway may have it, only that gateway is asked again (decision
 * 043). Refused with its status when it is not Failed, so that two clicks are one retry.
 */
export async function retryMessage(
  { db, clock }: Deps,
  actor: Actor,
  message_id: string,
): Promise<Accepted<undefined> | Refused<'not_found', undefined> | Refused<'not_failed', { status: MessageStatus }>> {
  if (!may(actor, 'help_customers') || !z.uuid().safeParse(message_id).success) return refused('not_found')
  const now = clock.now()
  const { to } = message_moves.retry
  return db.transaction(async (tx) => {
    const [message] = await tx.select().from(messages).where(eq(messages.id, message_id)).for('no key update')
    if (!message) return refused('not_found')
    if (!canMoveMessage('retry', message.status)) return refused('not_failed', { status: message.status })
    noteDue(tx, message.channel)
    await tx
      .update(messages)
      .set({
        status: to,
        attempts: 0,
        next_attempt_at: now,
        refused_by: null,
        // No gateway has it: an earlier sending must not be taken for this one.
        round: message.gateway === null ? message.round + 1 : message.round,
      })
      .where(eq(messages.id, message_id))
    await recordAudit(tx, {
      actor,
      action: 'message_retried',
      subject: `message:${message_id}`,
      before: { status: message.status, attempts: message.attempts, last_error: message.last_error },
      after: { status: to },
      now,
    })
    return accepted(undefined)
  })
}
