import { formatCampusDateTime } from '../../../domain/clock.ts'
import { formatNaira } from '../../../domain/money.ts'
import { masked } from '../../../domain/notifications/outbox/list-messages.ts'
import { formatPhone } from '../../../domain/phone.ts'
import type { findTransaction, TransactionRow } from '../../../domain/reconciliation/transaction-list.ts'
import { amountText } from '../../ui/amount-text.ts'
import type { Sees } from '../sees.ts'

export type TransactionView = ReturnType<typeof transactionView>

/** A row of the list as the screen shows it; the customer's address of mail for who sees it elsewhere. */
export function transactionView({ customer_email, ...row }: TransactionRow, { contacts }: Sees) {
  return {
    ...row,
    customer_email: contacts || customer_email === '' ? customer_email : masked(customer_email),
    amount: amountText(row.amount, row.currency),
    date: formatCampusDateTime(row.created_at),
  }
}

export type TransactionDetails = ReturnType<typeof transactionDetails>

const purposes = {
  orders: 'paid for the orders',
  refund: 'goes back to the customer',
  review: 'waits on the review list',
} as const

/** One transaction beside what we have of it; the customer's number and receipt for who sees them elsewhere. */
export function transactionDetails(found: NonNullable<Awaited<ReturnType<typeof findTransaction>>>, sees: Sees) {
  const { contacts } = sees
  const { transaction, payment, checkout, orders, refunds, their_refunds, differences } = found
  return {
    ...transactionView(transaction, sees),
    payment_type: transaction.payment_type.replaceAll('_', ' '),
    provider_fee: transaction.provider_fee === null ? null : formatNaira(transaction.provider_fee),
    payment: payment && {
      id: payment.id,
      what: `${amountText(payment.amount, payment.currency)}, ${purposes[payment.purpose]}`,
      recorded: formatCampusDateTime(payment.recorded_at),
    },
    checkout: checkout && {
      status: checkout.status,
      total: formatNaira(checkout.total),
      customer: `${checkout.first_name} ${checkout.last_name}`,
      phone: contacts ? formatPhone(checkout.phone) : masked(checkout.phone),
      link: contacts ? (`/order-summary?order=${checkout.link_token}&desk=1` satisfies Address) : null,
    },
    orders: orders.map((order) => ({ ...order, total_price: formatNaira(order.total_price) })),
    refunds: refunds.map((refund) => ({ ...refund, amount: formatNaira(refund.amount) })),
    their_refunds: their_refunds.map((refund) => ({ ...refund, amount: formatNaira(refund.amount) })),
    differences,
  }
}

/** How old the copy on the screen is: `just now`, `5 minutes ago`, or the date. Null where nothing was ever read. */
export function listAge(read_at: Date | null, now: Date): string | null {
  if (!read_at) return null
  const minutes = Math.floor((now.getTime() - read_at.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 120) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`
  return `on ${formatCampusDateTime(read_at)}`
}
