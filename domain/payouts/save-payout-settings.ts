import type { Db } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Clock } from '../clock.ts'
import { firstWrong } from '../places/forms.ts'
import { type SaveRefusal, saveSetting } from '../places/save-setting.ts'
import { type Accepted, type Refused, refused } from '../refusal.ts'
import { payout_settings_form } from './forms.ts'
import { PAYOUT_SETTINGS } from './payout-settings.ts'

/** An admin saves above which amount a payout needs a second admin; an empty field means never. */
export async function savePayoutSettings(
  deps: { db: Db; clock: Clock },
  actor: Actor,
  input: { second_admin_above: string; version: string },
): Promise<Accepted<undefined> | SaveRefusal | Refused<'field', { field: string; said: string }>> {
  const form = payout_settings_form.safeParse(input)
  if (!form.success) return refused('field', firstWrong(form.error))
  const value = { second_admin_above_kobo: form.data.second_admin_above }
  return saveSetting(deps, actor, { key: PAYOUT_SETTINGS, value, version: input.version })
}
