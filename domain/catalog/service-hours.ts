import type { Db, Tx } from '../../db/open.ts'
import { savedSetting } from '../places/save-setting.ts'
import { hours_form } from './forms.ts'
import type { HoursException, OpenStretch, WeekHours } from './opening-hours.ts'

/** The row of `settings` that holds them. */
export const SERVICE_HOURS = 'service_hours'

/** When orders are taken anywhere on the marketplace; a kitchen's own hours count within them. */
export type ServiceHours = { week_hours: WeekHours; hours_exceptions: readonly HoursException[] }

/** `00:00` to `00:00` is a whole day, and the way a time field can write one. */
const whole_day: readonly OpenStretch[] = [{ opens: '00:00', closes: '00:00' }]

/** What holds while no admin saved anything: around the clock. */
export const default_service_hours: ServiceHours = {
  week_hours: Array.from({ length: 7 }, () => whole_day),
  hours_exceptions: [],
}

/** The hours an admin saved, else the default. */
export async function serviceHours(db: Db | Tx): Promise<ServiceHours> {
  const { value } = await savedSetting(db, SERVICE_HOURS)
  return readServiceHours(value)
}

/** What their row of `settings` holds. What somebody wrote there by hand and no form would read closes nothing. */
export function readServiceHours(value: unknown): ServiceHours {
  return hours_form.safeParse(value).data ?? default_service_hours
}
