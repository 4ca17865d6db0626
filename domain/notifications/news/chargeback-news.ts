import { and, eq, inArray } from 'drizzle-orm'
import type { Reaction } from '../../events.ts'
import { formatNaira, nairaDecimal } from '../../money.ts'
import { first_order_of_payment } from '../../orders/chargeback-list.ts'
import { payments } from '../../payments/tables.ts'
import { activeAdmins, ringForAdmins } from '../bell/admins.ts'
import { notifications } from '../tables.ts'
import { chargebackNotice } from '../words/chargeback-words.ts'

/** Rings the admins who move money: without an answer in time the money is lost. */
export const tellAdminsOfChargeback: Reaction<'chargeback_raised'> = async (tx, { chargeback, payment }, now) => {
  const [paid] = payment
    ? await tx.select({ order_id: first_order_of_payment }).from(payments).where(eq(payments.id, payment.id))
    : []
  const order_id = paid?.order_id ?? null
  const amount =
    payment && payment.currency !== 'NGN'
      ? `${payment.currency} ${nairaDecimal(chargeback.amount)}`
      : formatNaira(chargeback.amount)
  const text = chargebackNotice(amount, order_id, chargeback.due_at)
  // News of one kind about an order is on a bell once: the next chargeback takes the place of the one before.
  const admins = (await activeAdmins(tx, 'move_money')).map(({ user_id }) => user_id)
  if (order_id !== null && admins.length > 0) {
    const before = and(eq(notifications.kind, 'chargeback'), eq(notifications.order_id, order_id))
    await tx.delete(notifications).where(and(inArray(notifications.user_id, admins), before))
  }
  await ringForAdmins(tx, 'move_money', { kind: 'chargeback', text, order_id }, now)
}
