import { formatTimeOrDate, MINUTE_MS } from '../../../domain/clock.ts'
import type { OrderStory } from '../../../domain/desk/order-story/order-story.ts'
import { formatNaira, sumKobo } from '../../../domain/money.ts'
import type { OrderFile } from '../../../domain/orders/order-file.ts'
import { formatPhone } from '../../../domain/phone.ts'
import { amountText } from '../../ui/amount-text.ts'
import type { Sees } from '../sees.ts'

/** What stands above the timeline of an order besides its details: the promise against now, the rider, and the sums. */
export function pageHead(file: OrderFile, story: OrderStory, sees: Sees, now: Date) {
  const { order, payments, refunds } = file
  const { delivery } = story
  const paid = payments.filter(({ purpose }) => purpose === 'orders')
  const own_refunds = refunds.filter(({ order_id }) => order_id === order.id)
  return {
    ...promiseInWords(file, story, now),
    delivery: delivery && {
      id: delivery.delivery.id,
      status: delivery.delivery.status,
      is_open: delivery.delivery.closed_at === null,
      rider: delivery.rider && {
        user_id: delivery.rider.user_id,
        name: delivery.rider.name ?? 'A rider',
        phone: delivery.rider.phone && formatPhone(delivery.rider.phone),
      },
    },
    paid: paid.map(({ amount, currency }) => amountText(amount, currency)).join(' and ') || 'Not known',
    given_back: own_refunds.length > 0 ? formatNaira(sumKobo(own_refunds.map(({ amount }) => amount))) : 'Nothing',
    payout: order.payout_id !== null && sees.money ? `In payout ${order.payout_id}` : null,
  }
}

/** "By 12:40; expected by 12:55, 15 min later", and whether it is late now, or was when it ended. */
function promiseInWords({ order }: OrderFile, { promise, outcome }: OrderStory, now: Date) {
  if (!promise || (order.status === 'Cancelled' && !outcome)) return { promise: null, late: null }
  const { first_promised_until: promised, promised_until: expected } = promise
  const by = `By ${formatTimeOrDate(promised, now)}`
  const minutes_late = (at: Date) => Math.ceil((at.getTime() - promised.getTime()) / MINUTE_MS)
  if (outcome) {
    const what = order.status === 'Cancelled' ? 'it was given up' : order.collects ? 'it was ready' : 'it came'
    const kept = outcome.kept ? 'it was kept' : `${what} ${minutes_late(outcome.at)} min late`
    return { promise: `${by}; ${kept}`, late: null }
  }
  if (order.status === 'Delivered') return { promise: by, late: null }
  const minutes = minutes_late(now)
  const differs = expected.getTime() !== promised.getTime()
  const left = minutes > 0 ? `${minutes} min late now` : `${-minutes} min left`
  const parts = [by, differs && `expected by ${formatTimeOrDate(expected, now)}`, left].filter(Boolean)
  return { promise: parts.join('; '), late: minutes > 0 ? 'Late' : expected > promised ? 'At risk' : null }
}
