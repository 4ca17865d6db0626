import type { DeliveryOutcome } from '../../adapters/messages/message-gateway.ts'

/**
 * Where a message stands: waiting to be sent; taken by its gateway; on the phone or known never to get there (text
 * messages, where the gateway reports it); given up until a person tries it again; held over a cap until a person
 * decides; dropped by that person; not sent because its recipient asked for quiet; or expired: it would have come too
 * late, its device is gone, or nobody decided about it for so long that its words were deleted.
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
  'Expired',
] as const
export type MessageStatus = (typeof message_statuses)[number]

type Move = {
  readonly from: readonly MessageStatus[]
  readonly to: MessageStatus
  /** `worker` sends, `gateway` reports (decision 049), `admin` decides. */
  readonly who: 'worker' | 'gateway' | 'admin'
}

/** The only ways in which a message's status changes. */
export const message_moves = {
  // A gateway that answers late may have taken what another worker has given up, or found too late, meanwhile.
  take: { from: ['Queued', 'Failed', 'Expired'], to: 'Sent', who: 'worker' },
  give_up: { from: ['Queued'], to: 'Failed', who: 'worker' },
  hold: { from: ['Queued'], to: 'Held', who: 'worker' },
  keep_quiet: { from: ['Queued'], to: 'Not sent', who: 'worker' },
  // What nobody decided about goes when its words do (domain/retention.ts).
  expire: { from: ['Queued', 'Failed', 'Held'], to: 'Expired', who: 'worker' },
  retry: { from: ['Failed'], to: 'Queued', who: 'admin' },
  release: { from: ['Held'], to: 'Queued', who: 'admin' },
  drop: { from: ['Held'], to: 'Dropped', who: 'admin' },
  // What is on the phone is there, whatever was believed before.
  arrive: { from: ['Queued', 'Sent', 'Undelivered', 'Failed', 'Expired'], to: 'Delivered', who: 'gateway' },
  miss: { from: ['Queued', 'Sent'], to: 'Undelivered', who: 'gateway' },
  // A message that nobody can do without goes to the other gateway, and to a person when that one fails too.
  send_otherwise: { from: ['Queued', 'Sent'], to: 'Queued', who: 'gateway' },
  ask_a_person: { from: ['Queued', 'Sent'], to: 'Failed', who: 'gateway' },
} as const satisfies Record<string, Move>

export type MessageVerb = keyof typeof message_moves

/** Whether the lifecycle table allows `verb` from `status`. */
export function canMoveMessage(verb: MessageVerb, status: MessageStatus): boolean {
  const move: Move = message_moves[verb]
  return move.from.includes(status)
}

/** Over which cap a message was (decision 050): of the day for its recipient, or of the hour for the marketplace. */
export type CapName = 'recipient_day' | 'marketplace_hour'

export const message_channels = ['sms', 'mail', 'push'] as const
export type MessageChannel = (typeof message_channels)[number]

/**
 * What a gateway's report makes of a text message that it took; a later "delivered" wins over an earlier "undelivered".
 */
export function mayReport(known: DeliveryOutcome | null, said: DeliveryOutcome): boolean {
  return known === null || (known === 'Undelivered' && said === 'Delivered')
}
