import { and, eq } from 'drizzle-orm'
import type { Charge, PaymentProvider } from '../../../adapters/payments/payment-provider.ts'
import { noteAdmins } from '../../../db/after-commit.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { type Given, kept } from '../../../db/kept-statement.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { kobo } from '../../money.ts'
import type { orders } from '../../orders/tables.ts'
import { askRefund } from '../../payments/ask-refund.ts'
import { accounts, bookJournal, type Entry } from '../../payments/ledger.ts'
import { recordProviderFee } from '../../payments/record-provider-fee.ts'
import { payments, review_cases } from '../../payments/tables.ts'
import { checkouts } from '../tables.ts'
import { type Judgement, judgeCharge } from './judge-charge.ts'
import { paidEntries, placePaidOrders, spentOn, termsOf } from './place-paid-orders.ts'

/** What is known of a checkout's money after its charge was looked at. */
export type Settlement =
  /** The checkout is paid and its orders exist, whichever call did it. */
  | 'paid'
  /** The money arrived but is going back, or waits for an admin. */
  | 'refunding'
  | 'review'
  /** The provider does not know yet. */
  | 'pending'
  /** The last attempt failed; another one may follow. */
  | 'failed'
  /** The provider has no charge under this reference. */
  | 'no_charge'

type Checkout = typeof checkouts.$inferSelect
type Order = typeof orders.$inferSelect
type Deps = AnnouncingDeps & { payments: Pick<PaymentProvider, 'name'> }

/**
 * Records a verified successful charge with all its consequences in one commit: payment, orders or refund or review
 * case, journal, messages. The checkout's row is locked first and the provider's transaction id is unique, so the
 * second and the fiftieth call find the work done and answer its outcome.
 */
export async function recordCharge(deps: Deps, charge: Charge): Promise<Settlement> {
  return deps.db.transaction(async (tx) => {
    const [checkout] = await lockByTxRef(tx, { tx_ref: charge.tx_ref })
    const now = deps.clock.now()
    if (checkout?.status === 'Paid') {
      const known = await recordedOutcome(tx, deps.payments.name, charge)
      if (known && !known.fee_missing) return known.settlement
    }
    const vendors = checkout ? await termsOf(tx, checkout) : null
    const judgement = judgeCharge(
      charge,
      checkout && vendors ? { ...checkout, vendors_active: vendors.all_active } : null,
      now,
    )
    const [payment] = await insertPayment(tx, {
      provider: deps.payments.name,
      provider_transaction_id: charge.provider_transaction_id,
      tx_ref: charge.tx_ref,
      checkout_id: checkout?.id ?? null,
      amount: charge.amount,
      currency: charge.currency,
      provider_fee: charge.provider_fee,
      payment_type: charge.payment_type,
      purpose: judgement.purpose,
      provider_created_at: charge.created_at,
      recorded_at: now,
    })
    if (!payment) {
      const { provider_transaction_id, provider_fee: fee } = charge
      await recordProviderFee(tx, { provider: deps.payments.name, provider_transaction_id, fee, now })
      const known = await recordedOutcome(tx, deps.payments.name, charge)
      return known?.settlement ?? 'review'
    }

    if (judgement.purpose === 'review') {
      await tx.insert(review_cases).values({ payment_id: payment.id, kind: judgement.kind, created_at: now })
      noteAdmins(tx)
    }
    const placed =
      judgement.purpose === 'orders' && checkout && vendors
        ? await placePaidOrders(tx, deps.announce, checkout, vendors.terms, now)
        : []
    // Journals hold naira only; a charge in another currency waits on the review list for an admin.
    if (charge.currency === 'NGN') {
      await bookJournal(tx, {
        kind: 'payment_received',
        subject: `payment:${payment.id}`,
        recorded_at: now,
        entries: receivedEntries(deps.payments.name, charge, judgement, checkout ?? null, placed),
      })
    }
    const back = amountToReturn(charge, judgement)
    if (back && checkout) {
      const refund = await askRefund(tx, { payment_id: payment.id, ...back, now })
      await deps.announce(tx, { kind: 'refund_asked', refund, checkout }, now)
    }
    return settlementOf(judgement)
  })
}

