import { eq } from 'drizzle-orm'
import type { TransferProvider } from '../../../adapters/payments/transfer-provider.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { isAlive } from '../lifecycle.ts'
import { payout_transfers, payouts } from '../tables.ts'
import { askAboutEarlier, earlierTransfers, noteSilence, type Transfer } from './earlier-transfers.ts'
import { reviveTransfer } from './revived-transfer.ts'

export type AskingDeps = AnnouncingDeps & { transfers: TransferProvider }

export type EarlierRefusal =
  /** The provider makes this transfer of it after all, or is about to: it is followed from now on. */
  | Refused<'made_after_all', { reference: string }>
  /** The provider makes a transfer of this cancelled payout after all, whose orders may be in the new one. */
  | Refused<'made_before', { payout_id: number; reference: string }>
  /** The provider does not say what became of this transfer: ask again, or look there first (`lookUpTransfer`). */
  | Refused<'may_be_made', { payout_id: number; reference: string }>
  /** Another transfer was tried since the provider was asked. */
  | Refused<'failed_meanwhile', undefined>

/** The newest transfer that the provider was asked about; null where there was none. */
export type AskedAbout = { newest_id: number | null }

/**
 * Asks the provider, before a payout is closed in another way than by its transfer, whether it still calls the ones
 * before failed: one of its own that is made after all is followed instead, and the rest is refused. Nothing is locked
 * meanwhile, as the answer may take long; the verb then asks `isAsStanding` under its lock. `by_hand`: the bank's
 * reference of what the admin has sent already, for the audit log; then payouts that were cancelled before are asked
 * about too. Asks nothing where the payout is not Pending or a transfer is under way: the verb refuses that itself.
 */
export async function askBeforehand(
  deps: AskingDeps,
  actor: Actor,
  { payout_id, by_hand }: { payout_id: number; by_hand?: string },
): Promise<Accepted<AskedAbout> | EarlierRefusal> {
  const [payout] = await deps.db.select().from(payouts).where(eq(payouts.id, payout_id))
  const own = await deps.db.select().from(payout_transfers).where(eq(payout_transfers.payout_id, payout_id))
  const newest_id = own.length === 0 ? null : Math.max(...own.map(({ id }) => id))
  if (payout?.status !== 'Pending' || own.some(({ status }) => isAlive(status))) return accepted({ newest_id: null })
  const earlier = await earlierTransfers(deps.db, payout, { cancelled_too: by_hand !== undefined })
  const { alive, silent } = await askAboutEarlier(deps.db, deps.transfers, earlier)
  if (alive) {
    const { reference } = alive
    await reviveTransfer(deps, alive, { by: actor, by_hand })
    return alive.payout_id === payout_id
      ? refused('made_after_all', { reference })
      : refused('made_before', { payout_id: alive.payout_id, reference })
  }
  if (silent) {
    await noteSilence(deps.db, silent.transfer, deps.clock.now())
    return refused('may_be_made', { payout_id: silent.transfer.payout_id, reference: silent.transfer.reference })
  }
  return accepted({ newest_id })
}

/** Whether the transfer that was asked about last is still the newest of the payout, which is locked. */
export function isAsStanding({ newest_id }: AskedAbout, last_transfer: Transfer | null): boolean {
  return newest_id === (last_transfer?.id ?? null)
}
