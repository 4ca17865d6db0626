import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Kobo } from '../money.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { PAYOUT_SETTINGS, type PayoutSettings } from '../settings/definitions.ts'
import { readSetting } from '../settings/read-setting.ts'
import { payouts } from './tables.ts'

/** Whether two different admins must approve an amount. */
export function needsTwoAdmins(amount: Kobo, { second_admin_above_kobo }: PayoutSettings): boolean {
  return second_admin_above_kobo !== null && amount > second_admin_above_kobo
}

/**
 * Whether this admin may send a locked payout's money now. If the amount needs two admins, the first approval is only
 * recorded (`first_approval`); the same admin again is refused, with who approved first.
 */
export async function approvalOf(
  tx: Tx,
  payout: typeof payouts.$inferSelect,
  actor: Actor,
  now: Date,
): Promise<Accepted<'may_pay'> | Accepted<'first_approval'> | Refused<'second_admin_needed', { by: string }>> {
  if (!needsTwoAdmins(payout.amount, await readSetting(tx, PAYOUT_SETTINGS))) return accepted('may_pay')
  if (payout.approved_by === actor.user_id) return refused('second_admin_needed', { by: actor.email })
  if (payout.approved_by !== null) return accepted('may_pay')
  await tx.update(payouts).set({ approved_by: actor.user_id, approved_at: now }).where(eq(payouts.id, payout.id))
  await recordAudit(tx, {
    actor,
    action: 'payout_approved_first',
    subject: `payout:${payout.id}`,
    after: { amount_kobo: payout.amount, approved_by: actor.email },
    now,
  })
  return accepted('first_approval')
}
