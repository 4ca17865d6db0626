import { eq } from 'drizzle-orm'
import type { Reaction } from '../../events.ts'
import { formatNaira } from '../../money.ts'
import { orders } from '../../orders/tables.ts'
import { ringForAdmins } from '../bell/admins.ts'
import { chargebackNotice } from '../words/chargeback-words.ts'

/** Rings the admins who move money: without an answer in time the money is lost. */
export const tellAdminsOfChargeback: Reaction<'chargeback_raised'> = async (tx, { chargeback, payment }, now) => {
  const [order] = payment?.checkout_id
    ? await tx
        .select({ id: orders.id })
        .from(orders)
        .where(eq(orders.checkout_id, payment.checkout_id))
        .orderBy(orders.id)
        .limit(1)
    : []
  const order_id = order?.id ?? null
  const amount =
    payment && payment.currency !== 'NGN'
      ? `${payment.currency} ${chargeback.amount / 100}`
      : formatNaira(chargeback.amount)
  const text = chargebackNotice(amount, order_id, chargeback.due_at)
  await ringForAdmins(tx, 'move_money', { kind: 'chargeback', text, order_id }, now)
}
