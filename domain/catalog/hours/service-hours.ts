import type { z } from 'zod'
import { campusDate } from '../../clock.ts'
import { refused } from '../../refusal.ts'
import type { Setting } from '../../settings/setting.ts'
import { hours_form } from '../forms.ts'
import { checkHours } from './check-hours.ts'
import type { HoursException, OpenStretch, WeekHours } from './opening-hours.ts'

/** When orders are taken anywhere on the marketplace; a vendor's own hours only count within them. */
export type ServiceHours = { week_hours: WeekHours; hours_exceptions: readonly HoursException[] }

/** `00:00` to `00:00` is a whole day, which a time field can write no other way. */
const whole_day: readonly OpenStretch[] = [{ opens: '00:00', closes: '00:00' }]

/** Around the clock until an admin saves other hours; the rules are those of a vendor's hours. */
export const SERVICE_HOURS: Setting<ServiceHours, z.input<typeof hours_form>> = {
  key: 'service_hours',
  right: 'run_orders',
  heading: 'Service hours',
  what: 'When orders are taken anywhere. A kitchen’s own hours count within them.',
  default: { week_hours: Array.from({ length: 7 }, () => whole_day), hours_exceptions: [] },
  read: (stored) => hours_form.safeParse(stored).data ?? null,
  check(typed, { now }) {
    const checked = checkHours(typed, campusDate(now))
    return checked.ok ? checked : refused('field', { field: 'week_hours', said: checked.details })
  },
}
