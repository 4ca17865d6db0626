import { and, eq, ne } from 'drizzle-orm'
import type { Charge, PaymentProvider } from '../../../adapters/payments/payment-provider.ts'
import type { Db } from '../../../db/handle.ts'
import type { KnownFleet } from '../../delivery/windows/fleet.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { payments } from '../../payments/tables.ts'
import { traced } from '../../trace.ts'
import { checkouts, type OpenAttempt } from '../tables.ts'
import { recordCharge, recordedOutcome, type Settlement } from './record-charge.ts'

export type SettlementDeps = AnnouncingDeps & {
  payments: PaymentProvider
  /** What placing orders goes by: learned before the checkout is locked, else asked in the commit that holds it. */
  fleet?: Pick<KnownFleet, 'ask'>
}
type Question = { tx_ref: string; provider_transaction_id?: string | null }

/**
 * The only way from money to orders. The browser's callback, the webhook, the poller and a reload all lead here. None
 * of them is believed: the provider is asked, unless its full answer about that very charge is already recorded. The
 * answer is recorded once (see `recordCharge`), so fifty calls at once do the work once. The provider is asked before
 * the checkout is locked: a provider that hangs must not hold rows and connections.
 *
 * `provider_transaction_id` is a hint; if that charge has another tx_ref, it is not used. Throws ProviderUnavailable
 * when the outcome is unknown.
 */
export function settleCheckout(deps: SettlementDeps, question: Question): Promise<Settlement> {
  return traced('settle checkout', { about: question.tx_ref }, async (span) => {
    const settlement = await settle(deps, question)
    span?.setAttribute('settlement', settlement)
    return settlement
  })
}

async function settle(deps: SettlementDeps, { tx_ref, provider_transaction_id }: Question): Promise<Settlement> {
  if (provider_transaction_id) {
    const known = await recordedOutcome(deps.db, deps.payments.name, { tx_ref, provider_transaction_id })
    if (known && !known.fee_missing) return known.settlement
  }
  const hinted = provider_transaction_id ? await deps.payments.findCharge(provider_transaction_id) : null
  const charge =
    hinted?.tx_ref === tx_ref && hinted.status === 'successful'
      ? hinted
      : await deps.payments.findChargeByReference(tx_ref)
  if (!charge || charge.tx_ref !== tx_ref) return 'no_charge'
  if (charge.status !== 'successful') return recordAttempt(deps.db, charge)
  await deps.fleet?.ask()
  return recordCharge(deps, charge)
}

/**
 * Settles all successful charges of a tx_ref that are not recorded yet. `settleCheckout` sees only one, but a checkout
 * paid in two windows has two, and the second may have neither callback nor webhook. Throws ProviderUnavailable.
 */
export async function settleFurtherCharges(deps: SettlementDeps, tx_ref: string): Promise<void> {
  const charges = await deps.payments.findSuccessfulCharges(tx_ref)
  const recorded = await deps.db
    .select({ id: payments.provider_transaction_id })
    .from(payments)
    .where(and(eq(payments.provider, deps.payments.name), eq(payments.tx_ref, tx_ref)))
  const known = new Set(recorded.map(({ id }) => id))
  for (const { provider_transaction_id } of charges) {
    if (!known.has(provider_transaction_id)) await settleCheckout(deps, { tx_ref, provider_transaction_id })
  }
}

/** Remembers that an attempt is open or failed. The failure of an older attempt does not change what is paid. */
async function recordAttempt(db: Db, charge: Charge): Promise<Settlement> {
  const status = charge.status === 'failed' ? 'failed' : 'pending'
  const changed = await db
    .update(checkouts)
    .set({ last_charge_status: status, open_attempt: status === 'pending' ? openAttempt(charge) : null })
    .where(and(eq(checkouts.tx_ref, charge.tx_ref), ne(checkouts.status, 'Paid')))
    .returning({ id: checkouts.id })
  return changed.length === 0 ? 'paid' : status
}

function openAttempt({ payment_type, transfer_account }: Charge): OpenAttempt {
  if (!transfer_account) return { payment_type, transfer: null }
  const { expires_at, ...account } = transfer_account
  return { payment_type, transfer: { ...account, expires_at: expires_at.toISOString() } }
}
