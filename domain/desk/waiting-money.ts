import { and, asc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import type { CaseSubject } from '../cases/lifecycle.ts'
import { vendors } from '../catalog/tables.ts'
import { claims } from '../claims/tables.ts'
import { riders } from '../delivery/tables.ts'
import { isSlowRefundAt, theirRefund } from '../payments/money-back.ts'
import { payments, refunds, review_cases } from '../payments/tables.ts'
import { payout_transfers, payouts } from '../payouts/tables.ts'
import { is_transfer_that_counts, whatIsWrong } from '../payouts/transfers/transfer-that-counts.ts'
import { promotions, referrals } from '../promotions/tables.ts'
import { reconciliation_cases } from '../reconciliation/tables.ts'
import type { WaitingKind } from './kinds.ts'
import { MOST_LINES, type WaitingLine } from './waiting-line.ts'

/** Money that arrived and fits no order. */
export async function paymentsOnReview(db: Db): Promise<WaitingLine[]> {
  const rows = await db
    .select({
      id: review_cases.id,
      since: review_cases.created_at,
      about: review_cases.kind,
      amount: payments.amount,
      currency: payments.currency,
      payment_id: review_cases.payment_id,
    })
    .from(review_cases)
    .innerJoin(payments, eq(payments.id, review_cases.payment_id))
    .where(eq(review_cases.status, 'Open').inlineParams())
    .orderBy(asc(review_cases.created_at))
    .limit(MOST_LINES)
  return rows.map(({ payment_id, ...row }) => ({
    kind: 'payments_on_review',
    ...row,
    subject: { kind: 'payment', id: payment_id },
  }))
}

/** What customers say is wrong with an order, and nobody has decided about. */
export async function openClaims(db: Db): Promise<WaitingLine[]> {
  const rows = await db
    .select({ id: claims.id, since: claims.created_at, order_id: claims.order_id, about: claims.kind })
    .from(claims)
    .where(eq(claims.status, 'Open').inlineParams())
    .orderBy(asc(claims.created_at))
    .limit(MOST_LINES)
  return rows.map((row) => ({ kind: 'claims_open', ...row }))
}

/** Refunds that the provider did not make. */
export async function failedRefunds(db: Db): Promise<WaitingLine[]> {
  const rows = await oldestRefunds(db, eq(refunds.status, 'Failed').inlineParams())
  return rows.map((row) => ({ kind: 'refunds_failed', ...refundLine(row) }))
}

/** Refunds that should be there by now, and that the provider neither makes nor refuses; by what it knows each. */
export async function slowRefunds(db: Db, now: Date): Promise<WaitingLine[]> {
  const rows = await oldestRefunds(db, isSlowRefundAt(now))
  return rows.map((row) => ({ kind: 'refunds_slow', ...refundLine(row), about: theirRefund(row) }))
}

const refund_row = {
  refund: refunds,
  currency: payments.currency,
  provider_transaction_id: payments.provider_transaction_id,
}

const oldestRefunds = (db: Db, condition: SQL | undefined) =>
  db
    .select(refund_row)
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(condition)
    .orderBy(asc(refunds.created_at))
    .limit(MOST_LINES)

function refundLine({ refund, currency }: Awaited<ReturnType<typeof oldestRefunds>>[number]) {
  const { id, created_at, order_id, amount, last_error, payment_id } = refund
  const subject: CaseSubject =
    order_id === null ? { kind: 'payment', id: payment_id } : { kind: 'order', id: String(order_id) }
  return { id, since: created_at, amount, currency, error: last_error, ...(order_id !== null && { order_id }), subject }
}

/** Payouts that wait for an admin: those that nobody has sent, and those whose transfer failed or does not end. */
export async function openPayouts(db: Db, now: Date): Promise<WaitingLine[]> {
  const { unsent, failed, slow } = whatIsWrong(now)
  const found = await Promise.all([
    pendingPayouts(db, 'payouts_waiting', unsent),
    pendingPayouts(db, 'payouts_failed', failed),
    pendingPayouts(db, 'payouts_slow', slow),
  ])
  return found.flat()
}

async function pendingPayouts(db: Db, kind: WaitingKind, condition: SQL | undefined): Promise<WaitingLine[]> {
  const rows = await db
    .select({
      id: payouts.id,
      since: payouts.created_at,
      amount: payouts.amount,
      account_name: payouts.account_name,
      vendor: vendors.name,
      rider: riders.name,
      vendor_id: payouts.vendor_id,
      rider_id: payouts.rider_id,
      about: payout_transfers.reference,
      error: payout_transfers.last_error,
    })
    .from(payouts)
    .leftJoin(vendors, eq(vendors.user_id, payouts.vendor_id))
    .leftJoin(riders, eq(riders.user_id, payouts.rider_id))
    .leftJoin(payout_transfers, is_transfer_that_counts)
    .where(and(eq(payouts.status, 'Pending').inlineParams(), condition))
    .orderBy(asc(payouts.id))
    .limit(MOST_LINES)
  return rows.map(({ vendor, rider, vendor_id, rider_id, account_name, ...row }) => ({
    kind,
    ...row,
    subject: payeeSubject(vendor_id, rider_id),
    name: vendor ?? rider ?? account_name,
  }))
}

/** Transfers that the provider makes after all, though their payouts were paid or cancelled instead. */
export async function revivedTransfers(db: Db): Promise<WaitingLine[]> {
  const rows = await db
    .select({
      id: payouts.id,
      since: payout_transfers.doubted_at,
      amount: payouts.amount,
      account_name: payout_transfers.account_name,
      vendor: vendors.name,
      rider: riders.name,
      vendor_id: payouts.vendor_id,
      rider_id: payouts.rider_id,
      about: payout_transfers.reference,
    })
    .from(payout_transfers)
    .innerJoin(payouts, eq(payouts.id, payout_transfers.payout_id))
    .leftJoin(vendors, eq(vendors.user_id, payouts.vendor_id))
    .leftJoin(riders, eq(riders.user_id, payouts.rider_id))
    // As the index has it: most transfers are in no doubt.
    .where(
      and(
        isNotNull(payout_transfers.doubt),
        eq(payout_transfers.doubt, 'alive'),
        isNull(payout_transfers.looked_up_at),
      ),
    )
    .orderBy(asc(payout_transfers.doubted_at))
    .limit(MOST_LINES)
  return rows.map(({ since, vendor, rider, vendor_id, rider_id, account_name, ...row }) => ({
    kind: 'payouts_twice',
    ...row,
    since: since ?? new Date(0),
    subject: payeeSubject(vendor_id, rider_id),
    name: vendor ?? rider ?? account_name,
  }))
}

const payeeSubject = (vendor_id: string | null, rider_id: string | null): CaseSubject =>
  rider_id === null ? { kind: 'kitchen', id: vendor_id ?? '' } : { kind: 'rider', id: rider_id }

/** Differences between the provider's lists and our books. */
export async function openDifferences(db: Db): Promise<WaitingLine[]> {
  const rows = await db
    .select({
      id: reconciliation_cases.id,
      since: reconciliation_cases.found_at,
      about: reconciliation_cases.kind,
      name: reconciliation_cases.provider,
    })
    .from(reconciliation_cases)
    .where(eq(reconciliation_cases.status, 'Open').inlineParams())
    .orderBy(asc(reconciliation_cases.id))
    .limit(MOST_LINES)
  return rows.map((row) => ({ kind: 'differences', ...row }))
}

/** Friends whose referrer has no reward before an admin has looked. */
export async function doubtfulReferrals(db: Db): Promise<WaitingLine[]> {
  const rows = await db
    .select({ id: referrals.id, since: referrals.moved_at, phone: promotions.owner_phone })
    .from(referrals)
    .innerJoin(promotions, eq(promotions.id, referrals.promotion_id))
    .where(eq(referrals.status, 'In review').inlineParams())
    .orderBy(asc(referrals.id))
    .limit(MOST_LINES)
  return rows.map(({ phone, ...row }) => ({
    kind: 'referrals_doubtful',
    ...row,
    name: phone ?? '',
    subject: { kind: 'customer', id: phone ?? '' },
  }))
}
