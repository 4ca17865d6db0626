import { eq } from 'drizzle-orm'
import type { PaymentProvider, ProviderRefund } from '../adapters/payments/payment-provider.ts'
import { settleCheckout } from '../domain/checkout/settlement/settle-checkout.ts'
import { journal_entries, journals, payments, refunds } from '../domain/payments/tables.ts'
import { control } from './control.ts'
import { sendDueRefunds } from './due-work.ts'
import { startedCheckout, type World } from './world.ts'

/** What tests about refunds do and look at, in the world of the file that asks. */
export function refundsUnderTest(world: World) {
  /** A refund of NGN 400.50 that is asked for: what a customer sent too much by bank transfer. */
  async function askedRefund() {
    const checkout = await startedCheckout(world)
    const { transaction_id } = await control(world).pay({ tx_ref: checkout.tx_ref, amount: 4000.5 })
    await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
    const [row] = await world.deps.db
      .select({ refund_id: refunds.id })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.payment_id))
      .where(eq(payments.tx_ref, checkout.tx_ref))
    if (!row) throw new Error('no refund was asked for')
    return { refund_id: row.refund_id, transaction_id }
  }

  async function refundRow(refund_id: string) {
    const [row] = await world.deps.db.select().from(refunds).where(eq(refunds.id, refund_id))
    if (!row) throw new Error('no refund')
    return row
  }

  /** What the provider paid back or is about to, of one transaction. */
  async function refundsAtProvider(transaction_id: number) {
    const found: { id: number; status: string; amount_refunded: number }[] = []
    for (let page = 1; ; page++) {
      const answer = await fetch(`${world.sandbox.url}/flutterwave/v3/refunds?page=${page}`, {
        headers: { authorization: `Bearer ${world.keys.secret_key}` },
      })
      const { data } = (await answer.json()) as { data: ((typeof found)[number] & { tx_id: number })[] }
      if (data.length === 0) return found
      found.push(...data.filter((row) => row.tx_id === transaction_id))
    }
  }

  /** The provider says this of one refund of its own, whatever became of it, and the truth of all others. */
  function depsThatSay(provider_refund_id: string | null, status: ProviderRefund['status']) {
    const findRefund: PaymentProvider['findRefund'] = async (asked) => {
      const known = await world.deps.payments.findRefund(asked)
      return known && asked.provider_refund_id === provider_refund_id
        ? { ...known, refund: { ...known.refund, status } }
        : known
    }
    return { ...world.deps, payments: { ...world.deps.payments, findRefund } }
  }

  async function balance(account: string): Promise<number> {
    const rows = await world.deps.db.select().from(journal_entries).where(eq(journal_entries.account, account))
    return rows.reduce((sum, row) => sum + row.amount, 0)
  }

  const timesBooked = async (refund_id: string) =>
    (
      await world.deps.db
        .select()
        .from(journals)
        .where(eq(journals.subject, `refund:${refund_id}`))
    ).length

  /** Works on what is due now, and again an hour later, as often as that changes something. */
  async function workForHours(hours: number): Promise<void> {
    for (let hour = 0; hour < hours; hour++) {
      while ((await sendDueRefunds(world.deps)) > 0);
      world.clock.advance(3600)
    }
  }

  return { askedRefund, refundRow, refundsAtProvider, depsThatSay, balance, timesBooked, workForHours }
}
