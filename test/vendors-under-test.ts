import { eq } from 'drizzle-orm'
import { type Actor, founderOf } from '../domain/accounts/actor.ts'
import type { vendors } from '../domain/catalog/tables.ts'
import { settleCheckout } from '../domain/checkout/settlement/settle-checkout.ts'
import { orders } from '../domain/orders/tables.ts'
import { journal_entries, journals, refunds } from '../domain/payments/tables.ts'
import { control } from './control.ts'
import { insertVendor, jollofFor, startedCheckout, type World } from './world.ts'

/** What tests about orders and their money do and look at, in the world of the file that asks. */
export function vendorsUnderTest(world: World) {
  /** A vendor with a bank account; the owner of it. */
  async function kitchen(more: Partial<typeof vendors.$inferInsert> = {}): Promise<Actor> {
    const { user_id, email } = await insertVendor(world.deps.db, {
      bank_name: 'Access Bank',
      bank_code: '044',
      account_number: '0690000031',
      account_name: 'IYA TEST',
      ...more,
    })
    return founderOf({ user_id, email })
  }

  /** Paid orders at these vendors, in one cart: NGN 1,500 a plate, two plates each unless said, one fee of NGN 600. */
  async function paidOrders(owners: readonly Actor[], plates = 2) {
    const lines = owners.map((owner) => jollofFor(owner, plates))
    const checkout = await startedCheckout(world, lines)
    await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
    await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
    return world.deps.db.select().from(orders).where(eq(orders.checkout_id, checkout.id)).orderBy(orders.id)
  }

  async function orderRow(order_id: number) {
    const [row] = await world.deps.db.select().from(orders).where(eq(orders.id, order_id))
    if (!row) throw new Error('no order')
    return row
  }

  const refundsOf = (order_id: number) =>
    world.deps.db.select().from(refunds).where(eq(refunds.order_id, order_id)).orderBy(refunds.created_at)

  /** What a journal booked, by account. */
  async function entriesOf(subject: string): Promise<Record<string, number>> {
    const rows = await world.deps.db
      .select({ account: journal_entries.account, amount: journal_entries.amount })
      .from(journal_entries)
      .innerJoin(journals, eq(journals.id, journal_entries.journal_id))
      .where(eq(journals.subject, subject))
    return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
  }

  return { kitchen, paidOrders, orderRow, refundsOf, entriesOf }
}
