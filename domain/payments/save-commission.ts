import type { Db } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Clock } from '../clock.ts'
import { firstWrong } from '../places/forms.ts'
import { type SaveRefusal, saveSetting } from '../places/save-setting.ts'
import { type Accepted, type Refused, refused } from '../refusal.ts'
import { COMMISSION_SETTING } from './commission.ts'
import { commission_form } from './forms.ts'

/** An admin saves what the platform keeps of the sales of vendors without a rate of their own; the next payment counts with it. */
export async function saveCommission(
  deps: { db: Db; clock: Clock },
  actor: Actor,
  input: { default_percent: string; version: string },
): Promise<Accepted<undefined> | SaveRefusal | Refused<'field', { field: string; said: string }>> {
  const form = commission_form.safeParse(input)
  if (!form.success) return refused('field', firstWrong(form.error))
  return saveSetting(deps, actor, { key: COMMISSION_SETTING, value: form.data, version: input.version })
}
