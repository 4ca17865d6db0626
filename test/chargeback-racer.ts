import { and, eq } from 'drizzle-orm'
import type { Actor } from '../domain/accounts/actor.ts'
import { kobo } from '../domain/money.ts'
import { orders } from '../domain/orders/tables.ts'
import { coverRefund } from '../domain/payments/chargebacks/cover-refund.ts'
import { recordChargeback } from '../domain/payments/chargebacks/record-chargeback.ts'
import { payments, refunds } from '../domain/payments/tables.ts'
import { retryRefund, settleRefundByHand } from '../domain/payments/work-on-refund.ts'
import type { Scene } from './race-scene.ts'

type Deps = Parameters<typeof settleRefundByHand>[0]

/**
 * A bank takes back a part of what the order was paid with; an admin does with its failed refunds what can be done, and
 * wins against the bank: the provider holds in the end what it held before.
 */
export async function chargeBackAndWin(deps: Deps, admin: Actor, { order_id }: Scene): Promise<void> {
  const [paid] = await deps.db
    .select({ id: payments.id, provider: payments.provider, transaction_id: payments.provider_transaction_id })
    .from(payments)
    .innerJoin(orders, eq(orders.checkout_id, payments.checkout_id))
    .where(eq(orders.id, order_id))
  if (!paid) throw new Error(`Order ${order_id} has no payment`)
  const tell = (status: 'initiated' | 'won') =>
    recordChargeback(deps, paid.provider, {
      provider_chargeback_id: `race-${order_id}`,
      provider_transaction_id: paid.transaction_id,
      status,
      amount: kobo(100_00),
      stage: '',
      reason: '',
      due_at: null,
      created_at: deps.clock.now(),
    })
  await tell('initiated')
  const failed = await deps.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.payment_id, paid.id), eq(refunds.status, 'Failed')))
  for (const { id: refund_id } of failed) {
    await coverRefund(deps, admin, { refund_id })
    await retryRefund(deps, admin, { refund_id, reason: 'The bank is back', confirmed: true })
    await settleRefundByHand(deps, admin, { refund_id, bank_reference: `RACE-${order_id}` })
  }
  await tell('won')
}
