import type { Db } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Clock } from '../clock.ts'
import { firstWrong } from '../places/forms.ts'
import { type SaveRefusal, saveSetting } from '../places/save-setting.ts'
import { type Accepted, type Refused, refused } from '../refusal.ts'
import { rider_pay_form } from './forms.ts'
import { RIDER_PAY_SETTING, type RiderPaySettings } from './rider-pay.ts'

/**
 * An admin saves what riders earn by an order (decision 042): a share of its part of the delivery fee, and a minimum typed in
 * naira. It counts from the next offer on; what a rider was offered stays. Refuses what cannot be right, naming the field,
 * and a form that somebody else overtook.
 */
export async function saveRiderPay(
  deps: { db: Db; clock: Clock },
  actor: Actor,
  input: { share_percent: string; minimum: string; version: string },
): Promise<Accepted<undefined> | SaveRefusal | Refused<'field', { field: string; said: string }>> {
  const form = rider_pay_form.safeParse(input)
  if (!form.success) return refused('field', firstWrong(form.error))
  const value: RiderPaySettings = {
    share_percent: form.data.share_percent,
    minimum_kobo: form.data.minimum,
  }
  return saveSetting(deps, actor, { key: RIDER_PAY_SETTING, value, version: input.version })
}
