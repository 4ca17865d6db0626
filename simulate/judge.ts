import { checkouts } from '../domain/checkout/tables.ts'
import { chargebacks } from '../domain/payments/chargebacks/tables.ts'
import { payments, refunds } from '../domain/payments/tables.ts'
import { payout_transfers, payouts } from '../domain/payouts/tables.ts'
import { reconciliation_cases } from '../domain/reconciliation/tables.ts'
import type { Chargeback } from '../sandbox/flutterwave/chargebacks/book.ts'
import { appFeeKobo } from '../sandbox/flutterwave/naira.ts'
import type { Refund } from '../sandbox/flutterwave/refunds/book.ts'
import type { Transaction } from '../sandbox/flutterwave/transactions/book.ts'
import type { Transfer } from '../sandbox/flutterwave/transfers/book.ts'
import { chargebacksAtProvider } from './people/provider.ts'
import type { World } from './world.ts'

/** More than a seed has. */
const ALL = 10_000

/**
 * What the provider took, gave back and sent on by its own books, against what ours say. Only at rest: before, one side
 * may know more than the other. And that nobody paid what gave way. Answers each difference in words.
 */
export async function differencesFromProvider(world: World): Promise<string[]> {
  const { db, outside } = world
  const { transactions, refunds: refund_book, transfers } = outside.sandbox
  const taken = transactions.list({}, 1, ALL).rows.filter(({ status }) => status === 'successful')
  const given_back = refund_book.newest(ALL, 0).filter(({ status }) => status === 'completed')
  const sent = transfers.list({}, 1, ALL).rows.filter(({ status }) => status === 'SUCCESSFUL')
  const open = await db.select().from(reconciliation_cases)
  return [
    ...differencesOfCharges(taken, await db.select().from(payments)),
    ...differencesOfRefunds(given_back, await db.select().from(refunds)),
    ...differencesOfChargebacks(chargebacksAtProvider(world), await db.select().from(chargebacks)),
    ...differencesOfTransfers(sent, await db.select().from(payout_transfers), await db.select().from(payouts)),
    ...(await db.select().from(checkouts))
      .filter(({ status, replaced_by }) => status === 'Paid' && replaced_by !== null)
      .map(({ tx_ref }) => `${tx_ref} is paid, though another was ordered in its stead`),
    ...open
      .filter(({ status }) => status === 'Open')
      .map(({ kind, provider_number }) => `a difference is open: ${kind} ${provider_number}`),
  ]
}

function differencesOfCharges(taken: Transaction[], ours: (typeof payments.$inferSelect)[]): string[] {
  const words = (id: unknown, amount: number, currency: string, fee: number | null) =>
    `charge ${id} of ${amount} kobo ${currency}, less a fee of ${fee} kobo`
  return differences(
    taken.map(({ id, amount_kobo, currency }) => words(id, amount_kobo, currency, appFeeKobo(amount_kobo))),
    ours.map((row) => words(row.provider_transaction_id, row.amount, row.currency, row.provider_fee)),
  )
}

function differencesOfRefunds(given_back: Refund[], ours: (typeof refunds.$inferSelect)[]): string[] {
  const words = (id: unknown, amount: number) => `refund ${id} of ${amount} kobo`
  const by_provider = ours.filter(
    ({ status, bank_reference, covered_by }) => status === 'Done' && bank_reference === null && covered_by === null,
  )
  return differences(
    given_back.map(({ id, amount_kobo }) => words(id, amount_kobo)),
    by_provider.map(({ provider_refund_id, amount }) => words(provider_refund_id, amount)),
  )
}

function differencesOfChargebacks(theirs: Chargeback[], ours: (typeof chargebacks.$inferSelect)[]): string[] {
  const words = (id: unknown, amount: number, status: string) => `chargeback ${id} of ${amount} kobo, ${status}`
  return differences(
    theirs.map(({ id, amount_kobo, status }) => words(id, amount_kobo, status)),
    ours.map((row) => words(row.provider_chargeback_id, row.amount, row.status)),
  )
}

function differencesOfTransfers(
  sent: Transfer[],
  ours: (typeof payout_transfers.$inferSelect)[],
  all: (typeof payouts.$inferSelect)[],
): string[] {
  const words = (reference: string, amount: number | undefined) => `transfer ${reference} of ${amount} kobo`
  const payoutOf = (id: number) => all.find((payout) => payout.id === id)
  const done = ours.filter(({ status }) => status === 'Successful')
  const unpaid = done.filter(({ payout_id }) => payoutOf(payout_id)?.status !== 'Paid')
  return [
    ...differences(
      sent.map(({ reference, amount_kobo }) => words(reference, amount_kobo)),
      done.map(({ reference, payout_id }) => words(reference, payoutOf(payout_id)?.amount)),
    ),
    ...unpaid.map(({ reference }) => `transfer ${reference} arrived, but its payout is not paid`),
  ]
}

function differences(theirs: string[], ours: string[]): string[] {
  return [
    ...theirs.filter((line) => !ours.includes(line)).map((line) => `only the provider has a ${line}`),
    ...ours.filter((line) => !theirs.includes(line)).map((line) => `only we have a ${line}`),
    ...ours.filter((line, at) => ours.indexOf(line) !== at).map((line) => `we have it twice: ${line}`),
  ]
}
