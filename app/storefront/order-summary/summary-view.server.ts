import { brand } from '../../../domain/brand.ts'
import type { KitchenAddress } from '../../../domain/catalog/lists/kitchen-addresses.ts'
import type { CheckoutSummary } from '../../../domain/checkout/checkout-summary.ts'
import { agreesToWait } from '../../../domain/checkout/hand-over/agrees-to-wait.ts'
import type { InsteadOfWaiting } from '../../../domain/checkout/hand-over/instead-of-waiting.ts'
import { formatCampusDateTime, formatCampusTime } from '../../../domain/clock.ts'
import type { QuotedWindows } from '../../../domain/delivery/windows/expected-windows.ts'
import { formatNaira, type Kobo, kobo, sumKobo } from '../../../domain/money.ts'
import { chargeNotes, orderNotes } from '../../../domain/notifications/words/money-back-words.ts'
import { slotText } from '../../../domain/orders/acceptance/begun-at.ts'
import type { MoneyBack } from '../../../domain/payments/money-back.ts'
import { formatPhone } from '../../../domain/phone.ts'
import type { LeftOut } from '../../../domain/promotions/left-out.ts'
import { offerProblem } from '../checkout/promo-field.server.tsx'
import { slotValue } from '../checkout/slot-value.ts'
import { headlineOf } from '../order-words.ts'
import { rideNote } from '../ride-words.ts'
import { windowText } from '../window-words.ts'
import { type Problem, waitInWords } from './instead-words.server.ts'
import { toldText } from './told-wire.ts'

/**
 * A checkout in words and campus time, as the summary and the receipt show it. By `now` a bank is late or not; `quoted`
 * is when the food would come if it were paid now, null where that no longer matters; `instead` is for a long wait,
 * `shared` the ride that it shares or could share.
 */
export function summaryView(
  summary: CheckoutSummary,
  quoted: QuotedWindows | null,
  instead: InsteadOfWaiting | null,
  shared: Problem | null,
  now: Date,
  /** From how much on an order is not small; null where that does not matter. */
  small_below: Kobo | null = null,
) {
  const {
    money_back,
    customer,
    paid_at,
    open_attempt,
    fee_lines,
    collect_at,
    slot_from,
    shares_ride,
    ride: _,
    hand_overs,
    met_at,
    place_id: _place_id,
    payable_until: _payable_until,
    wait: _wait,
    ...rest
  } = summary
  const door = met_at && hand_overs[0]
  const collects = collect_at !== null
  return {
    ...rest,
    // What is sent once more goes to the door first, wherever it is handed over.
    ...(door && { place: { latitude: door.latitude, longitude: door.longitude }, place_name: door.name }),
    hand_over: met_at ? String(met_at.place_id) : '',
    collects,
    /** Its code does: who collects orders without it. */
    free_delivery: summary.promotions.some(({ code, pays_delivery }) => code !== null && pays_delivery),
    // What is sent once more stays what it was of a group order (`_of`).
    customer: { ...customer, phone: formatPhone(customer.phone), _of: summary.link_token },
    /** Where the food goes, or where it is collected. */
    whither: [
      ...(collect_at ? collectAt(collect_at) : [{ name: 'Deliver to', value: customer.address }]),
      ...(met_at ? [{ name: 'Meet the rider at', value: met_at.name }] : []),
      ...(slot_from ? [{ name: 'Ordered for', value: slotText(slot_from, now) }] : []),
      ...unusedCode(summary),
      ...(summary.state === 'paid' ? [] : summary.offers_left_out.map(offerLeftOut)),
    ],
    slot: slot_from ? slotValue(slot_from) : '',
    ride: shares_ride ? 'share' : '',
    costs: costs(summary, small_below),
    paid_at: paid_at && formatCampusDateTime(paid_at),
    orders: summary.orders.map((order) => ({
      id: order.id,
      vendor_id: order.vendor_id,
      track_token: order.track_token,
      status: order.status,
      headline: headlineOf({ ...order, collects }),
      notes: [
        ...promiseNotes(order, { collects, slot_from }),
        ...rideNotes(order.status, summary, now),
        ...orderNotes(order, money_back, now),
      ],
    })),
    payment_type: summary.payment_type ?? open_attempt?.payment_type ?? null,
    transfer: awaitedTransfer(open_attempt, now),
    coming: quoted && coming(quoted, summary, instead, shared, now),
    rides: shared?.offers ?? [],
    notes: chargeNotes(money_back, now),
    state_said: stateInWords(summary, chargeNotes(money_back, now)),
    money_back: sums.flatMap(({ name, statuses }) => {
      const kobo = sumKobo(money_back.filter((back) => statuses.includes(back.status)).map(amountOf))
      return kobo > 0 ? [{ name, kobo }] : []
    }),
  }
}

/** What we know of money that arrived or is too late. */
function stateInWords({ state, tx_ref, total }: CheckoutSummary, notes: readonly string[]): string | null {
  const questions = `Questions: ${brand.support_phone}, reference ${tx_ref}`
  switch (state) {
    case 'refunding':
      return `${notes.join(' ')} ${questions}`
    case 'review':
      return (
        `Your money arrived, but not as expected (for instance less than ${formatNaira(total)}). One of us is ` +
        `looking at it and will call you. ${questions}`
      )
    case 'expired':
      return 'This order was not paid in time. You can still pay it now, as long as the restaurant is open.'
    default:
      return null
  }
}

/** Where offers take off as much without it, a code stays the customer's. */
const unusedCode = ({ promotion_code, promotions }: CheckoutSummary) =>
  promotion_code === null || promotions.some(({ code }) => code === promotion_code)
    ? []
    : [{ name: 'Your code', value: `${promotion_code} is not used up: you save as much or more without it.` }]

