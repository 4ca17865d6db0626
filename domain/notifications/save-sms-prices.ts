import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import type { Clock } from '../clock.ts'
import { firstWrong, naira } from '../places/forms.ts'
import { type SaveRefusal, saveSetting } from '../places/save-setting.ts'
import { type Accepted, type Refused, refused } from '../refusal.ts'
import { SMS_PRICES, type SmsPrices } from './sms-prices.ts'

const sms_prices_form = z.object({ smarthive: naira(1_000), termii: naira(1_000) })

/**
 * An admin saves what one part of a text message costs at each gateway, typed in naira (decision 049). It counts from the next
 * message on. Refuses what cannot be right, naming the field, and a form that somebody else overtook.
 */
export async function saveSmsPrices(
  deps: { db: Db; clock: Clock },
  actor: Actor,
  input: { smarthive: string; termii: string; version: string },
): Promise<Accepted<undefined> | SaveRefusal | Refused<'field', { field: string; said: string }>> {
  const form = sms_prices_form.safeParse(input)
  if (!form.success) return refused('field', firstWrong(form.error))
  const value: SmsPrices = { smarthive_kobo: form.data.smarthive, termii_kobo: form.data.termii }
  return saveSetting(deps, actor, { key: SMS_PRICES, value, version: input.version })
}
