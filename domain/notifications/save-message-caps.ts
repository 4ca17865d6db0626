import type { Db } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Clock } from '../clock.ts'
import { firstWrong } from '../places/forms.ts'
import { type SaveRefusal, saveSetting } from '../places/save-setting.ts'
import { type Accepted, type Refused, refused } from '../refusal.ts'
import { message_caps_form } from './forms.ts'
import { MESSAGE_CAPS } from './message-caps.ts'

/**
 * An admin saves how many messages may leave the house (decision 050); they count from the next message on. Refuses what
 * cannot be right, naming the field, and a form that somebody else overtook.
 */
export async function saveMessageCaps(
  deps: { db: Db; clock: Clock },
  actor: Actor,
  input: { recipient_daily_count: string; hourly_count: string; version: string },
): Promise<Accepted<undefined> | SaveRefusal | Refused<'field', { field: string; said: string }>> {
  const form = message_caps_form.safeParse(input)
  if (!form.success) return refused('field', firstWrong(form.error))
  return saveSetting(deps, actor, { key: MESSAGE_CAPS, value: form.data, version: input.version })
}
