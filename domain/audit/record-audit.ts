import { noteAdmins } from '../../db/after-commit.ts'
import type { Tx } from '../../db/handle.ts'
import { the_system } from '../lifecycle.ts'
import type { AuditAction } from './actions.ts'
import { audit_log } from './tables.ts'

export type AuditEntry = {
  actor: { user_id: string | null; email: string }
  action: AuditAction
  /** What it was done to, e.g. `vendor:<user_id>`, `payout:12`, `setting:delivery`. */
  subject: string
  /** Only what changed, before and after; no full bank account and no secret. */
  before?: Readonly<Record<string, unknown>>
  after?: Readonly<Record<string, unknown>>
  reason?: string
  now: Date
}

/** Who does what nobody does, as the log names them. */
export const by_itself = { ...the_system, email: 'system' }

/** Writes who did what, in the commit that did it. Every verb of an admin ends with it. */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { actor, action, subject, before, after, reason, now } = entry
  await tx.insert(audit_log).values({
    user_id: actor.user_id,
    actor: actor.email,
    action,
    subject,
    before: before ?? null,
    after: after ?? null,
    reason: reason ?? null,
    acted_at: now,
  })
  noteAdmins(tx)
}
