import type { Db } from '../../db/open.ts'
import type { Clock } from '../clock.ts'
import { type Accepted, type Refused, refused } from '../refusal.ts'
import { delivery_settings_form, firstWrong } from './forms.ts'
import { type SaveRefusal, type SettingsActor, saveSetting } from './save-setting.ts'
import { DELIVERY_SETTINGS, type DeliverySettings } from './settings.ts'

/**
 * An admin saves the figures of the delivery fee (docs/product.md#delivery-fee), typed in naira; the very next quote
 * counts with them. Refuses what cannot be right, naming the field, and a form that somebody else overtook.
 */
export async function saveDeliverySettings(
  deps: { db: Db; clock: Clock },
  actor: SettingsActor,
  input: { fields: Readonly<Record<string, string>>; version: string },
): Promise<Accepted<undefined> | SaveRefusal | Refused<'field', { field: string; said: string }>> {
  const form = delivery_settings_form.safeParse(input.fields)
  if (!form.success) return refused('field', firstWrong(form.error))
  const { default_fee, per_km, minimum_fee, maximum_fee, service_radius_km, ...campus } = form.data
  const value: DeliverySettings = {
    default_fee_kobo: default_fee,
    per_km_kobo: per_km,
    minimum_fee_kobo: minimum_fee,
    maximum_fee_kobo: maximum_fee,
    service_radius_km,
    campus,
  }
  return saveSetting(deps, actor, { key: DELIVERY_SETTINGS, value, version: input.version })
}
