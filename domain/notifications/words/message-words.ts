import { accepted, refused } from '../../refusal.ts'
import type { Setting } from '../../settings/setting.ts'
import { type Filling, fillText, message_templates, type TemplateKey, templateOf, wrongInText } from '../forms.ts'
import { plainSms } from './sms-text.ts'

/** The texts which an admin wrote instead of ours. */
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
 * The texts that an admin wrote, read in the commit of the message, so that the very next one uses them: a lookup by
 * key costs less than knowing when a kept copy is old. A text that the form would refuse by now is not used; our own
 * words are none of an admin's.
 */
export const MESSAGE_TEXTS: Setting<MessageTexts, { template: string; text: string | null }> = {
  key: 'message_texts',
  heading: 'Message texts',
  what: 'What customers, kitchens and riders read on the phone, from the next message on.',
  default: {},
  read: readTexts,
  /** The words of one message, null to go back to ours. */
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

/** A name that gives way: as much of its beginning as there is room for. */
export function cutName(name: string): (room: number) => string {
  const plain = plainSms(name).trim()
  return (room) => (plain.length <= room ? plain : `${plain.slice(0, Math.max(room - 2, 0)).trimEnd()}..`)
}
