import { brand } from '../../brand.ts'
import { SAME_PRICE_REST_DAYS } from '../../catalog/lifecycle.ts'
import { type Mail, mailOf } from './mail-frame.ts'

/** On a kitchen's bell: its promise of the same price is off. */
export function samePriceLostNotice(order_id: number, reason: string): string {
  return `“Same price as at the counter” is off your menu: order ${order_id} cost more here. ${reason}`
}

/** The same by mail. */
export function samePriceLostMail(name: string | null, order_id: number, reason: string, account_url: string): Mail {
  return mailOf(`Your prices at ${brand.name} and at your counter differ`, name, [
    samePriceLostNotice(order_id, reason),
    `Please make your prices the same. In ${SAME_PRICE_REST_DAYS} days you can promise it again.`,
    { label: 'Your account', go_to: account_url },
  ])
}
