import type { SmsWords } from '../words/message-words.ts'
import type { PushPayload } from './push-forms.ts'

/** The customer's phones that hear of an order, and the page that they open; `at` where that is before the message. */
export type Rings = { devices: readonly Phone[]; order_id: number; path: string; at?: Date }

/** A row of `push_subscriptions`. Of who ordered (`is_own`), it may save the text message by showing the push. */
export type Phone = { id: string; is_own: boolean }

/**
 * What is written into the outbox (`queueMessages`). It is not sent any more from `expires_at` on, where there is one;
 * `rings` are the customer's phones that are told the same by push (decision 125).
 */
export type NewMessage = {
  dedupe_key: string
  to: string
  /** Not sent before that; at once without it. */
  send_at?: Date
} & (
  | { channel: 'sms'; text: string | SmsWords; dispensable?: true; expires_at?: Date; rings?: Rings }
  | { channel: 'mail'; subject: string; text: string; html: string; dispensable?: true; expires_at?: Date }
  /** Its recipient is a row of `push_subscriptions`. */
  | { channel: 'push'; payload: PushPayload; expires_at: Date; id?: string; beside?: string }
)
