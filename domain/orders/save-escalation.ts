import type { Db } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Clock } from '../clock.ts'
import { firstWrong } from '../places/forms.ts'
import { type SaveRefusal, saveSetting } from '../places/save-setting.ts'
import { type Accepted, type Refused, refused } from '../refusal.ts'
import { ESCALATION_SETTING } from './escalation-settings.ts'
import { escalation_form } from './forms.ts'

/**
 * An admin saves after how many minutes an order that no kitchen took is reminded of, told to the admins and given up
 * (decision 045). It counts from the worker's next look on, also for orders that wait by then. Refuses minutes that do not
 * follow each other, naming the field, and a form that somebody else overtook.
 */
export async function saveEscalation(
  deps: { db: Db; clock: Clock },
  actor: Actor,
  input: { remind_minutes: string; call_minutes: string; cancel_minutes: string; version: string },
): Promise<Accepted<undefined> | SaveRefusal | Refused<'field', { field: string; said: string }>> {
  const form = escalation_form.safeParse(input)
  if (!form.success) return refused('field', firstWrong(form.error))
  return saveSetting(deps, actor, { key: ESCALATION_SETTING, value: form.data, version: input.version })
}
