/**
 * Where a message stands: waiting to be sent, taken by its gateway, given up until a person tries it again, held over a cap
 * until a person decides, dropped by that person, not sent because its recipient asked for quiet, or expired: it would have come too late, or its device
 * is gone.
 */
export const message_statuses = [
  'Queued',
  'Sent',
  'Failed',
  'Held',
  'Dropped',
  'Not sent',
  'Expired',
] as const
export type MessageStatus = (typeof message_statuses)[number]

/** What an admin may do with a message of a status; everything else is done by the worker as it sends. */
export const message_moves = {
  retry: { from: 'Failed', to: 'Queued' },
  release: { from: 'Held', to: 'Queued' },
  drop: { from: 'Held', to: 'Dropped' },
} as const satisfies Record<string, { from: MessageStatus; to: MessageStatus }>

/** Over which cap a message was (decision 050): of the day for its recipient, or of the hour for the marketplace. */
export type CapName = 'recipient_day' | 'marketplace_hour'

export const message_channels = ['sms', 'mail', 'push'] as const
export type MessageChannel = (typeof message_channels)[number]
