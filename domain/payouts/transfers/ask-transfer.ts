import { eq } from 'drizzle-orm'
import { isProviderUnavailable } from '../../../adapters/call-provider.ts'
import type { TransferProvider } from '../../../adapters/payments/transfer-provider.ts'
import { noteDue } from '../../../db/after-commit.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { tx_ref_prefix } from '../../brand.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { maskedAccount, sameAccount } from '../payee.ts'
import { payout_transfers, payouts } from '../tables.ts'

type Payout = typeof payouts.$inferSelect

/** The provider's code of the bank, and the payout it was looked up for. */
export type Destination = { bank_code: string; asked_for: Payout }

/**
 * The provider's code for the bank of a payout, asked before anything is locked. Refused when the provider cannot say
 * for certain which bank is meant, and when it cannot be asked: then no money may move.
 */
export async function findDestination(
  deps: { db: Db; transfers: TransferProvider },
  payout_id: number,
): Promise<
  | Accepted<Destination>
  | Refused<'not_found', undefined>
  | Refused<'unknown_bank', { bank_name: string }>
  | Refused<'provider_unavailable', undefined>
> {
  const [payout] = await deps.db.select().from(payouts).where(eq(payouts.id, payout_id))
  if (!payout) return refused('not_found')
  try {
    const { bank_name: name, bank_code: code } = payout
    const bank_code = await deps.transfers.bankCode({ name, code })
    return bank_code === null
      ? refused('unknown_bank', { bank_name: name })
      : accepted({ bank_code, asked_for: payout })
  } catch (error) {
    if (isProviderUnavailable(error)) return refused('provider_unavailable')
    throw error
  }
}

/** Whether the locked payout still goes to the account whose bank was looked up. */
export function goesTo(payout: Payout, destination: Destination): boolean {
  return sameAccount(payout, destination.asked_for)
}

/**
 * Writes down that a locked payout is to be sent through the provider; the worker does it (`transferErrands`). `retry`
 * is how many of its transfers failed before.
 */
export async function askTransfer(
  tx: Tx,
  ask: {
    payout: Payout
    destination: Destination
    provider: string
    retry: number
    actor: Actor
    now: Date
  },
): Promise<void> {
  const { payout, destination, actor, now, retry } = ask
  const { bank_name, account_number, account_name } = payout
  const reference = transferReference(payout, retry)
  noteDue(tx, 'transfer')
  await tx.insert(payout_transfers).values({
    payout_id: payout.id,
    provider: ask.provider,
    reference,
    bank_name,
    bank_code: destination.bank_code,
    account_number,
    account_name,
    asked_by: actor.user_id,
    created_at: now,
    next_attempt_at: now,
  })
  await recordAudit(tx, {
    actor,
    action: retry > 0 ? 'payout_transfer_retried' : 'payout_transfer_asked',
    subject: `payout:${payout.id}`,
    after: { amount_kobo: payout.amount, reference, account: maskedAccount(payout) },
    now,
  })
}

/** Unique at the provider for ever. The time is in it, because a new database would use the same ids again. */
export function transferReference(payout: Pick<Payout, 'id' | 'created_at'>, retry: number): string {
  const first = `${tx_ref_prefix}-PAYOUT-${payout.id}-${payout.created_at.getTime()}`
  return retry === 0 ? first : `${first}_RETRY_${retry}`
}
