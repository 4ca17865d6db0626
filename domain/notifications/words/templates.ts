import { brand } from '../../brand.ts'
import type { ClosedReason } from '../../catalog/hours/closed-reasons.ts'
import { lineTotal } from '../../catalog/menu/cart-line.ts'
import { withoutNote } from '../../catalog/menu/dish-note.ts'
import { nameWithChoices } from '../../catalog/menu/option-groups.ts'
import { formatCampusDateTime, formatCampusTime } from '../../clock.ts'
import { formatNaira, formatNairaForSms, type Kobo, kobo } from '../../money.ts'
import { slotText, slotTimes } from '../../orders/acceptance/begun-at.ts'
import { handOverPlace } from '../../orders/hand-over-place.ts'
import type { OrderItem } from '../../orders/tables.ts'
import { formatPhone } from '../../phone.ts'
import { type Mail, mailOf } from './mail-frame.ts'
import { type SmsWords, smsWords } from './message-words.ts'

/**
 * The words of mails, and what a vendor reads. A customer's text messages: customer-templates.ts; refunds:
 * refund-words.ts; payouts: payout-templates.ts; riders: rider-templates.ts; accounts: account-templates.ts. Text
 * messages say NGN, mails say ₦.
 */

export type OrderForMessage = { id: number; items: readonly OrderItem[]; total_price: Kobo }
type Customer = {
  customer_name: string
  customer_phone: string
  customer_address: string
  meet_at: string | null
  collects: boolean
  customer_note: string | null
  slot_from: Date | null
}

/**
 * To a vendor: what to cook, for whom, and where it goes or that it is collected, and the number that takes its answer,
 * if there is one. Only a long list of dishes is cut.
 */
export function newOrderSms(order: OrderForMessage & Customer, reply_number: string | null = null): SmsWords {
  const named = (item: OrderItem) => `${item.quantity}x ${nameWithChoices(item)}`
  const noted = order.items.map(named)
  const all = order.items.map((item) => named({ ...item, options: withoutNote(item.options) }))
  const dishes = (room: number) => {
    // What to cook comes before how: the board has the notes for which there is no room.
    if (noted.join(', ').length <= room) return noted.join(', ')
    const without = `${all.join(', ')}. Notes: see the board`
    if (noted.join() !== all.join() && without.length <= room) return without
    const first = (count: number) =>
      [...all.slice(0, count), ...(count < all.length ? [`${all.length - count} more`] : [])].join(', ')
    let most = all.length
    while (most > 0 && first(most).length > room) most--
    return first(most)
  }
  const { customer_name, customer_phone, collects, customer_note, slot_from } = order
  return smsWords('new_order', {
    order: String(order.id),
    dishes,
    total: formatNairaForSms(order.total_price),
    customer: customer_name,
    phone: formatPhone(customer_phone),
    address: collects ? 'who collects it' : handOverPlace(order),
    note:
      (slot_from ? `. For ${slotTimes(slot_from)}` : '') +
      (customer_note ? `. Note: ${customer_note.slice(0, 80)}` : ''),
    reply: reply_number ? `. Text 1 20 to ${reply_number}` : '',
  })
}

/** On a vendor's bell. */
export function newOrderNotice(order: OrderForMessage): string {
  return `New order ${order.id}: ${order.items.map((item) => `${item.quantity} x ${nameWithChoices(item)}`).join(', ')}`
}

/** On a vendor's bell: what was ordered for later, which rings when it is time to begin. */
export function orderForLaterNotice(order: OrderForMessage & { slot_from: Date }, now: Date): string {
  const dishes = order.items.map((item) => `${item.quantity} x ${nameWithChoices(item)}`).join(', ')
  return `For ${slotText(order.slot_from, now)}: order ${order.id}, ${dishes}`
}

/** The same once it is time to begin. */
export function beginNowNotice(order: OrderForMessage & { slot_from: Date }): string {
  return `Time to begin order ${order.id}, for ${slotTimes(order.slot_from)}`
}

export type ReceiptForMail = {
  first_name: string
  address: string
  /** Where the customer comes to; null where it is brought to the address. */
  meet_at: string | null
  /** Each kitchen with where it is, if its customer collects it there; null where it is brought. */
  collect_at: readonly string[] | null
  slot_from: Date | null
  note: string | null
  paid_at: Date
  payment_reference: string
  /** Each with when it was promised; null for a slot, and for orders older than windows. */
  orders: readonly (OrderForMessage & { vendor_name: string; promised: { from: Date; until: Date } | null })[]
  subtotal: Kobo
  delivery_fee: Kobo
  tip: Kobo
  promotions: readonly { name: string; discount_kobo: Kobo }[]
  total: Kobo
  receipt_url: string
  track_url: string
}

