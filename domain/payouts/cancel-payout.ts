import { eq } from 'drizzle-orm'
import type { Actor } from '../accounts/actor.ts'
import { may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { unlockForBank } from '../catalog/change-vendor-terms.ts'
import { openRegistration } from '../delivery/riders/decide-rider.ts'
import { deliveries, incidents } from '../delivery/tables.ts'
import { orders } from '../orders/tables.ts'
import { type Accepted, type Refused, refused } from '../refusal.ts'
import { cancel_reason } from './forms.ts'
import { movePayout, type PayoutRow } from './move-payout.ts'
import { lockOpenPayout, type UnpayableRefusal } from './payable-payout.ts'
import { lockPayee } from './payee.ts'
import { watchFailed } from './transfers/ask-again.ts'
import { type AskingDeps, askBeforehand, type EarlierRefusal, isAsStanding } from './transfers/ask-beforehand.ts'

/**
 * An admin cancels a Pending payout with a reason that the payee reads; its orders or deliveries can be requested again
 * (docs/product.md#payout-lifecycle). With `wrong_account` the payee's registration is opened to correct the bank
 * account. Refused while a transfer of it may still arrive; of failed ones the provider is asked first whether it still
 * calls them so (`askBeforehand`).
 */
export async function cancelPayout(
  deps: AskingDeps,
  actor: Actor,
  cancel: { payout_id: number; reason: string; wrong_account?: boolean },
): Promise<
  | Accepted<PayoutRow>
  | Exclude<UnpayableRefusal, Refused<'bank_changed' | 'not_as_shown'>>
  | EarlierRefusal
  | Refused<'bad_reason', undefined>
> {
  if (!may(actor, 'move_money')) return refused('not_found')
  const reason = cancel_reason.safeParse(cancel.reason)
  if (!reason.success) return refused('bad_reason')
  // Before anything is locked: the answer may take long.
  const asked = await askBeforehand(deps, actor, { payout_id: cancel.payout_id })
  if (!asked.ok) return asked
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const open = await lockOpenPayout(tx, cancel.payout_id)
    if (!open.ok) return open
    if (!isAsStanding(asked.value, open.value.last_transfer)) return refused('failed_meanwhile')
    const moved = await movePayout(tx, deps.announce, {
      payout_id: cancel.payout_id,
      verb: 'cancel',
      by: actor,
      reason: reason.data,
      now,
    })
    if (!moved.ok) throw new Error(`Payout ${cancel.payout_id} was locked and Pending, and is ${moved.reason}`)
    await watchFailed(tx, cancel.payout_id, now)
    const wrong_account = cancel.wrong_account ?? false
    if (wrong_account) {
      const { vendor_id, rider_id, id } = moved.value
      const why = { reason: `Payout ${id}: ${reason.data}`, now }
      if (vendor_id !== null) await unlockForBank(tx, actor, { vendor_id, ...why })
      if (rider_id !== null) await openRegistration(tx, actor, { rider_id, ...why })
    }
    const payee = await lockPayee(tx, moved.value)
    const sold = await tx
      .update(orders)
      .set({ payout_id: null })
      .where(eq(orders.payout_id, moved.value.id))
      .returning({ id: orders.id })
    const delivered = await tx
      .update(deliveries)
      .set({ payout_id: null })
      .where(eq(deliveries.payout_id, moved.value.id))
      .returning({ id: deliveries.order_id })
    await tx.update(incidents).set({ payout_id: null }).where(eq(incidents.payout_id, moved.value.id))
    await recordAudit(tx, {
      actor,
      action: 'payout_cancelled',
      subject: `payout:${moved.value.id}`,
      before: {
        status: 'Pending',
        orders: [...sold, ...delivered].map(({ id }) => id).sort((one, other) => one - other),
      },
      after: { status: 'Cancelled', amount_kobo: moved.value.amount },
      reason: reason.data,
      now,
    })
    await deps.announce(
      tx,
      { kind: 'payout_cancelled', payout: moved.value, payee, reason: reason.data, wrong_account },
      now,
    )
    return moved
  })
}
