import { eq } from 'drizzle-orm'
import { noteAdmins, noteDue } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { by_itself, recordAudit } from '../../audit/record-audit.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { payout_transfers, payouts } from '../tables.ts'
import type { Transfer } from './earlier-transfers.ts'

/** `followed`: it counts again. `told`: admins know that it is made besides. `nothing`: another worker has it. */
export type Revived = 'followed' | 'told' | 'nothing'

/** Which transfer it is; the admin in whose verb it was found, if one did; and the bank's reference that they gave. */
export type Reviving = { transfer_id: number; by?: Actor; by_hand?: string | undefined }

/**
 * The provider makes a transfer after all that it had called failed. While its payout is Pending and nothing else of it
 * is under way, it is followed from now on, as if it had never failed. Otherwise the money may go out twice: it stands
 * in doubt, and admins are told, once. Safe to repeat.
 */
export async function reviveTransfer(
  deps: AnnouncingDeps,
  transfer: Transfer,
  found: Omit<Reviving, 'transfer_id'> = {},
): Promise<Revived> {
  return deps.db.transaction(async (tx) => {
    // The payout is locked first, as in every verb.
    const [payout] = await tx.select().from(payouts).where(eq(payouts.id, transfer.payout_id)).for('no key update')
    if (!payout) throw new Error(`Transfer ${transfer.id} has no payout`)
    return reviveLocked(tx, deps, payout, { transfer_id: transfer.id, ...found })
  })
}

/** The same where the caller has locked the payout. */
export async function reviveLocked(
  tx: Tx,
  deps: Pick<AnnouncingDeps, 'announce' | 'clock'>,
  payout: typeof payouts.$inferSelect,
  { transfer_id, by, by_hand }: Reviving,
): Promise<Revived> {
  const now = deps.clock.now()
  const all = await tx.select().from(payout_transfers).where(eq(payout_transfers.payout_id, payout.id))
  const others = all.filter(({ id }) => id !== transfer_id)
  const revived = all.find(({ id }) => id === transfer_id)
  // A faster worker follows it already, or is about to ask for it.
  if (others.some(({ status }) => status === 'Asked') || revived?.status !== 'Failed') return 'nothing'
  const its_row = eq(payout_transfers.id, transfer_id)
  if (payout.status === 'Pending' && others.every(({ status }) => status === 'Failed')) {
    const alive = { status: 'Queued', next_attempt_at: now, done_at: null, last_error: null } as const
    await tx
      .update(payout_transfers)
      .set({ ...alive, doubt: null, doubted_at: null, looked_up_at: null })
      .where(its_row)
    noteDue(tx, 'transfer')
    const { reference, status } = revived
    await recordAudit(tx, {
      actor: by ?? by_itself,
      action: by_hand === undefined ? 'payout_transfer_recognised' : 'payout_made_besides',
      subject: `payout:${payout.id}`,
      before: { status },
      after: { status: alive.status, reference, ...(by_hand !== undefined && { bank_reference: by_hand }) },
      now,
    })
    return 'followed'
  }
  if (revived.doubt === 'alive') return 'told'
  // What an admin said while the provider was silent does not count against its answer.
  await tx.update(payout_transfers).set({ doubt: 'alive', doubted_at: now, looked_up_at: null }).where(its_row)
  noteAdmins(tx)
  await deps.announce(tx, { kind: 'payout_made_besides', payout, reference: revived.reference }, now)
  return 'told'
}
