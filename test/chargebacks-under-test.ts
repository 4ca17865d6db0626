import { asc, eq } from 'drizzle-orm'
import { chargebacks } from '../domain/payments/chargebacks/tables.ts'
import { payments } from '../domain/payments/tables.ts'
import { readChargebacks } from '../domain/reconciliation/read-chargebacks.ts'
import { provider_lists } from '../domain/reconciliation/tables.ts'
import { control } from './control.ts'
import { clockOfTheMachine } from './provider-lists-under-test.ts'
import type { World } from './world.ts'

/** Money that banks ask back at the sandbox, and what we know of it. */
export function chargebacksUnderTest(world: World) {
  const bank = control(world)

  /** The payment of a checkout. */
  async function paymentOf(checkout_id: string) {
    const [payment] = await world.deps.db.select().from(payments).where(eq(payments.checkout_id, checkout_id))
    if (!payment) throw new Error('nothing was paid')
    return payment
  }

  /** A bank asks back what paid for a checkout, or some naira of it. Answers the provider's number of it. */
  async function chargeBack(checkout_id: string, amount?: number): Promise<number> {
    const { provider_transaction_id } = await paymentOf(checkout_id)
    return bank.chargeBack(Number(provider_transaction_id), amount === undefined ? {} : { amount })
  }

  /** The worker reads the list; the sandbox dates by the machine's clock. */
  async function read(): Promise<number> {
    clockOfTheMachine(world)
    await world.deps.db.update(provider_lists).set({ next_chargebacks_at: null })
    return readChargebacks(world.deps)
  }

  const rows = () => world.deps.db.select().from(chargebacks).orderBy(asc(chargebacks.id))
  async function row(number: number) {
    const [found] = await world.deps.db
      .select()
      .from(chargebacks)
      .where(eq(chargebacks.provider_chargeback_id, String(number)))
    if (!found) throw new Error(`no chargeback ${number}`)
    return found
  }

  return { bank, paymentOf, chargeBack, read, rows, row }
}
