import { z } from 'zod'
import { figures, whole } from '../../settings/figures.ts'

/** Decisions 106, 171 and 172. */
export const INCIDENTS = figures({
  key: 'incidents',
  heading: 'Food that cannot be handed over',
  what:
    'How long a rider waits for a customer who does not come, or at a kitchen where nobody is, and what a rider gets ' +
    'for a way without a hand-over: ' +
    'the whole pay for the whole way, and these shares of it.',
  button: 'Save what counts',
  saved: 'Saved what counts',
  no_guess: true,
  form: z.object({
    wait_minutes: whole('Please write whole minutes, like 10.', 1, 60, 'Between 1 and 60 minutes.').meta({
      title: 'The rider waits (minutes)',
    }),
    way_back_percent: whole('Please write a whole number, like 50.', 0, 100, 'Between 0 and 100 %.').meta({
      title: 'For the way back to the kitchen, besides (% of the pay)',
    }),
    part_way_percent: whole('Please write a whole number, like 50.', 0, 100, 'Between 0 and 100 %.').meta({
      title: 'For a part of the way, at least (% of the pay)',
      description: 'Where the place is known, the share of the way that was ridden counts, if it is more.',
    }),
    to_kitchen_percent: whole('Please write a whole number, like 50.', 0, 100, 'Between 0 and 100 %.').meta({
      title: 'For the way to a kitchen, for nothing (% of the pay)',
      description: 'Where the order is called off before the rider is there, half of it.',
    }),
  }),
  default: { wait_minutes: 10, way_back_percent: 50, part_way_percent: 50, to_kitchen_percent: 50 },
})
export type IncidentSettings = (typeof INCIDENTS)['default']
