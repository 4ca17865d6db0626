import type { OrderStory } from '../../../../domain/desk/order-story/order-story.ts'
import type { OrderFile } from '../../../../domain/orders/order-file.ts'
import { amountText } from '../../../ui/amount-text.ts'
import { chargebackView } from '../../chargebacks/chargeback-view.server.ts'
import { firmName } from '../../firm-name.ts'
import type { Sees } from '../../sees.ts'
import type { TimelineEntry } from './timeline-entry.ts'

/** How the order came to be paid, and what arrived besides. */
export function paidEntries(file: OrderFile, story: OrderStory, sees: Sees): TimelineEntry[] {
  return [
    ...checkoutEntries(story),
    ...story.attempts.map(
      (attempt): TimelineEntry => ({
        id: `attempt ${attempt.id}`,
        kind: 'money',
        at: attempt.created_at,
        what: `An attempt to pay ${amountText(attempt.amount, attempt.currency)} by ${way(attempt.payment_type)}`,
        who: firmName(attempt.provider),
        status: attempt.status,
        ...(sees.money && { to: `/admin/transactions?transaction=${attempt.id}` as const }),
      }),
    ),
    ...file.payments.map(
      (payment): TimelineEntry => ({
        id: `payment ${payment.id}`,
        kind: 'money',
        at: payment.recorded_at,
        what:
          `${amountText(payment.amount, payment.currency)} ${arrived[payment.purpose]}, ` +
          `by ${way(payment.payment_type)}`,
        who: firmName(payment.provider),
        note: sees.money ? `The provider’s number ${payment.provider_transaction_id}` : null,
      }),
    ),
  ]
}

/** What went back, and what a person had to look at. */
export function backEntries(file: OrderFile, story: OrderStory): TimelineEntry[] {
  return [
    ...file.refunds.flatMap((refund) => refundEntries(file, refund)),
    ...reviewEntries(story),
    ...story.charged_back.flatMap(chargebackEntries),
  ]
}

const way = (payment_type: string) => payment_type.replaceAll('_', ' ') || 'an unknown way'

const arrived = {
  orders: 'was paid for the orders',
  refund: 'came too late or twice, and goes back',
  review: 'fits no order, and waits on the review list',
} as const

function checkoutEntries({ checkout }: OrderStory): TimelineEntry[] {
  if (!checkout) return []
  const { created_at, payment_started_at, total } = checkout
  const started: TimelineEntry = {
    id: 'checkout',
    kind: 'money',
    at: created_at,
    what: `The customer went to check out, for ${amountText(total, 'NGN')}`,
    who: 'customer',
  }
  if (!payment_started_at) return [started]
  const opened = 'The payment window was opened (the last time)'
  return [started, { id: 'window', kind: 'money', at: payment_started_at, what: opened, who: 'customer' }]
}

function refundEntries({ order }: OrderFile, refund: OrderFile['refunds'][number]): TimelineEntry[] {
  const amount = amountText(refund.amount, 'NGN')
  const of_other = refund.order_id !== null && refund.order_id !== order.id ? ` of order ${refund.order_id}` : ''
  const lines = refund.lines?.map((line) => `${line.quantity} x ${line.name}`).join(', ')
  const asked: TimelineEntry = {
    id: `refund ${refund.id}`,
    kind: 'money',
    at: refund.created_at,
    what:
      `${amount}${of_other} goes back: ${refund.reason.replaceAll('_', ' ')}` +
      (refund.order_id === null ? '' : `, borne by the ${refund.borne_by}`),
    who: refund.asked_by,
    note: [lines, refund.explanation].filter(Boolean).join('. '),
    status: refund.done_at ? null : refund.status,
    to: `/admin/refunds?refund=${refund.id}`,
  }
  if (!refund.done_at) return [asked]
  return [
    asked,
    {
      id: `refunded ${refund.id}`,
      kind: 'money',
      at: refund.done_at,
      what: `${amount}${of_other} is back with the customer${refund.bank_reference ? ', paid by hand' : ''}`,
      status: refund.status,
      to: `/admin/refunds?refund=${refund.id}`,
    },
  ]
}

/** When it was raised, and where it stands since it moved last. */
function chargebackEntries(row: OrderStory['charged_back'][number]): TimelineEntry[] {
  const { amount, reason, status } = chargebackView(row)
  const who = firmName(row.provider)
  const raised: TimelineEntry = {
    ...{ id: `chargeback ${row.id}`, kind: 'money', at: row.raised_at, who, note: reason },
    what: `The customer’s bank asks ${amount} back (a chargeback)`,
  }
  if (row.status === 'initiated') return [raised]
  const what = `The chargeback of ${amount}: ${status}`
  return [raised, { id: `charged back ${row.id}`, kind: 'money', at: row.moved_at, who, what }]
}

const decisions = { refunded: 'sent back', accepted: 'accepted as paid', closed: 'closed' } as const

function reviewEntries({ reviews, nameOf }: OrderStory): TimelineEntry[] {
  return reviews.flatMap((review) => {
    const to: Address = `/admin/review?case=${review.id}`
    const opened: TimelineEntry = {
      ...{ id: `review ${review.id}`, kind: 'trouble', at: review.created_at, to },
      what: 'A payment came onto the review list',
      who: 'system',
    }
    if (!review.closed_at || !review.decision) return [opened]
    const closed: TimelineEntry = {
      ...{ id: `reviewed ${review.id}`, kind: 'money', at: review.closed_at, to },
      what: `The payment on review was ${decisions[review.decision]}`,
      who: nameOf({ role: review.decided_by ? 'admin' : 'system', user_id: review.decided_by }),
      note: review.reason,
    }
    return [opened, closed]
  })
}
