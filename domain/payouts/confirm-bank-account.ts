import { and, eq, notExists, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { vendors } from '../catalog/tables.ts'
import { riders } from '../delivery/tables.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { accountFingerprint, type BankAccount, maskedAccount, type Payee, sameAccount } from './payee.ts'
import { payout_transfers, payouts } from './tables.ts'

/**
 * An admin has checked a payee's new bank account: the payouts are no longer held, and waiting ones go there, with
 * their approvals reset. `seen` is the fingerprint of the account on the screen (`accountFingerprint`): refused as
 * `stale` when it is another one by now. Answers how many payouts were redirected. A payout whose transfer is under way
 * is left alone; if that fails, it is held again.
 */
export async function confirmBankAccount(
  deps: Deps,
  actor: Actor,
  { payee, seen }: { payee: Pick<Payee, 'kind' | 'user_id'>; seen: string },
): Promise<
  | Accepted<{ redirected: number }>
  | Refused<'not_found', undefined>
  | Refused<'no_bank_account', undefined>
  | Refused<'stale', undefined>
> {
  if (!may(actor, 'move_money') || !z.uuid().safeParse(payee.user_id).success) return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    // Payouts first, then the payee: the approving verbs lock in this sequence too.
    const waiting = await tx
      .select()
      .from(payouts)
      .where(
        and(
          eq(payee.kind === 'vendor' ? payouts.vendor_id : payouts.rider_id, payee.user_id),
          eq(payouts.status, 'Pending'),
          notExists(
            tx
              .select({ one: sql`1` })
              .from(payout_transfers)
              .where(
                and(eq(payout_transfers.payout_id, payouts.id), sql`${payout_transfers.status} in ('Asked', 'Queued')`),
              ),
          ),
        ),
      )
      .orderBy(payouts.id)
      .for('no key update')
    const known = await lockOwner(tx, payee)
    if (!known) return refused('not_found')
    const { bank_name, bank_code, account_number, account_name } = known
    if (!bank_name || !account_number || !account_name) return refused('no_bank_account')
    if (accountFingerprint(known) !== seen) return refused('stale')
    const redirected = waiting.filter((payout) => !sameAccount(payout, known))
    for (const payout of redirected) {
      await tx
        .update(payouts)
        .set({ bank_name, bank_code, account_number, account_name, approved_by: null, approved_at: null })
        .where(eq(payouts.id, payout.id))
    }
    const owners = payee.kind === 'vendor' ? vendors : riders
    await tx.update(owners).set({ bank_changed_at: null }).where(eq(owners.user_id, payee.user_id))
    await recordAudit(tx, {
      actor,
      action: 'bank_account_confirmed',
      subject: `${payee.kind}:${payee.user_id}`,
      before: {
        changed_at: known.bank_changed_at?.toISOString() ?? null,
        payouts: Object.fromEntries(redirected.map((payout) => [payout.id, maskedAccount(payout)])),
      },
      after: { account: maskedAccount(known) },
      now,
    })
    return accepted({ redirected: redirected.length })
  })
}

async function lockOwner(
  tx: Tx,
  payee: Pick<Payee, 'kind' | 'user_id'>,
): Promise<(BankAccount & { bank_changed_at: Date | null }) | null> {
  if (payee.kind === 'vendor') {
    const [vendor] = await tx.select().from(vendors).where(eq(vendors.user_id, payee.user_id)).for('no key update')
    return vendor ?? null
  }
  const [rider] = await tx.select().from(riders).where(eq(riders.user_id, payee.user_id)).for('no key update')
  return rider ?? null
}
