import { formatCampusTime } from '../../clock.ts'
import { formatNaira, formatNairaForSms, type Kobo } from '../../money.ts'
import { type SmsWords, smsWords } from './message-words.ts'

type Offered = {
  deliveries: number
  pay: Kobo
  /** The whole way, from where the rider is to the last door; null where a place of it is not known. */
  km: number | null
  minutes: number | null
  /** The time to decide. */
  left_seconds: number
}

/** On a rider's bell and device: there is an offer to decide about, with what decides and how long it stands. */
export function offerNotice({ deliveries, pay, km, minutes, left_seconds }: Offered): string {
  const what = deliveries === 1 ? 'A delivery' : `${deliveries} deliveries on one way`
  const way = [km !== null && `${km} km in all`, minutes !== null && `about ${minutes} minutes`]
  const terms = [formatNaira(pay), ...way].filter(Boolean).join(', ')
  return `${what} for you: ${terms}. You have ${left_seconds} seconds to decide.`
}

/** The same for a rider without a device that rings, in one part. */
export function offerSms({ deliveries, pay, km, left_seconds }: Offered, link: string): SmsWords {
  const what = deliveries === 1 ? 'a delivery' : `${deliveries} deliveries on one way`
  return smsWords('offer', {
    what: km === null ? what : `${what} of ${km} km`,
    pay: formatNairaForSms(pay),
    seconds: String(left_seconds),
    link,
  })
}

/** On a rider's bell: the offer is gone. */
export const WITHDRAWN_OFFER_NOTICE =
  'The offer was taken back, or its order was cancelled. It does not count against you.'

/** On a rider's bell: why no offers come any more. */
export const SENT_OFF_DUTY_NOTICE =
  'You are off duty: three offers passed without an answer. Go on duty when you are back.'

/** What a rider who fetches an order reads when its kitchen needs more time. */
export function moreTimeNotice(order: { id: number; ready_by: Date }): string {
  return `The kitchen needs more time: order ${order.id} is ready at ${formatCampusTime(order.ready_by)}.`
}
