import { and, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'
import { noteDue } from '../../../db/after-commit.ts'
import { anyOf } from '../../../db/columns.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { leaseUntil, retryAt } from '../../due.ts'
import type { Errands } from '../../lane.ts'
import { payments, provider_events, refunds } from '../../payments/tables.ts'
import { hurryTransfer } from '../../payouts/transfers/hurry-transfer.ts'
import { writtenTogether } from '../../written-together.ts'
import { type SettlementDeps, settleCheckout } from './settle-checkout.ts'

type ProviderEvent = typeof provider_events.$inferSelect

/** How long the provider's API may take to know what its webhook said. */
const BELIEVED_HOURS = 24

/** Paid money is recorded within five minutes: for the first hour, attempts are at most this far apart. */
const MOST_SECONDS_AT_FIRST = 180
const AT_FIRST_SECONDS = 3600

/**
 * The webhook inbox, for a lane of the worker. An event only says where to look: the provider is asked. If the provider
 * gives no answer, the event stays and is tried again; the same for a day if it does not know of the event yet.
 */
export function providerEventErrands(deps: SettlementDeps): Errands<ProviderEvent> {
  const noteFinal = writtenTogether<Final>((these) => recordFinal(deps, these))
  return { claim: (limit) => claimDue(deps, limit), work: (event) => consume(deps, noteFinal, event) }
}

async function claimDue(deps: SettlementDeps, limit: number): Promise<{ claimed: ProviderEvent[] }> {
  const now = deps.clock.now()
  const due = deps.db
    .select({ id: provider_events.id })
    .from(provider_events)
    .where(and(isNull(provider_events.consumed_at), lte(provider_events.next_attempt_at, now)))
    .orderBy(provider_events.id)
    .limit(limit)
    .for('no key update', { skipLocked: true })
  const claimed = await deps.db
    .update(provider_events)
    .set({ next_attempt_at: leaseUntil(now), attempts: sql`${provider_events.attempts} + 1` })
    .where(inArray(provider_events.id, due))
    .returning()
  return { claimed }
}

function nextAttempt({ attempts, received_at }: ProviderEvent, now: Date): Date {
  const age_seconds = (now.getTime() - received_at.getTime()) / 1000
  return retryAt(attempts, now, age_seconds < AT_FIRST_SECONDS ? MOST_SECONDS_AT_FIRST : undefined)
}

/** An event that nothing is left to do about. */
type Final = { id: ProviderEvent['id']; outcome: string }

async function recordFinal({ db, clock }: SettlementDeps, all: readonly Final[]): Promise<void> {
  const now = clock.now()
  const alike = [...Map.groupBy(all, ({ outcome }) => outcome)]
  const record = async (tx: Db | Tx) => {
    for (const [outcome, some] of alike) {
      const ids = some.map(({ id }) => id)
      await tx
        .update(provider_events)
        .set({ outcome, last_error: null, consumed_at: now, next_attempt_at: null })
        // One that came again meanwhile has no attempts, and is worked on once more.
        .where(and(anyOf(provider_events.id, ids), gt(provider_events.attempts, 0)))
    }
  }
  await (alike.length === 1 ? record(db) : db.transaction(record))
}

async function consume(
  deps: SettlementDeps,
  noteFinal: (final: Final) => Promise<void>,
  event: ProviderEvent,
): Promise<void> {
  const now = deps.clock.now()
  try {
    const { outcome, final } = await actOn(deps, event)
    const given_up = now.getTime() - event.received_at.getTime() > BELIEVED_HOURS * 3_600_000
    if (final || given_up) return await noteFinal({ id: event.id, outcome })
    await deps.db
      .update(provider_events)
      .set({ outcome, last_error: null, next_attempt_at: nextAttempt(event, now) })
      .where(eq(provider_events.id, event.id))
  } catch (error) {
    await deps.db
      .update(provider_events)
      .set({
        next_attempt_at: nextAttempt(event, deps.clock.now()),
        last_error: error instanceof Error ? error.message : String(error),
      })
      .where(eq(provider_events.id, event.id))
  }
}

/**
 * Only makes refunds of that charge due at once, since the webhook just says that there is news; all that are under way
 * where it does not say of which.
 */
async function hurryRefunds(
  { db, clock, payments: provider }: SettlementDeps,
  charge_id: string | null,
): Promise<void> {
  const charge = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.provider, provider.name), eq(payments.provider_transaction_id, charge_id ?? '')))
  const which = charge_id === null ? undefined : inArray(refunds.payment_id, charge)
  await db
    .update(refunds)
    .set({ next_attempt_at: clock.now() })
    .where(and(eq(refunds.status, 'Sent'), which))
  noteDue(db, 'refund')
}

async function actOn(deps: SettlementDeps, event: ProviderEvent): Promise<{ outcome: string; final: boolean }> {
  const reading = deps.payments.readWebhook(event.body)
  if (reading.kind === 'charge' && reading.tx_ref) {
    const outcome = await settleCheckout(deps, {
      tx_ref: reading.tx_ref,
      provider_transaction_id: reading.provider_transaction_id,
    })
    const behind = outcome === 'no_charge' || (outcome === 'pending' && reading.claims_success)
    return { outcome, final: !behind }
  }
  if (reading.kind === 'refund') {
    await hurryRefunds(deps, reading.provider_transaction_id)
    return { outcome: 'refund_news', final: true }
  }
  if (reading.kind === 'transfer') {
    await hurryTransfer(deps, reading.provider_transaction_id)
    return { outcome: 'transfer_news', final: true }
  }
  return { outcome: 'ignored', final: true }
}
