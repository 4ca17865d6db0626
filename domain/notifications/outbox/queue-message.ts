import { and, eq, inArray, or } from 'drizzle-orm'
import { noteDue } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import { type Given, kept } from '../../../db/kept-statement.ts'
import { NOWHERE } from '../../accounts/forms.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { templateOf } from '../forms.ts'
import { messages } from '../tables.ts'
import { MESSAGE_TEXTS, type MessageTexts, renderSms } from '../words/message-words.ts'
import { smsText } from '../words/sms-text.ts'
import { withPushes } from './customer-pushes.ts'
import type { NewMessage } from './new-message.ts'

/**
 * Writes messages into the outbox, in the commit that they are about. One `dedupe_key` is sent once, however often it
 * is queued. A mail to nowhere is left out. Answers how many were not there before.
 */
export async function queueMessages(tx: Tx, wanted: readonly NewMessage[], now: Date): Promise<number> {
  const list = wanted
    .filter(({ channel, to }) => channel !== 'mail' || !to.endsWith(NOWHERE))
    .flatMap((message) => withPushes(message, now))
  if (list.length === 0) return 0
  noteDue(tx, ...list.map(({ channel }) => channel))
  const has_words = list.some((message) => message.channel === 'sms' && typeof message.text !== 'string')
  const texts = has_words ? await readSetting(tx, MESSAGE_TEXTS) : {}
  const { rowCount } = await insertMessages(
    tx,
    { created_at: now },
    list.map((message) => ({
      ...(message.channel === 'push' && { id: message.id, beside: message.beside }),
      channel: message.channel,
      dedupe_key: message.dedupe_key,
      recipient: message.to,
      subject: message.channel === 'mail' ? message.subject : null,
      body: bodyOf(message, texts),
      html: message.channel === 'mail' ? message.html : null,
      dispensable: isDispensable(message),
      expires_at: message.expires_at ?? null,
      next_attempt_at: message.send_at ?? now,
    })),
  )
  return rowCount ?? 0
}

type Row = typeof messages.$inferInsert

const insertMessages = kept(
  (tx, { created_at }: Given<Pick<Row, 'created_at'>>, rows: readonly Given<Omit<Row, 'created_at'>>[]) =>
    tx
      .insert(messages)
      .values(rows.map((row) => ({ ...row, created_at })))
      .onConflictDoNothing({ target: messages.dedupe_key }),
)

/**
 * Takes messages out of the outbox again that were not sent yet, with the pushes beside them: what they speak of was
 * taken back or overtaken.
 */
export async function dropMessages(tx: Tx, dedupe_keys: readonly string[]): Promise<void> {
  const keys = [...dedupe_keys]
  const these = or(inArray(messages.dedupe_key, keys), inArray(messages.beside, keys))
  // Pushes first, as whoever reports that one showed (report-shown.ts).
  const locked = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(these, isUntried))
    .orderBy(messages.channel, messages.id)
    .for('no key update')
  if (locked.length === 0) return
  await tx.delete(messages).where(
    inArray(
      messages.id,
      locked.map(({ id }) => id),
    ),
  )
}

/** From when on a message is told that was not tried yet, also by a push beside it; null if there is none. */
export async function heldUntil(tx: Tx, dedupe_key: string): Promise<Date | null> {
  const news = await tx
    .select({ until: messages.next_attempt_at, attempts: messages.attempts, status: messages.status })
    .from(messages)
    .where(or(eq(messages.dedupe_key, dedupe_key), eq(messages.beside, dedupe_key)))
  const is_told = news.some(({ attempts, status }) => attempts > 0 || status !== 'Queued')
  const times = news.flatMap(({ until }) => (until ? [until.getTime()] : []))
  return is_told || times.length === 0 ? null : new Date(Math.min(...times))
}

const isUntried = and(eq(messages.status, 'Queued'), eq(messages.attempts, 0))

function isDispensable(message: NewMessage): boolean {
  if (message.channel === 'push') return false
  if (message.dispensable || message.channel === 'mail') return message.dispensable ?? false
  return typeof message.text !== 'string' && (templateOf(message.text.template).dispensable ?? false)
}

function bodyOf(message: NewMessage, texts: MessageTexts): string {
  if (message.channel === 'push') return JSON.stringify(message.payload)
  if (message.channel === 'mail') return message.text
  return smsText(typeof message.text === 'string' ? message.text : renderSms(message.text, texts))
}
