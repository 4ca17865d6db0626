import { z } from 'zod'
import { choice, figures, whole } from '../../settings/figures.ts'

const percent = () => whole('Please write a whole number, like 50.', 10, 100, 'Between 10 and 100 %.')
/** Decision 123: `four_percent` and the most are what one rider carries at once (`most_orders_per_trip`). */
export const SHARED_RIDES = figures({
  key: 'shared_rides',
  heading: 'Shared rides',
  what:
    'Orders to the same place in the same slot share one ride, and each pays a part of what the way would cost ' +
    'alone. What was paid beyond that when the kitchen begins goes back by itself. A ride keeps ' +
    'what held when it was opened.',
  button: 'Save shared rides',
  saved: 'Shared rides saved',
  no_guess: true,
  form: z
    .object({
      offered: choice('Customers may share a ride', { yes: 'Yes', no: 'No' }),
      two_percent: percent().meta({ title: 'Where two share it, each pays (%)' }),
      three_percent: percent().meta({ title: 'Where three share it (%)' }),
      four_percent: percent().meta({ title: 'Where four share it (%)' }),
      most: whole('Please write a whole number, like 4.', 2, 4).meta({ title: 'Orders in one ride, at most' }),
      closes_before_minutes: whole('Please write whole minutes, like 5.', 0, 60).meta({
        title: 'Closes before its kitchen begins (minutes)',
      }),
    })
    .refine((parts) => parts.three_percent <= parts.two_percent, {
      path: ['three_percent'],
      error: 'No more than where two share it, please.',
    })
    .refine((parts) => parts.four_percent <= parts.three_percent, {
      path: ['four_percent'],
      error: 'No more than where three share it, please.',
    }),
  default: {
    offered: 'yes',
    two_percent: 70,
    three_percent: 50,
    four_percent: 40,
    most: 4,
    closes_before_minutes: 5,
  },
})
export type SharedRides = (typeof SHARED_RIDES)['default']
