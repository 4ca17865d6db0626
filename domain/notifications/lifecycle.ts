/** Where a message stands: waiting to be sent, taken by its gateway, or given up until a person tries it again. */
export const message_statuses = ['Queued', 'Sent', 'Failed'] as const
export type MessageStatus = (typeof message_statuses)[number]

export const message_channels = ['sms', 'mail'] as const
export type MessageChannel = (typeof message_channels)[number]
