import type { z } from 'zod'
import type { Db } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import { type Clock, campusDate } from '../clock.ts'
import { type SaveRefusal, saveSetting } from '../places/save-setting.ts'
import type { Accepted } from '../refusal.ts'
import { checkHours, type WrongHours } from './check-hours.ts'
import type { hours_form } from './forms.ts'
import { SERVICE_HOURS } from './service-hours.ts'

/**
 * An admin saves when orders are taken anywhere on the marketplace; the very next quote goes by it. Refuses what a
 * vendor's hours are refused for, everybody but an admin, and a form that somebody else overtook.
 */
export async function saveServiceHours(
  deps: { db: Db; clock: Clock },
  actor: Actor,
  input: { hours: z.input<typeof hours_form>; version: string },
): Promise<Accepted<undefined> | SaveRefusal | WrongHours> {
  const checked = checkHours(input.hours, campusDate(deps.clock.now()))
  if (!checked.ok) return checked
  return saveSetting(deps, actor, { key: SERVICE_HOURS, value: checked.value, version: input.version })
}