/** When it was promised while it is open, and when it is expected where that is later; a slot stands above. */
function promiseNotes(
  { status, promise }: CheckoutSummary['orders'][number],
  { collects, slot_from }: { collects: boolean; slot_from: Date | null },
): string[] {
  if (!promise || status === 'Delivered' || status === 'Cancelled') return []
  const { first, expected } = promise
  return [
    ...(slot_from ? [] : [`${collects ? 'Ready' : 'Arrives'} ${windowText(first)}.`]),
    ...(expected.until > first.until ? [`It takes longer: now expected ${windowText(expected)}.`] : []),
  ]
}

/** Why less comes off than a card or a menu said. */
const offerLeftOut = (left_out: LeftOut) => ({ name: left_out.name, value: offerProblem(left_out) })

/** Nothing is shared by what was cancelled. */
const rideNotes = (
  status: string,
  { ride, free_delivery }: Pick<CheckoutSummary, 'ride' | 'free_delivery'>,
  now: Date,
) => (ride && status !== 'Cancelled' ? [rideNote(ride, free_delivery, now)] : [])

/** Where each kitchen of the cart is, by its name where there are several. */
const collectAt = (kitchens: readonly KitchenAddress[]) =>
  kitchens.map(({ name, where }) => ({
    name: kitchens.length === 1 ? 'Collect at' : `Collect from ${name}`,
    value: kitchens.length === 1 ? [name, where].filter(Boolean).join(', ') : where,
  }))

/** What it costs, line by line, before it is paid and on the receipt. */
function costs(summary: CheckoutSummary, small_below: Kobo | null) {
  const { paid_at, subtotal, delivery_fee, tip, promotions, total } = summary
  return [
    { name: paid_at ? 'Subtotal' : 'Total Price', kobo: subtotal },
    ...feeLines(summary, small_below),
    { name: 'Delivery Fee', kobo: delivery_fee },
    ...(tip > 0 ? [{ name: 'Tip for the rider', kobo: tip }] : []),
    ...promotions.map(({ name, discount_kobo }) => ({ name, kobo: kobo(-discount_kobo) })),
    { name: paid_at ? 'TOTAL' : 'Grand Total', kobo: total, strong: true },
  ]
}

/** What the delivery fee is made of, where it is more than one way. */
function feeLines({ fee_lines, lines }: CheckoutSummary, small_below: Kobo | null) {
  if (fee_lines.length < 2) return []
  const small = small_below === null ? 'Small order' : `Small order (none from ${formatNaira(small_below)})`
  return fee_lines.map(({ vendor_id, fee_kobo }) => {
    const vendor = lines.find((line) => line.vendor_id === vendor_id)
    return { name: vendor ? `Way from ${vendor.vendor_name}` : small, kobo: fee_kobo, part: true }
  })
}

/**
 * The windows that a payment would promise. Where no rider is on duty, or known for the slot, that is said first, and
 * the customer decides.
 */
function coming(
  { windows }: QuotedWindows,
  {
    place_name,
    collect_at,
    slot_from,
    wait,
    met_at,
    payable_until,
  }: Pick<CheckoutSummary, 'place_name' | 'collect_at' | 'slot_from' | 'wait' | 'met_at' | 'payable_until'>,
  instead: InsteadOfWaiting | null,
  shared: Problem | null,
  now: Date,
) {
  const what = collect_at ? 'Ready' : 'Arrives'
  const arrives = windows.map(({ vendor_name, ...window }) => ({
    name: windows.length === 1 ? what : `${what} ${collect_at ? 'at' : 'from'} ${vendor_name}`,
    value: slot_from ? slotText(slot_from, now) : windowText(window),
  }))
  const pay_by = payable_until && payable_until > now ? formatCampusTime(payable_until) : null
  const facts = [
    ...arrives,
    ...(shared ? [{ name: 'Shared ride', value: shared.said }] : []),
    ...(pay_by ? [{ name: 'Pay by', value: `${pay_by}. Money that comes later goes back to you.` }] : []),
  ]
  return {
    // The customer sees which place the address was taken for.
    windows: collect_at
      ? [...collectAt(collect_at), ...facts]
      : place_name
        ? [{ name: met_at ? 'Meet the rider at' : 'Brought to', value: place_name }, ...facts]
        : facts,
    /** What the windows say, as Pay sends it back: nobody pays for another time than was told. */
    told: slot_from ? '' : toldText(windows),
    wait: instead && waitInWords(instead, now),
    asks: instead !== null && instead.why !== 'long_wait' && !agreesToWait(wait, now),
  }
}

/** The account at which a transfer is awaited, until it is too late to send one. */
function awaitedTransfer(attempt: CheckoutSummary['open_attempt'], now: Date) {
  if (!attempt?.transfer) return null
  const { expires_at, ...account } = attempt.transfer
  const until = new Date(expires_at)
  return until > now ? { ...account, until: formatCampusTime(until) } : null
}

const amountOf = (back: MoneyBack) => back.amount

const sums: readonly { name: string; statuses: readonly MoneyBack['status'][] }[] = [
  { name: 'Sent back to you', statuses: ['Done'] },
  { name: 'On its way back to you', statuses: ['Asked', 'Sent'] },
  { name: 'Still to be sent back to you', statuses: ['Failed'] },
]

export type WholeSummary = ReturnType<typeof summaryView> & {
  /** Why it cannot be paid as it was ordered; null where it can. */
  problem: Problem | null
  /** What is ordered and what it costs (`billHtml`). */
  bill: string
  /** Where it can be handed over and what that costs (`handOverChoice`); empty where there is no choice. */
  choice: string
}

/** What of it goes to the browser before it is paid: what it costs is drawn in `bill`. */
export type Summary = Omit<WholeSummary, 'costs'>
