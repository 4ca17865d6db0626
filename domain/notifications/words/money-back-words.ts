import { brand } from '../../brand.ts'
import { formatCampusDay } from '../../clock.ts'
import { formatNaira, type Kobo } from '../../money.ts'
import type { OrderStatus } from '../../orders/lifecycle.ts'
import { backBy, type MoneyBack } from '../../payments/money-back.ts'
import { endedBy, paidOf, whyRefunded } from './refund-words.ts'

/**
 * What receipts and tracking pages say about ended orders and money that goes back, with the reasons from the messages.
 */

type EndedOrder = {
  id: number
  total_price: Kobo
  /** What a promotion took off it. */
  discount: Kobo
  status: OrderStatus
  ended: { verb: string; reason: string | null } | null
}

/** Refunds that say why themselves; those of a cancelled order have its reason. */
const own_reasons = { complaint: true, late_delivery: true, missing_dish: true, shared_ride: true, tip: true }

/** What goes back by these is no part of what the food cost. */
const of_fee_or_tip = { late_delivery: true, shared_ride: true, tip: true }

/**
 * Why an order was cancelled, or that nobody collected or took it, and for each of its refunds how much, why and by
 * when; empty if nothing went wrong. Takes only this order's part of the checkout's `money_back`.
 */
export function orderNotes(order: EndedOrder, money_back: readonly MoneyBack[], now: Date): string[] {
  const { id, status, ended } = order
  const own = money_back.filter((back) => back.order_id === id)
  const notes = own.map((back) => {
    const why = back.reason in own_reasons ? [whyRefunded({ ...back, order_ids: [id] })] : []
    const says_all = back.reason in of_fee_or_tip
    return [...why, moneyBackNote(back, says_all ? null : paidOf(order, back), now)].join(' ')
  })
  if (ended?.verb === 'not_collected') return [notCollected(ended.reason), ...notes]
  if (ended?.verb === 'not_taken') return [notTaken(ended.reason), ...notes]
  if (!ended || status !== 'Cancelled') return notes
  const reason = endedBy(ended.verb)
  const why = whyRefunded({ reason, order_ids: [id], explanation: ended.reason })
  return own.length > 0 ? [why, ...notes] : [`${why} Please call us about your money: ${brand.support_phone}.`]
}

/** `kept` is what the kitchen noted when it closed it: until when it was kept. */
const notCollected = (kept: string | null) =>
  `Nobody collected it (${kept}), so the restaurant closed it. It was cooked, so it is not paid back. Is that wrong? ` +
  `Please call ${brand.support_phone}.`

/** `where` is what the rider noted: that it is back at the kitchen, or that this was closed. */
const notTaken = (where: string | null) =>
  `Nobody took it at the door (${where}). It was cooked and carried, so it is not paid back. Is that wrong? ` +
  `Please call ${brand.support_phone}.`

/** For each charge without an order, or above the total: why it goes back, how much and by when. */
export function chargeNotes(money_back: readonly MoneyBack[], now: Date): string[] {
  return money_back
    .filter((back) => back.order_id === null)
    .map((back) => `${whyRefunded({ reason: back.reason })} ${moneyBackNote(back, null, now)}`)
}

/** `paid` is what the order cost; mentioned only if a part of it goes back. */
function moneyBackNote(back: MoneyBack, paid: Kobo | null, now: Date): string {
  const amount = `${formatNaira(back.amount)}${paid && back.amount < paid ? ` of ${formatNaira(paid)}` : ''}`
  if (back.status === 'Failed') {
    return (
      `${amount} could not be sent back the way you paid. One of us is seeing to it; you can also call ` +
      `${brand.support_phone}.`
    )
  }
  const sent = back.status === 'Done'
  const to = sent && back.by_bank ? 'your bank account' : 'the card or account it was paid from'
  const by = backBy((sent ? back.done_at : null) ?? back.asked_at)
  const until =
    now <= by
      ? `Banks take up to five working days: it is there by ${formatCampusDay(by)}.`
      : `It should have arrived by ${formatCampusDay(by)}; if not, please call ${brand.support_phone}.`
  return sent ? `${amount} was sent back to ${to}. ${until}` : `${amount} is on its way back to ${to}. ${until}`
}
