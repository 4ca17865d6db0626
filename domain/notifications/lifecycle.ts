import type { DeliveryOutcome } from '../../adapters/messages/message-gateway.ts'

/**
 * A message's status. Queued: waits to be sent. Sent: a gateway took it. Delivered or Undelivered: as the gateway
 * reported (text messages). Failed: given up until an admin retries. Held: over a cap, until an admin decides. Dropped:
 * by that admin. Not sent: its recipient asked for quiet. Saved: a push with the same news showed on the customer's
 * phone. Expired: too late, its device is gone, or nobody decided until its words were deleted.
 */
export const message_statuses = [
  'Queued',
  'Sent',
  'Delivered',
  'Undelivered',
  'Failed',
  'Held',
  'Dropped',
  'Not sent',
  'Saved',
  'Expired',
] as const
export type MessageStatus = (typeof message_statuses)[number]

/** `worker` sends, `gateway` reports (decision 049), `phone` too (decision 125), `admin` decides. */
export const message_movers = ['worker', 'gateway', 'phone', 'admin'] as const
export type MessageMover = (typeof message_movers)[number]

export type MessageMove = {
  readonly from: readonly MessageStatus[]
  readonly to: MessageStatus
  readonly who: readonly MessageMover[]
}

/** The only ways in which a message's status changes. */
export const message_moves = {
  // A slow gateway may still take what another worker has meanwhile given up or expired.
  take: { from: ['Queued', 'Failed', 'Expired'], to: 'Sent', who: ['worker'] },
  give_up: { from: ['Queued'], to: 'Failed', who: ['worker'] },
  hold: { from: ['Queued'], to: 'Held', who: ['worker'] },
  keep_quiet: { from: ['Queued'], to: 'Not sent', who: ['worker'] },
  // An undecided message expires when its words are deleted (domain/retention/kept-for.ts).
  expire: { from: ['Queued', 'Failed', 'Held'], to: 'Expired', who: ['worker'] },
  retry: { from: ['Failed'], to: 'Queued', who: ['admin'] },
  release: { from: ['Held'], to: 'Queued', who: ['admin'] },
  drop: { from: ['Held'], to: 'Dropped', who: ['admin'] },
  // A message on the phone is delivered, whatever was believed before.
  arrive: { from: ['Queued', 'Sent', 'Undelivered', 'Failed', 'Expired'], to: 'Delivered', who: ['gateway'] },
  show: { from: ['Queued', 'Sent', 'Failed', 'Expired'], to: 'Delivered', who: ['phone'] },
  save: { from: ['Queued'], to: 'Saved', who: ['phone'] },
  miss: { from: ['Queued', 'Sent'], to: 'Undelivered', who: ['gateway'] },
  // An indispensable message goes to the other gateway, and to an admin when that fails too.
  send_otherwise: { from: ['Queued', 'Sent'], to: 'Queued', who: ['gateway'] },
  ask_a_person: { from: ['Queued', 'Sent'], to: 'Failed', who: ['gateway'] },
} as const satisfies Record<string, MessageMove>

export type MessageVerb = keyof typeof message_moves

/**
 * The cap that a message exceeded (decision 050): per day for its recipient, or per hour for the marketplace; mails
 * to addresses that nobody has confirmed have one of their own.
 */
export type CapName = 'recipient_day' | 'marketplace_hour' | 'confirmations_hour'

export const message_channels = ['sms', 'mail', 'push'] as const
export type MessageChannel = (typeof message_channels)[number]

/** As what a message counts in its hour: mails to addresses that nobody has confirmed apart from all others. */
export type CountedAs = MessageChannel | 'confirm_mail'

/** Whether a gateway's report changes what is known: a later "delivered" wins over an earlier "undelivered". */
export function mayReport(known: DeliveryOutcome | null, said: DeliveryOutcome): boolean {
  return known === null || (known === 'Undelivered' && said === 'Delivered')
}
