import { formatCampusTime } from '../../clock.ts'
import { formatPhone } from '../../phone.ts'
import { type Mail, mailOf } from './mail-frame.ts'
import { type SmsWords, smsWords } from './message-words.ts'

/** The words about orders that no vendor has accepted, for the vendor and for the admins. */

type Unaccepted = { id: number; placed_at: Date; given_up_at: Date }
type Called = Unaccepted & { vendor_name: string; vendor_phone: string | null }

/** One part of a text message. */
export function unacceptedSms(order: Unaccepted, orders_url: string): SmsWords {
  return smsWords('unaccepted', {
    order: String(order.id),
    since: formatCampusTime(order.placed_at),
    by: formatCampusTime(order.given_up_at),
    link: orders_url,
  })
}

/** On the vendor's bell. */
export function unacceptedNotice(order: Unaccepted): string {
  return (
    `Order ${order.id} has waited since ${formatCampusTime(order.placed_at)}. Accept or reject it by ` +
    `${formatCampusTime(order.given_up_at)}, or it is cancelled and its money goes back.`
  )
}

/** On every admin's bell: which vendor, and the number to call. */
export function unacceptedCallNotice(order: Called): string {
  const call = order.vendor_phone ? ` Please call ${formatPhone(order.vendor_phone)}.` : ''
  return `${order.vendor_name} has not taken order ${order.id} of ${formatCampusTime(order.placed_at)}.${call}`
}

/** To every admin: the same by mail, with the time at which the order is cancelled. */
export function unacceptedCallMail(order: Called, order_url: string): Mail {
  return mailOf(`Order ${order.id} waits: ${order.vendor_name} has not taken it`, null, [
    unacceptedCallNotice(order),
    `While the kitchen is open, the order is cancelled at ${formatCampusTime(order.given_up_at)} by itself, and ` +
      `the customer's money goes back.`,
    { label: 'The order', go_to: order_url },
  ])
}

/** `lapses` is null where nothing reached the kitchen. */
type Paused = { lapses: number | null; vendor_name: string; vendor_phone: string | null }

/** To a kitchen that we paused, with the two ways back. */
export function pausedSms({ lapses }: Paused, account_url: string, reply_number: string | null): SmsWords {
  const back = { link: account_url, reply: reply_number ? ` or text 8 to ${reply_number}` : '' }
  if (lapses === null) return smsWords('kitchen_unreached', back)
  return smsWords('kitchen_paused', { count: String(lapses), ...back })
}

/** On the bell of a kitchen that we paused. */
export function pausedNotice({ lapses }: Paused): string {
  const why =
    lapses === null
      ? 'Neither your kitchen’s screen nor its phone could be reached'
      : `${lapses} orders in a row passed without an answer`
  return `${why}, so we paused your kitchen. Open it again on your account page as soon as somebody is there.`
}

/** The same by mail. */
export function pausedMail(paused: Paused, account_url: string): Mail {
  return mailOf('Your kitchen is paused', paused.vendor_name, [
    pausedNotice(paused),
    { label: 'Open again', go_to: account_url },
  ])
}

/** On every admin's bell: whom to call. */
export function pausedCallNotice({ lapses, vendor_name, vendor_phone }: Paused): string {
  const call = vendor_phone ? ` Please call ${formatPhone(vendor_phone)}.` : ''
  const why =
    lapses === null ? 'neither its screen nor its phone could be reached' : `it let ${lapses} orders in a row pass`
  return `${vendor_name} is paused: ${why}.${call}`
}
