import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { moverNames } from '../accounts/mover-names.ts'
import { type Kobo, kobo } from '../money.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { isAlive, type TransferStatus } from './lifecycle.ts'
import { type NotPending, notPending } from './not-pending.ts'
import { isHeld, lockPayee, type Payee } from './payee.ts'
import { askerOf } from './payout-file.ts'
import { riderBalance } from './rider-balance.ts'
import { payout_transfers, payouts } from './tables.ts'
import { transferThatCounts } from './transfers/transfer-that-counts.ts'

type Transfer = typeof payout_transfers.$inferSelect

export type PayablePayout = {
  payout: typeof payouts.$inferSelect
  payee: Payee
  /** The latest transfer, here always a failed one; null when there was none. */
  last_transfer: Transfer | null
}

/** What an admin saw of a payout when approving it: only exactly this is sent. `amount` in kobo. */
export type SeenPayout = Pick<typeof payouts.$inferSelect, 'amount' | 'bank_name' | 'account_number' | 'account_name'>

export type UnpayableRefusal =
  | Refused<'not_found', undefined>
  | Refused<'not_pending', NotPending>
  | Refused<'transfer_alive', { by: string; status: TransferStatus }>
  | Refused<'bank_changed', undefined>
  /** The rider bears refunds since; the payout must be cancelled and requested again, for `owed_kobo` at most. */
  | Refused<'more_than_owed', { owed_kobo: Kobo }>
  /** It differs from what the admin saw: `details` is what would be sent. */
  | Refused<'not_as_shown', SeenPayout>

/** A Pending payout, locked, if no transfer of it may still be under way; otherwise why not, and who was first. */
export async function lockOpenPayout(
  tx: Tx,
  payout_id: number,
): Promise<
  | Accepted<Omit<PayablePayout, 'payee'>>
  | Extract<UnpayableRefusal, { reason: 'not_found' | 'not_pending' | 'transfer_alive' }>
> {
  const [payout] = await tx.select().from(payouts).where(eq(payouts.id, payout_id)).for('no key update')
  if (!payout) return refused('not_found')
  if (payout.status !== 'Pending') return refused('not_pending', await notPending(tx, payout))
  const transfers = await tx
    .select()
    .from(payout_transfers)
    .where(eq(payout_transfers.payout_id, payout.id))
    .orderBy(payout_transfers.id)
  const last = transferThatCounts(transfers)
  if (last && isAlive(last.status)) {
    const asker = askerOf(last)
    return refused('transfer_alive', { by: (await moverNames(tx, [asker]))(asker), status: last.status })
  }
  return accepted({ payout, last_transfer: last ?? null })
}

/** The same, if the payout is not held either and is what the admin saw; also locks payee and bank account. */
export async function lockPayablePayout(
  tx: Tx,
  { payout_id, seen }: { payout_id: number; seen: SeenPayout },
): Promise<Accepted<PayablePayout> | UnpayableRefusal> {
  const open = await lockOpenPayout(tx, payout_id)
  if (!open.ok) return open
  const payee = await lockPayee(tx, open.value.payout)
  if (isHeld(open.value.payout, payee)) return refused('bank_changed')
  const { amount, bank_name, account_number, account_name } = open.value.payout
  const now = { amount, bank_name, account_number, account_name }
  const fields = Object.keys(now) as (keyof SeenPayout)[]
  if (fields.some((field) => now[field] !== seen[field])) return refused('not_as_shown', now)
  if (payee.kind === 'rider') {
    const { earned_kobo, borne_kobo, paid_kobo, sending_kobo } = await riderBalance(tx, payee.user_id)
    const owed_kobo = kobo(Math.max(0, earned_kobo - borne_kobo - paid_kobo - sending_kobo))
    if (open.value.payout.amount > owed_kobo) return refused('more_than_owed', { owed_kobo })
  }
  return accepted({ ...open.value, payee })
}
