import { and, eq } from 'drizzle-orm'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Deps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { looked_up_note } from '../forms.ts'
import { payout_transfers, payouts } from '../tables.ts'
import { isInDoubt, type Transfer } from './earlier-transfers.ts'

/**
 * An admin looked at the provider and says, with a note for the audit log, what came of a failed transfer in doubt: it
 * brought nothing, or what it brought was given back or counts. It holds nothing up any more. Of one that the provider
 * is silent about its answer, once it comes, counts before this word; of one that it makes after all this word is the
 * last. Refused as `nothing_in_doubt` where the provider has answered since, or another admin was faster.
 */
export async function lookUpTransfer(
  deps: Deps,
  actor: Actor,
  { payout_id, transfer_id, note }: { payout_id: number; transfer_id: number; note: string },
): Promise<
  | Accepted<Transfer>
  | Refused<'not_found', undefined>
  | Refused<'bad_reason', undefined>
  | Refused<'nothing_in_doubt', undefined>
> {
  if (!may(actor, 'move_money')) return refused('not_found')
  const reason = looked_up_note.safeParse(note)
  if (!reason.success) return refused('bad_reason')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    await tx.select({ id: payouts.id }).from(payouts).where(eq(payouts.id, payout_id)).for('no key update')
    const its_row = and(eq(payout_transfers.id, transfer_id), eq(payout_transfers.payout_id, payout_id))
    const [transfer] = await tx.select().from(payout_transfers).where(its_row).for('no key update')
    if (!transfer) return refused('not_found')
    const { reference, doubt } = transfer
    if (!isInDoubt(transfer)) return refused('nothing_in_doubt')
    const [settled] = await tx.update(payout_transfers).set({ looked_up_at: now }).where(its_row).returning()
    if (!settled) throw new Error('A locked transfer disappeared')
    await recordAudit(tx, {
      actor,
      action: 'payout_transfer_looked_up',
      subject: `payout:${payout_id}`,
      before: { reference, doubt },
      reason: reason.data,
      now,
    })
    return accepted(settled)
  })
}
