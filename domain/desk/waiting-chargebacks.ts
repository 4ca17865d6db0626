import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { first_order_of_payment } from '../orders/chargeback-list.ts'
import { open_chargebacks } from '../payments/chargebacks/statuses.ts'
import { chargebacks } from '../payments/chargebacks/tables.ts'
import { payments } from '../payments/tables.ts'
import { MOST_LINES, type WaitingLine } from './waiting-line.ts'

/** Money that banks ask back: what waits for our answer, and what waits for their decision after it. */
export async function openChargebacks(db: Db): Promise<WaitingLine[]> {
  return (await Promise.all(open_chargebacks.map((status) => chargebacksWith(db, status)))).flat()
}

async function chargebacksWith(db: Db, status: (typeof open_chargebacks)[number]): Promise<WaitingLine[]> {
  const rows = await db
    .select({
      id: chargebacks.provider_chargeback_id,
      since: chargebacks.raised_at,
      due_at: chargebacks.due_at,
      amount: chargebacks.amount,
      about: chargebacks.reason,
      currency: payments.currency,
      name: chargebacks.provider,
      payment_id: chargebacks.payment_id,
      order_id: first_order_of_payment,
    })
    .from(chargebacks)
    .leftJoin(payments, eq(payments.id, chargebacks.payment_id))
    .where(eq(chargebacks.status, status))
    .orderBy(asc(chargebacks.raised_at))
    .limit(MOST_LINES)
  return rows.map(({ due_at, currency, order_id, payment_id, ...row }) => ({
    kind: status === 'initiated' ? 'chargebacks_open' : 'chargebacks_answered',
    ...row,
    currency: currency ?? 'NGN',
    ...(due_at && { promised_until: due_at }),
    ...(order_id !== null && { order_id }),
    ...subjectOf(order_id, payment_id),
  }))
}

function subjectOf(order_id: number | null, payment_id: string | null): Pick<WaitingLine, 'subject'> {
  if (order_id !== null) return { subject: { kind: 'order', id: String(order_id) } }
  return payment_id === null ? {} : { subject: { kind: 'payment', id: payment_id } }
}
