import {
  type findReview,
  type ReviewRow,
  recipientOfReview,
  type SentBackRow,
} from '../../../domain/checkout/review/review-list.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import { formatNaira, kobo } from '../../../domain/money.ts'
import { masked } from '../../../domain/notifications/outbox/list-messages.ts'
import { formatPhone } from '../../../domain/phone.ts'
import { amountText } from '../../ui/amount-text.ts'
import { goesBack } from '../goes-back.ts'
import type { Sees } from '../sees.ts'

const kinds = { short: 'Too little', currency: 'Another currency', unknown: 'Unknown reference' } as const
const decisions = { refunded: 'Sent back', accepted: 'Accepted as paid', closed: 'Closed' } as const
const sent_back: Readonly<Record<string, string>> = {
  excess: 'More than the order cost',
  late: 'After the order had expired',
  duplicate: 'The order was paid twice',
  kitchen_unavailable: 'The kitchen had stopped',
}

export type ReviewView = ReturnType<typeof reviewView>

/** A case as the list shows it. */
export function reviewView(row: ReviewRow) {
  return {
    id: row.id,
    kind: kinds[row.kind],
    short: row.kind === 'short',
    naira: row.currency === 'NGN',
    status: row.decision ? decisions[row.decision] : row.status,
    open: row.status === 'Open',
    amount: amountText(row.amount, row.currency),
    expected: row.expected === null ? null : formatNaira(row.expected),
    missing: row.expected === null ? null : formatNaira(kobo(row.expected - row.amount)),
    customer: row.customer,
    tx_ref: row.tx_ref,
    date: formatCampusDateTime(row.created_at),
    decided: row.closed_at && `${formatCampusDateTime(row.closed_at)}, by ${row.decided_by ?? 'the system'}`,
    reason: row.reason,
  }
}

export type ReviewDetails = ReturnType<typeof reviewDetails>

/** One case with everything that helps to decide it. */
export function reviewDetails(found: NonNullable<Awaited<ReturnType<typeof findReview>>>, { contacts }: Sees) {
  const { payment_type, provider_transaction_id, checkout_status, link_token, phone, email } = found
  return {
    ...reviewView(found),
    payment_type: payment_type.replaceAll('_', ' '),
    goes_back: goesBack(recipientOfReview(found), found.amount),
    provider_transaction_id,
    checkout_status,
    receipt: link_token && contacts && (`/order-summary?order=${link_token}&desk=1` satisfies Address),
    phone: phone && (contacts ? formatPhone(phone) : masked(phone)),
    email: email && (contacts ? email : masked(email)),
    orders: found.orders,
    refunds: found.refunds.map((refund) => ({
      ...refund,
      amount: amountText(refund.amount, found.currency),
    })),
  }
}

export type SentBackView = ReturnType<typeof sentBackView>

export function sentBackView(row: SentBackRow) {
  return {
    id: row.id,
    amount: formatNaira(row.amount),
    why: sent_back[row.reason] ?? row.reason,
    status: row.status,
    tx_ref: row.tx_ref,
    date: formatCampusDateTime(row.created_at),
  }
}
