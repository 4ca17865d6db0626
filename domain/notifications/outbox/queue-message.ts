import { and, eq, inArray } from 'drizzle-orm'
import { noteDue } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { templateOf } from '../forms.ts'
import { messages } from '../tables.ts'
import { MESSAGE_TEXTS, type MessageTexts, renderSms, type SmsWords } from '../words/message-words.ts'
import { smsText } from '../words/sms-text.ts'
import type { PushPayload } from './push-forms.ts'

export type NewMessage = {
  dedupe_key: string
  to: string
  /** Not sent before that; at once without it. */
  send_at?: Date
} /** Not sent any more from `expires_at` on, where there is one. */ & (
  | { channel: 'sms'; text: string | SmsWords; expires_at?: Date }
  | { channel: 'mail'; subject: string; text: string; html: string; dispensable?: true; expires_at?: Date }
  /** Its recipient is a row of `push_subscriptions`. */
  | { channel: 'push'; payload: PushPayload; expires_at: Date }
)

/**
 * Writes messages into the outbox, in the commit that they are about. One `dedupe_key` is sent once, however often it
 * is queued.
 */
export async function queueMessages(tx: Tx, list: readonly NewMessage[], now: Date): Promise<void> {
  if (list.length === 0) return
  noteDue(tx, ...list.map(({ channel }) => channel))
  const has_words = list.some((message) => message.channel === 'sms' && typeof message.text !== 'string')
  const texts = has_words ? await readSetting(tx, MESSAGE_TEXTS) : {}
  await tx
    .insert(messages)
    .values(
      list.map((message) => ({
        channel: message.channel,
        dedupe_key: message.dedupe_key,
        recipient: message.to,
        subject: message.channel === 'mail' ? message.subject : null,
        body: bodyOf(message, texts),
        html: message.channel === 'mail' ? message.html : null,
        dispensable: isDispensable(message),
        expires_at: message.expires_at ?? null,
        created_at: now,
        next_attempt_at: message.send_at ?? now,
      })),
    )
    .onConflictDoNothing({ target: messages.dedupe_key })
}

/** Takes messages out of the outbox again that were not sent yet: what they speak of was taken back or overtaken. */
export async function dropMessages(tx: Tx, dedupe_keys: readonly string[]): Promise<void> {
  await tx.delete(messages).where(and(inArray(messages.dedupe_key, [...dedupe_keys]), isUntried))
}

/** From when on a message is sent that was not tried yet; null if there is none. */
export async function heldUntil(tx: Tx, dedupe_key: string): Promise<Date | null> {
  const [held] = await tx
    .select({ until: messages.next_attempt_at })
    .from(messages)
    .where(and(eq(messages.dedupe_key, dedupe_key), isUntried))
  return held?.until ?? null
}

const isUntried = and(eq(messages.status, 'Queued'), eq(messages.attempts, 0))

function isDispensable(message: NewMessage): boolean {
  if (message.channel === 'mail') return message.dispensable ?? false
  if (message.channel === 'push') return false
  return typeof message.text !== 'string' && (templateOf(message.text.template).dispensable ?? false)
}

function bodyOf(message: NewMessage, texts: MessageTexts): string {
  if (message.channel === 'push') return JSON.stringify(message.payload)
  if (message.channel === 'mail') return message.text
  return smsText(typeof message.text === 'string' ? message.text : renderSms(message.text, texts))
}
