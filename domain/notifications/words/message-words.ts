import { accepted, refused } from '../../refusal.ts'
import type { Setting } from '../../settings/setting.ts'
import { message_templates, type TemplateKey, templateOf } from '../forms.ts'
import { type Filling, fillText, plainSms } from './sms-text.ts'
import { wrongInText } from './wrong-in-text.ts'

/** The texts that an admin wrote instead of ours. */
export type MessageTexts = Readonly<Partial<Record<TemplateKey, string>>>

/** A text message before rendering: its template, and the values of its placeholders. */
export type SmsWords = { template: TemplateKey; values: Readonly<Record<string, Filling>> }

/** A message's template and values; the table in forms.ts says which values it takes. */
export function smsWords<Key extends TemplateKey>(
  template: Key,
  values: Readonly<Record<keyof (typeof message_templates)[Key]['samples'], Filling>>,
): SmsWords {
  return { template, values: values as SmsWords['values'] }
}

/** The message as it is sent, in the admin's text if there is one. */
export function renderSms({ template, values }: SmsWords, texts: MessageTexts = {}): string {
  const { text, longest } = templateOf(template)
  return fillText(texts[template] ?? text, values, longest)
}

/**
 * The admins' texts, read in the commit of the message, so that the very next one uses them: a lookup by key is cheaper
 * than invalidating a cache. A text that today's form would refuse is ignored; a text equal to ours is not stored.
 */
export const MESSAGE_TEXTS: Setting<MessageTexts, { template: string; text: string | null }> = {
  key: 'message_texts',
  heading: 'Message texts',
  what: 'What customers, kitchens and riders read on the phone, from the next message on.',
  default: {},
  read: readTexts,
  /** The words of one message; null restores ours. */
  check(typed, { stored }) {
    const { template } = typed
    if (!isTemplate(template)) return refused('not_found')
    const ours = message_templates[template].text
    const text = typed.text?.replace(/\s+/g, ' ').trim() ?? ours
    const said = wrongInText(template, text)
    if (said !== null) return refused('field', { field: 'text', said })
    const { [template]: _, ...others } = readTexts(stored)
    return accepted(text === ours ? others : { ...others, [template]: text })
  },
}

function readTexts(stored: unknown): MessageTexts {
  const texts: Partial<Record<TemplateKey, string>> = {}
  for (const [key, text] of Object.entries(stored ?? {})) {
    if (isTemplate(key) && typeof text === 'string' && wrongInText(key, text) === null) texts[key] = text
  }
  return texts
}

function isTemplate(key: string): key is TemplateKey {
  return Object.hasOwn(message_templates, key)
}

/** A name that may be shortened: as much of its beginning as fits. */
export function cutName(name: string): (room: number) => string {
  const plain = plainSms(name).trim()
  return (room) => (plain.length <= room ? plain : `${plain.slice(0, Math.max(room - 2, 0)).trimEnd()}..`)
}
