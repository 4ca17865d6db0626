import { and, eq } from 'drizzle-orm'
import type { Actor } from '../domain/accounts/actor.ts'
import { orders } from '../domain/orders/tables.ts'
import { coverRefund } from '../domain/payments/chargebacks/cover-refund.ts'
import { recordChargeback } from '../domain/payments/chargebacks/record-chargeback.ts'
import type { RefundInHand } from '../domain/payments/failed-refund.ts'
import { payments, refunds } from '../domain/payments/tables.ts'
import { retryRefund, settleRefundByHand } from '../domain/payments/work-on-refund.ts'
import { sendDueRefunds } from './due-work.ts'
import type { Scene } from './race-scene.ts'

type Deps = Parameters<typeof settleRefundByHand>[0]

/**
 * A bank takes back what the order was paid with, for good as it seems, and then not: whatever was to be given back
 * fails, is covered and is owed again, and an admin pays it. The provider holds in the end what it held before.
 */
export async function chargeBackAndWin(deps: Deps, admin: Actor, { order_id }: Scene): Promise<void> {
  const [paid] = await deps.db
    .select({ payment: payments })
    .from(payments)
    .innerJoin(orders, eq(orders.checkout_id, payments.checkout_id))
    .where(eq(orders.id, order_id))
  if (!paid) throw new Error(`Order ${order_id} has no payment`)
  const { id: payment_id, provider, provider_transaction_id, amount } = paid.payment
  const tell = (status: 'initiated' | 'lost' | 'won') =>
    recordChargeback(deps, provider, {
      provider_chargeback_id: `race-${order_id}`,
      ...{ provider_transaction_id, status, amount, stage: '', reason: '', due_at: null },
      created_at: deps.clock.now(),
    })
  const eachFailed = async (act: (which: RefundInHand) => Promise<unknown>) => {
    const failed = and(eq(refunds.payment_id, payment_id), eq(refunds.status, 'Failed'))
    for (const { id, possible_refund_id } of await deps.db.select().from(refunds).where(failed)) {
      await act({ refund_id: id, looked_up: possible_refund_id })
    }
  }
  await tell('initiated')
  await sendDueRefunds(deps)
  await tell('lost')
  await eachFailed((which) => coverRefund(deps, admin, which))
  await tell('won')
  await eachFailed((which) => settleRefundByHand(deps, admin, { ...which, bank_reference: `RACE-${order_id}` }))
  await eachFailed((which) => retryRefund(deps, admin, { ...which, reason: 'It was won' }))
}
