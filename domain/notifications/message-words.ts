import type { Db, Tx } from '../../db/open.ts'
import { savedSetting } from '../places/save-setting.ts'
import {
  type Filling,
  fillText,
  message_templates,
  type TemplateKey,
  templateOf,
  wrongInText,
} from './forms.ts'
import { plainSms } from './sms-text.ts'

/** The row of `settings` that holds the texts which an admin wrote instead of ours. */
export const MESSAGE_TEXTS = 'message_texts'

export type MessageTexts = Readonly<Partial<Record<TemplateKey, string>>>

/** A text message before it has its words: which one, and what stands in for its placeholders. */
export type SmsWords = { template: TemplateKey; values: Readonly<Record<string, Filling>> }

/** The words of a message by its template; the table in forms.ts says which values it takes. */
export function smsWords<Key extends TemplateKey>(
  template: Key,
  values: Readonly<Record<keyof (typeof message_templates)[Key]['samples'], Filling>>,
): SmsWords {
  return { template, values: values as SmsWords['values'] }
}

/** The message as it is sent, in the admin's text where there is one. */
export function renderSms({ template, values }: SmsWords, texts: MessageTexts = {}): string {
  const { text, longest } = templateOf(template)
  return fillText(texts[template] ?? text, values, longest)
}

/**
 * The texts that an admin wrote, read in the commit of the message, so that the very next one uses them: a lookup by key
 * costs less than knowing when a kept copy is old. A text that the form would refuse by now is not used.
 */
export async function messageTexts(db: Db | Tx): Promise<MessageTexts> {
  const { value } = await savedSetting(db, MESSAGE_TEXTS)
  return readTexts(value)
}

/** What a row of `settings` holds of them. */
export function readTexts(value: unknown): MessageTexts {
  const texts: Partial<Record<TemplateKey, string>> = {}
  for (const [key, text] of Object.entries(value ?? {})) {
    if (!Object.hasOwn(message_templates, key) || typeof text !== 'string') continue
    if (wrongInText(key as TemplateKey, text) === null) texts[key as TemplateKey] = text
  }
  return texts
}

/** A name that gives way: as much of its beginning as there is room for. */
export function cutName(name: string): (room: number) => string {
  const plain = plainSms(name).trim()
  return (room) => (plain.length <= room ? plain : `${plain.slice(0, Math.max(room - 2, 0)).trimEnd()}..`)
}