/** To the customer: what was ordered from whom, what was paid, and where to track it and find the receipt. */
export function receiptMail(receipt: ReceiptForMail): Mail {
  const numbers = receipt.orders.map((order) => order.id).join(', ')
  return mailOf(`Your ${brand.name} receipt: order ${numbers}`, receipt.first_name, [
    `Payment confirmed. Order ${numbers} is with the restaurant and ${
      receipt.collect_at
        ? `waits for you there once it is ready: ${receipt.collect_at.join('; ')}`
        : `will come to: ${receipt.meet_at ? `${receipt.meet_at}, where you meet the rider` : receipt.address}`
    }${
      receipt.slot_from ? `\nOrdered for ${slotText(receipt.slot_from, receipt.paid_at)}` : ''
    }${promisedLines(receipt)}${receipt.note ? `\nYour note: ${receipt.note}` : ''}`,
    { label: 'Follow your order', go_to: receipt.track_url },
    ...receipt.orders.map(({ vendor_name, items }) => ({
      title: vendor_name,
      rows: items.map(
        (item) =>
          [
            `${nameWithChoices(item)}, ${item.quantity} x ${formatNaira(item.price_kobo)}`,
            formatNaira(lineTotal(item)),
          ] as const,
      ),
    })),
    {
      rows: [
        ['Subtotal', formatNaira(receipt.subtotal)],
        ['Delivery Fee', formatNaira(receipt.delivery_fee)],
        ...(receipt.tip > 0 ? [['Tip for the rider', formatNaira(receipt.tip)] as const] : []),
        ...receipt.promotions.map(({ name, discount_kobo }) => [name, formatNaira(kobo(-discount_kobo))] as const),
        ['TOTAL', formatNaira(receipt.total)],
      ],
      sum: true,
    },
    `Paid on ${formatCampusDateTime(receipt.paid_at)}, reference ${receipt.payment_reference}`,
    { label: 'Your receipt, any time', go_to: receipt.receipt_url },
  ])
}

/** When it comes, or is ready, of each kitchen. */
function promisedLines({ orders, collect_at }: ReceiptForMail): string {
  const [what, where] = collect_at ? ['Ready', 'at'] : ['Arrives', 'from']
  return orders
    .flatMap(({ vendor_name, promised }) => (promised ? [{ vendor_name, ...promised }] : []))
    .map(({ vendor_name, from, until }) => {
      const whose = orders.length === 1 ? '' : ` ${where} ${vendor_name}`
      return `\n${what}${whose} between ${formatCampusTime(from)} and ${formatCampusTime(until)}`
    })
    .join('')
}

type Decision = 'activate' | 'deactivate' | 'suspend' | 'restore'

const listed = new Intl.ListFormat('en-GB')

/** What still keeps customers from ordering, as a task for the vendor. */
const to_do: Partial<Record<ClosedReason['kind'], string>> = {
  no_hours: 'set your opening hours under Account',
  paused: 'take orders again under Account',
  no_dishes: 'add your first dish under Food',
}

/**
 * What an admin decided about a vendor, for its bell and the beginning of the mail; `missing` is what keeps customers
 * from ordering.
 */
export function vendorMovedNotice(
  verb: Decision,
  reason: string | null,
  missing: readonly ClosedReason['kind'][],
): string {
  const why = reason ? `: ${reason.replace(/[.\s]+$/, '')}.` : '.'
  const steps = missing.flatMap((kind) => to_do[kind] ?? [])
  const and_then =
    steps.length === 0
      ? 'customers find it, and can order while it is open.'
      : `customers find it. Before anybody can order, please ${listed.format(steps)}.`
  switch (verb) {
    case 'activate':
      return `Your kitchen is active: ${and_then}`
    case 'restore':
      return `Your kitchen is active again: ${and_then}`
    case 'deactivate':
      return `Your registration was not accepted${why}`
    case 'suspend':
      return `Your kitchen was suspended${why}`
  }
}

/** To a vendor that an admin activated, deactivated, suspended or restored; `link` is its back office. */
export function vendorMovedMail(
  verb: Decision,
  name: string | null,
  reason: string | null,
  missing: readonly ClosedReason['kind'][],
  link: string,
): Mail {
  const subjects: Record<Decision, string> = {
    activate: `Welcome to ${brand.name}: your kitchen is active`,
    restore: `Your kitchen at ${brand.name} is active again`,
    deactivate: `Your registration at ${brand.name} was not accepted`,
    suspend: `Your kitchen at ${brand.name} was suspended`,
  }
  return mailOf(subjects[verb], name, [
    vendorMovedNotice(verb, reason, missing),
    verb === 'suspend' ? 'What you earned stays yours and is paid out.' : { label: 'Your back office', go_to: link },
  ])
}