const lockByTxRef = kept((tx, { tx_ref }: Given<{ tx_ref: string }>) =>
  tx.select().from(checkouts).where(eq(checkouts.tx_ref, tx_ref)).for('no key update'),
)

const insertPayment = kept((tx, payment: Given<typeof payments.$inferInsert>) =>
  tx
    .insert(payments)
    .values(payment)
    .onConflictDoNothing({ target: [payments.provider, payments.provider_transaction_id] })
    .returning({ id: payments.id }),
)

/** Debits the provider for what it holds after its fee; credits the owner of the money. */
function receivedEntries(
  provider: string,
  charge: Charge,
  judgement: Judgement,
  checkout: Checkout | null,
  placed: readonly Order[],
): Entry[] {
  const fee = charge.provider_fee ?? 0
  const kept: Entry[] =
    placed.length > 0
      ? spentOn(accounts.provider_fees, fee, placed)
      : [{ account: accounts.provider_fees, amount: fee }]
  const received: Entry[] = [
    { account: accounts.providerClearing(provider), amount: kobo(charge.amount - fee) },
    ...kept,
  ]
  if (judgement.purpose === 'review')
    return [...received, { account: accounts.held_for_review, amount: kobo(-charge.amount) }]
  if (judgement.purpose === 'refund' || !checkout) {
    return [...received, { account: accounts.refunds_due, amount: kobo(-charge.amount) }]
  }
  return [...received, ...paidEntries(placed), { account: accounts.refunds_due, amount: kobo(-judgement.excess_kobo) }]
}

function amountToReturn(charge: Charge, judgement: Judgement) {
  if (judgement.purpose === 'refund') return { amount: charge.amount, reason: judgement.reason }
  if (judgement.purpose === 'orders' && judgement.excess_kobo > 0) {
    return { amount: judgement.excess_kobo, reason: 'excess' as const }
  }
  return null
}

function settlementOf(judgement: Judgement): Settlement {
  if (judgement.purpose === 'orders') return 'paid'
  // The second charge of a paid checkout goes back; for the customer the order is paid.
  if (judgement.purpose === 'refund') return judgement.reason === 'duplicate' ? 'paid' : 'refunding'
  return 'review'
}

/**
 * The outcome of a recorded charge, by the tx_ref it was paid under; null when it is not recorded. `fee_missing`: the
 * provider had not told its fee at that time, and may know it now.
 */
export async function recordedOutcome(
  db: Db | Tx,
  provider: string,
  charge: Pick<Charge, 'tx_ref' | 'provider_transaction_id'>,
): Promise<{ settlement: Settlement; fee_missing: boolean } | null> {
  const { tx_ref, provider_transaction_id } = charge
  const [known] = await recordedCharge(db, { provider, tx_ref, provider_transaction_id })
  if (!known) return null
  const fee_missing = known.provider_fee === null
  if (known.status === 'Paid') return { settlement: 'paid', fee_missing }
  return { settlement: known.purpose === 'refund' ? 'refunding' : 'review', fee_missing }
}

type Recorded = Pick<typeof payments.$inferSelect, 'provider' | 'tx_ref' | 'provider_transaction_id'>

const recordedCharge = kept((db, charge: Given<Recorded>) =>
  db
    .select({ purpose: payments.purpose, status: checkouts.status, provider_fee: payments.provider_fee })
    .from(payments)
    .leftJoin(checkouts, eq(checkouts.id, payments.checkout_id))
    .where(
      and(
        eq(payments.provider, charge.provider),
        eq(payments.provider_transaction_id, charge.provider_transaction_id),
        eq(payments.tx_ref, charge.tx_ref),
      ),
    ),
)
