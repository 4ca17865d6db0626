import { count, eq } from 'drizzle-orm'
import type { TransferProvider } from '../../../adapters/payments/transfer-provider.ts'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import type { Deps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import type { ApprovalRefusal } from '../approve-payout.ts'
import { lockPayablePayout, type SeenPayout } from '../payable-payout.ts'
import { approvalOf } from '../second-admin.ts'
import { payout_transfers } from '../tables.ts'
import { askTransfer, findDestination, goesTo } from './ask-transfer.ts'

/**
 * After a failed transfer an admin sends the payout again, under a new reference `…_RETRY_n`. Refused as in
 * `approvePayout`, and as `nothing_to_retry` when no transfer of it has failed.
 */
export async function retryTransfer(
  deps: Deps & { transfers: TransferProvider },
  actor: Actor,
  { payout_id, seen }: { payout_id: number; seen: SeenPayout },
): Promise<
  | Accepted<'first_approval' | 'transfer_asked'>
  | Exclude<ApprovalRefusal, Refused<'fields' | 'failed_before'>>
  | Refused<'nothing_to_retry', undefined>
> {
  if (!may(actor, 'move_money')) return refused('not_found')
  const destination = await findDestination(deps, payout_id)
  if (!destination.ok && destination.reason === 'not_found') return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const payable = await lockPayablePayout(tx, { payout_id, seen })
    if (!payable.ok) return payable
    const { payout, last_transfer } = payable.value
    if (!last_transfer) return refused('nothing_to_retry')
    if (!destination.ok) return destination
    if (!goesTo(payout, destination.value)) return refused('bank_changed')
    const approved = await approvalOf(tx, payout, actor, now)
    if (!approved.ok || approved.value === 'first_approval') return approved
    const [tried] = await tx
      .select({ times: count() })
      .from(payout_transfers)
      .where(eq(payout_transfers.payout_id, payout.id))
    const retry = tried?.times ?? 1
    const provider = deps.transfers.name
    await askTransfer(tx, { payout, destination: destination.value, provider, retry, actor, now })
    return accepted('transfer_asked' as const)
  })
}
