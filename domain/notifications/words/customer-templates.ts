import { brand } from '../../brand.ts'
import { formatCampusTime, formatDay, formatTimeOrDate } from '../../clock.ts'
import type { LaterReason } from '../../delivery/lifecycle.ts'
import { formatNairaForSms, type Kobo } from '../../money.ts'
import type { IfMissing } from '../../orders/lifecycle.ts'
import { cutName, type SmsWords, smsWords } from './message-words.ts'
import { plainSms } from './sms-text.ts'

/**
 * What a customer reads on the phone while an order is on its way, each in one part of a text message; the words are in
 * forms.ts. `track_url` is the page that shows everything else. Refunds are in refund-words.ts.
 */

/** As soon as the money is verified. */
export function paidSms(
  order_ids: readonly number[],
  total: Kobo,
  track_url: string,
  slot: string | null = null,
): SmsWords {
  // With its slot there is room for one number only.
  const shown = slot ? 1 : 2
  const more = order_ids.length > shown ? ' and more' : ''
  const order = `${order_ids.slice(0, shown).join(', ')}${more}${slot ? ` for ${slot}` : ''}`
  return smsWords('paid', { total: formatNairaForSms(total), order, link: track_url })
}

/** The place to which it goes was closed before the money was there: the customer chooses with us. */
export function placeClosedSms(order_ids: readonly number[], place: string): SmsWords {
  const more = order_ids.length > 2 ? ' and more' : ''
  const order = `${order_ids.slice(0, 2).join(', ')}${more}`
  return smsWords('place_closed', { place: cutName(place), order, help: brand.support_phone })
}

/** A vendor accepted the order; the window is left out if there is none. */
export function acceptedSms(
  order: {
    id: number
    vendor_name: string
    collects: boolean
    window: { from: Date; until: Date } | null
    /** "tomorrow 18:00-18:15", where it was ordered for a slot. */
    slot?: string | null
  },
  track_url: string,
): SmsWords {
  const { id, vendor_name, collects, window, slot = null } = order
  const expect = collects ? 'Collect it' : 'Expect it'
  const times = window && `${formatCampusTime(window.from)}-${formatCampusTime(window.until)}`
  const when = times ? `${expect} ${slot ?? times}.` : ''
  return smsWords('accepted', { vendor: cutName(vendor_name), order: String(id), when, link: track_url })
}

/** For an order paid with nobody on duty: now somebody is, and it comes then. */
export function riderFoundSms(order: { id: number; window: { from: Date; until: Date } }, track_url: string): SmsWords {
  const { id, window } = order
  const when = `${formatCampusTime(window.from)}-${formatCampusTime(window.until)}`
  return smsWords('rider_found', { order: String(id), when, link: track_url })
}

/** Why an order comes later than we said, after "because". */
export const later_words: Readonly<Record<LaterReason, string>> = {
  kitchen: 'the restaurant needs longer',
  nobody_on_duty: 'no rider is on duty right now',
  riders_busy: 'all our riders are busy',
}

/** An order that comes much later than its customer was told; said once, with the reason if there is one. */
export function laterSms(
  order: { id: number; window: { from: Date; until: Date }; because: LaterReason | null; collects: boolean },
  track_url: string,
): SmsWords {
  const { id, window, because, collects } = order
  const times = `${formatCampusTime(window.from)}-${formatCampusTime(window.until)}`
  const when = collects ? `to be ready ${times}` : times
  const why = because ? `, because ${later_words[because]}` : ''
  return smsWords('later', { order: String(id), why, when, link: track_url })
}

/** What is done where a customer does not choose, after "we". */
const if_missing_words: Readonly<Record<IfMissing, string>> = {
  leave_out: 'leave it out and pay it back',
  cancel: 'cancel the order',
}

/** The kitchen has no more of a dish: until when they may choose, and what is done otherwise. */
export function dishMissingSms(
  order: { id: number; vendor_name: string; dish: string; answer_by: Date; if_missing: IfMissing },
  track_url: string,
  now: Date,
): SmsWords {
  const { id, vendor_name, dish, answer_by, if_missing } = order
  return smsWords('dish_missing', {
    vendor: cutName(vendor_name),
    dish: cutName(dish),
    order: String(id),
    by: formatTimeOrDate(answer_by, now),
    default: if_missing_words[if_missing],
    link: track_url,
  })
}

/** A quiet customer gets it too: without the PIN there is no food. */
export function onTheWaySms(
  order: { id: number; pin: string; rider_first_name: string | null },
  track_url: string,
): SmsWords {
  const rider = cutName(order.rider_first_name ?? 'Your rider')
  return smsWords('on_the_way', { rider, order: String(order.id), pin: order.pin, link: track_url })
}

/** It waits at the kitchen for its customer, who has to know the PIN there. */
export function readySms(
  order: { id: number; vendor_name: string; pin: string; kept_until: Date },
  track_url: string,
): SmsWords {
  const until = formatCampusTime(order.kept_until)
  return smsWords('ready', {
    order: String(order.id),
    vendor: cutName(order.vendor_name),
    until,
    pin: order.pin,
    link: track_url,
  })
}

/** Nobody came for it in time. */
export function notCollectedSms(order: { id: number; vendor_name: string; kept_until: Date }): SmsWords {
  return smsWords('not_collected', {
    order: String(order.id),
    until: formatCampusTime(order.kept_until),
    vendor: cutName(order.vendor_name),
    help: brand.support_phone,
  })
}

/** Its customer has it from the kitchen; the page behind the link asks how it was. */
export function collectedSms(order: { id: number; vendor_name: string }, track_url: string): SmsWords {
  return smsWords('collected', { order: String(order.id), vendor: cutName(order.vendor_name), link: track_url })
}

/** The food was handed over; the page behind the link asks how it was. */
export function deliveredSms(order: { id: number }, track_url: string): SmsWords {
  return smsWords('delivered', { order: String(order.id), link: track_url })
}

/** A friend whom they brought has had their first order: what comes off with which code, and the last day of it. */
export function friendCameSms({ amount, code, last_day }: { amount: Kobo; code: string; last_day: string }): SmsWords {
  return smsWords('friend_came', { amount: formatNairaForSms(amount), code, until: formatDay(last_day) })
}

/** What they say has the room. */
const shortName = (name: string) => plainSms(name).slice(0, 20)

/** The rider or we wrote, and the page did not show it: as much of the words as fits. */
export function chatSms(line: { id: number; who: string; words: string }, track_url: string): SmsWords {
  return smsWords('chat', {
    order: String(line.id),
    who: shortName(line.who),
    words: cutName(line.words),
    link: track_url,
  })
}

/** The same for the rider whom nothing rings. */
export function chatToRiderSms(line: { id: number; customer: string; words: string }, link: string): SmsWords {
  return smsWords('chat_to_rider', {
    order: String(line.id),
    customer: shortName(line.customer),
    words: cutName(line.words),
    link,
  })
}
