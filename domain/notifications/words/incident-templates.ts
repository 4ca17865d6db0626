import { brand } from '../../brand.ts'
import { formatCampusTime } from '../../clock.ts'
import type { IncidentReason } from '../../delivery/incidents/lifecycle.ts'
import { formatPhone } from '../../phone.ts'
import { cutName, type SmsWords, smsWords } from './message-words.ts'

/** What people read where food that is on its way cannot simply be handed over (decision 106). */

type Rider = { rider_first_name: string | null }
/** Where the customer comes to; null where it is brought to the door. */
type Met = { meet_at: string | null }
type Expected = { window: { from: Date; until: Date } | null }

const nameOf = ({ rider_first_name }: Rider) => cutName(rider_first_name ?? 'Your rider')
const whenOf = ({ window }: Expected) =>
  window ? `${formatCampusTime(window.from)}-${formatCampusTime(window.until)}` : 'soon'

/** So much of a rider's name, where a place that was chosen has to fit beside it. */
const NAME_BESIDE_PLACE = 10

/** Who stands where: the place that the customer chose away from the door, or these words for where it is else. */
const standsAt = (order: Rider & Met, else_at: string) =>
  order.meet_at === null
    ? { rider: nameOf(order), place: else_at }
    : { rider: nameOf(order)(NAME_BESIDE_PLACE), place: cutName(order.meet_at) }

/** The rider stands at the door, or where they meet, until then. */
export function atDoorSms(
  order: { id: number; waits_until: Date; rider_phone: string | null } & Rider & Met,
  track_url: string,
): SmsWords {
  return smsWords('at_door', {
    ...standsAt(order, 'your door'),
    order: String(order.id),
    until: formatCampusTime(order.waits_until),
    phone: order.rider_phone ?? brand.support_phone,
    link: track_url,
  })
}

/** The rider is there, and nobody is late yet. */
export const atGateSms = (order: { id: number } & Rider & Met, track_url: string): SmsWords =>
  smsWords('at_gate', { ...standsAt(order, 'the gate'), order: String(order.id), link: track_url })

/** Nobody came, and the food is there. */
export function leftAtSms(order: { id: number; place: string; at: Date }): SmsWords {
  return smsWords('left_at', {
    order: String(order.id),
    place: cutName(order.place),
    at: formatCampusTime(order.at),
    help: brand.support_phone,
  })
}

/** Nobody came, and the same rider comes once more. */
export function tryAgainSms(order: { id: number } & Rider & Expected, track_url: string): SmsWords {
  return smsWords('try_again', {
    rider: nameOf(order),
    order: String(order.id),
    when: whenOf(order),
    link: track_url,
  })
}

/** Why another rider brings it, for customers. */
export const rider_gone_words: Readonly<Partial<Record<IncidentReason, string>>> = {
  accident: 'your rider had an accident',
  cannot_go_on: 'your rider could not go on',
}

/** Another rider gets the food, here or at the kitchen. */
export function nextRiderSms(order: { id: number; reason: IncidentReason } & Expected, track_url: string): SmsWords {
  return smsWords('next_rider', {
    why: rider_gone_words[order.reason] ?? 'your rider could not go on',
    order: String(order.id),
    when: whenOf(order),
    link: track_url,
  })
}

/** Nobody came: the food went back, and its money stays. */
export function notHandedOverSms(order: {
  id: number
  vendor_name: string
  kitchen_closed: boolean
  /** It did not get back. */
  lost?: boolean
}): SmsWords {
  const { id, vendor_name, kitchen_closed, lost = false } = order
  const name = cutName(vendor_name)
  if (lost) return smsWords('not_handed_over', { order: String(id), where: 'is lost', help: brand.support_phone })
  const where = kitchen_closed
    ? 'went back, and the restaurant was closed'
    : (room: number) => `is back at ${name(room - 11)}`
  return smsWords('not_handed_over', { order: String(id), where, help: brand.support_phone })
}

type AtKitchen = Rider & { id: number; waits_until: Date | null }
const untilOf = ({ waits_until }: AtKitchen) => (waits_until ? formatCampusTime(waits_until) : 'soon')

/** To a kitchen where a rider finds nobody. */
export const riderAtKitchenSms = (order: AtKitchen): SmsWords =>
  smsWords('rider_at_kitchen', { rider: nameOf(order), order: String(order.id), until: untilOf(order) })

/** The same on its bell and its devices. */
export const riderWaitsNotice = (order: AtKitchen): string =>
  `${order.rider_first_name ?? 'The rider'} is at your kitchen for order ${order.id} and finds nobody. ` +
  `Please open by ${untilOf(order)}, or the order ends at your cost.`

/** On the admins' bell: whom to call while the rider waits, and that it ended. */
export function emptyKitchenNotice(
  order: AtKitchen & { vendor_name: string; vendor_phone: string | null },
  waits: boolean,
): string {
  const { id, vendor_name, vendor_phone } = order
  if (!waits) return `Order ${id} ended: its rider found nobody at ${vendor_name}, and waited.`
  const call = vendor_phone ? ` Please call ${formatPhone(vendor_phone)}.` : ''
  return `Order ${id}: its rider finds nobody at ${vendor_name} and waits until ${untilOf(order)}.${call}`
}

/** On the bell of a rider who had to stop: why no offers come any more. */
export const STOPPED_RIDING_NOTICE =
  'You are off duty, because you could not go on. Look after yourself; go on duty again when you are able to.'

const reasons: Readonly<Record<IncidentReason, string>> = {
  customer_absent: 'nobody came to the door',
  wrong_food: 'the customer got the wrong food',
  damaged_food: 'it was damaged on the way',
  accident: 'its rider had an accident',
  cannot_go_on: 'its rider cannot go on',
  kitchen_closed: 'its rider found nobody at the kitchen',
  called_off: 'it was cancelled on its way',
  called_off_early: 'it was called off before the pick-up',
  told_late: 'it was handed over after all',
}

/** On the bell of a kitchen whose food comes back, and what it is to do with it. */
export function comesBackNotice(order: { id: number; reason: IncidentReason; for_next_rider: boolean }): string {
  const { id, reason, for_next_rider } = order
  const what = for_next_rider ? 'Please keep it warm: another rider fetches it.' : 'You need not cook it again.'
  return `Order ${id} comes back to you: ${reasons[reason]}. ${what}`
}

/** On the admins' bell: what happened, and what the rider does about it. */
export function incidentNotice(order: {
  id: number
  reason: IncidentReason
  what: string
  words: string | null
}): string {
  const { id, reason, what, words } = order
  return `Order ${id}: ${reasons[reason]}. ${what}${words ? `: ${words}` : '.'}`
}
