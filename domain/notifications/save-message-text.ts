import type { Db } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Clock } from '../clock.ts'
import { type SaveRefusal, savedSetting, saveSetting } from '../places/save-setting.ts'
import { type Accepted, type Refused, refused } from '../refusal.ts'
import { message_templates, type TemplateKey, wrongInText } from './forms.ts'
import { MESSAGE_TEXTS, readTexts } from './message-words.ts'

/**
 * An admin saves the words of one text message, or goes back to ours (`text` null); the very next message uses them. Refuses a
 * message that there is not, words with an unknown placeholder or without a required one, what does not fit one part on a
 * typical day, everybody but an admin, and a form that somebody else overtook.
 */
export async function saveMessageText(
  deps: { db: Db; clock: Clock },
  actor: Actor,
  input: { template: string; text: string | null; version: string },
): Promise<Accepted<undefined> | SaveRefusal | Refused<'field', { field: string; said: string }>> {
  const { template, version } = input
  if (!isTemplate(template)) return refused('not_found')
  const text = input.text?.replace(/\s+/g, ' ').trim() ?? null
  const said = text === null ? null : wrongInText(template, text)
  if (said !== null) return refused('field', { field: 'text', said })
  const { [template]: _, ...others } = readTexts((await savedSetting(deps.db, MESSAGE_TEXTS)).value)
  const is_ours = text === null || text === message_templates[template].text
  const value = is_ours ? others : { ...others, [template]: text }
  // What was read before the lock cannot slip in: whoever saved in between changed the version.
  return saveSetting(deps, actor, { key: MESSAGE_TEXTS, value, version })
}

function isTemplate(key: string): key is TemplateKey {
  return Object.hasOwn(message_templates, key)
}
