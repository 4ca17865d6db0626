import { z } from 'zod'
import { figures, whole } from '../../settings/figures.ts'

/** Decision 128. */
export const SHIFTS = figures({
  key: 'shifts',
  heading: 'Shifts of riders',
  what: 'Until when a rider may give a shift up, when a rider is reminded of it, and when you hear who did not come.',
  button: 'Save hours and minutes',
  saved: 'Hours and minutes saved',
  form: z.object({
    give_up_hours: whole('Please write whole hours, like 12.', 0, 168, 'Between 0 and 168 hours.').meta({
      title: 'Given up at the latest (hours before)',
      description: 'After that it can only be offered to other riders.',
    }),
    remind_minutes: whole('Please write whole minutes, like 60.', 5, 720, 'Between 5 and 720 minutes.').meta({
      title: 'Reminder (minutes before)',
    }),
    missing_minutes: whole('Please write whole minutes, like 10.', 0, 120, 'Between 0 and 120 minutes.').meta({
      title: 'Who is not on duty is missing after (minutes)',
    }),
  }),
  default: { give_up_hours: 12, remind_minutes: 60, missing_minutes: 10 },
})
