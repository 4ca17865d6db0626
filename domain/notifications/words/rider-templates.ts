import { formatCampusTime } from '../../clock.ts'
import { formatNaira, formatNairaForSms, type Kobo } from '../../money.ts'
import { type SmsWords, smsWords } from './message-words.ts'

type Offered = { deliveries: number; pay: Kobo }

/** On a rider's bell: there is an offer to decide about. */
export function offerNotice({ deliveries, pay }: Offered): string {
  const what = deliveries === 1 ? 'A delivery' : `${deliveries} deliveries on one way`
  return `${what} for you: ${formatNaira(pay)}`
}

/** The same for a rider without a device that rings; `left_seconds` is the time left to decide. */
export function offerSms(
  { deliveries, pay, left_seconds }: Offered & { left_seconds: number },
  link: string,
): SmsWords {
  return smsWords('offer', {
    what: deliveries === 1 ? 'a delivery' : `${deliveries} deliveries on one way`,
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
