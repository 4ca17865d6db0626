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
import { moveMessages } from './move-messages.ts'

/**
 * An admin restarts a message that was given up. If a gateway may have it, only that gateway is asked again (decision
 * 043). Refused with its status when it is not Failed, so that two clicks are one retry.
 */
export async function retryMessage(
  { db, clock }: Deps,
  actor: Actor,
  message_id: string,
): Promise<Accepted<undefined> | Refused<'not_found', undefined> | Refused<'not_allowed', { status: MessageStatus }>> {
  if (!may(actor, 'help_customers') || !z.uuid().safeParse(message_id).success) return refused('not_found')
  const now = clock.now()
  return db.transaction(async (tx) => {
    const [message] = await tx.select().from(messages).where(eq(messages.id, message_id)).for('no key update')
    if (!message) return refused('not_found')
    // No gateway has it: an earlier sending must not be taken for this one.
    const round = message.gateway === null ? message.round + 1 : message.round
    const set = { attempts: 0, next_attempt_at: now, refused_by: null, round }
    const [moved] = await moveMessages(tx, { verb: 'retry', by: 'admin', where: eq(messages.id, message_id), set })
    if (!moved) return refused('not_allowed', { status: message.status })
    noteDue(tx, message.channel)
    await recordAudit(tx, {
      actor,
      action: 'message_retried',
      subject: `message:${message_id}`,
      before: { status: message.status, attempts: message.attempts, last_error: message.last_error },
      after: { status: message_moves.retry.to },
      now,
    })
    return accepted(undefined)
  })
}
