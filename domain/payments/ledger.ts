import { sql } from 'drizzle-orm'
import { noteAdmins } from '../../db/after-commit.ts'
import type { Tx } from '../../db/handle.ts'
import { type Given, kept } from '../../db/kept-statement.ts'
import { type Kobo, sumKobo } from '../money.ts'
import { journal_entries, journals } from './tables.ts'

/** The accounts of the books. Debits are positive, credits negative. */
export const accounts = {
  /** What the payment provider holds for us. */
  providerClearing: (provider: string) => `provider_clearing:${provider}`,
  /** What we owe a vendor (a credit balance). */
  vendor: (user_id: string) => `vendor:${user_id}`,
  /** What we owe a rider (a credit balance). */
  rider: (user_id: string) => `rider:${user_id}`,
  delivery_fees: 'delivery_fees',
  /** Tips that customers paid, until their riders earn them or they go back. */
  tips: 'tips',
  /** What promotions cost the platform: the part of orders that it pays in their customers' stead. */
  promotions: 'promotions',
  /** What the platform keeps of the vendors' sales. */
  commission: 'commission',
  provider_fees: 'provider_fees',
  /** What the platform refunded to customers out of its own pocket. */
  platform_losses: 'platform_losses',
  /** What the platform paid so that short payments count as paid. */
  shortfalls: 'shortfalls',
  /** What the platform added to riders' pay where the fee of an order did not cover it. */
  rider_top_ups: 'rider_top_ups',
  /** What customers' banks took back from us, while it is not won. */
  chargebacks: 'chargebacks',
  /** The balance of our own bank account. */
  bank: 'bank',
  /** Money on its way back to customers. */
  refunds_due: 'refunds_due',
  /** Money that waits for an admin's decision. */
  held_for_review: 'held_for_review',
} as const

/** What the platform earns and spends: their balances together, turned around, are its margin. */
export const own_accounts = [
  accounts.delivery_fees,
  accounts.commission,
  accounts.rider_top_ups,
  accounts.promotions,
  accounts.provider_fees,
  accounts.platform_losses,
  accounts.shortfalls,
  accounts.chargebacks,
] as const

/** `order_id` is the order that an entry is about; left out where it is about none. */
export type Entry = { account: string; amount: Kobo; order_id?: number }

export type JournalKind =
  | 'payment_received'
  | 'refund_done'
  | 'order_refunded'
  | 'order_given_back'
  | 'provider_fee_known'
  | 'bank_settlement'
  | 'payout_paid'
  | 'review_refunded'
  | 'short_payment_accepted'
  | 'delivery_done'
  | 'way_ridden'
  | 'chargeback'
  | 'chargeback_returned'
  | 'refund_covered'
  | 'refund_uncovered'

/** The kinds of journals by which the money of a payment became that of its orders. */
export const paid_kinds = ['payment_received', 'short_payment_accepted'] as const satisfies readonly JournalKind[]

/**
 * Books one journal in the commit it belongs to. Entries of zero are left out; an `order_id` of the journal is that of
 * all its entries. Throws a RangeError when the entries do not sum to zero, and a unique violation when `kind` and
 * `subject` were already booked: callers hold a lock, so that would be a bug.
 */
export async function bookJournal(
  tx: Tx,
  journal: { kind: JournalKind; subject: string; order_id?: number; recorded_at: Date; entries: readonly Entry[] },
): Promise<void> {
  const { order_id } = journal
  const entries = journal.entries
    .filter((entry) => entry.amount !== 0)
    .map((entry) => (order_id === undefined ? entry : { ...entry, order_id }))
  const sum = sumKobo(entries.map((entry) => entry.amount))
  noteAdmins(tx)
  if (sum !== 0) throw new RangeError(`Journal ${journal.kind} ${journal.subject} is off by ${sum} kobo`)
  const { kind, subject, recorded_at } = journal
  await (entries.length === 0
    ? insertJournal(tx, { kind, subject, recorded_at })
    : insertEntries(tx, { kind, subject, recorded_at }, entries))
}

type NewJournal = typeof journals.$inferInsert

const insertJournal = kept((tx, journal: Given<NewJournal>) => tx.insert(journals).values(journal))

const insertEntries = kept((tx, journal: Given<NewJournal>, entries: readonly Given<Entry>[]) => {
  const booked = tx.$with('booked').as(tx.insert(journals).values(journal).returning({ id: journals.id }))
  const journal_id = sql`(select id from ${booked})`
  return tx
    .with(booked)
    .insert(journal_entries)
    .values(entries.map((entry) => ({ ...entry, journal_id })))
})
