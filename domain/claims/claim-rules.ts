import { z } from 'zod'
import { kobo } from '../money.ts'
import { figures, naira, whole } from '../settings/figures.ts'

/** For so long the words and the photo of a claim are kept. */
export const CLAIM_DAYS = 90

/** Decision 114. */
export const CLAIMS = figures({
  key: 'claims',
  heading: 'Claims of customers',
  what:
    'What is wrong with an order is told on its tracking page. Small claims about dishes are decided by these rules ' +
    'at once, at the platform’s cost; all others wait for an admin.',
  button: 'Save rules',
  saved: 'Rules for claims saved',
  no_guess: true,
  form: z.object({
    within_hours: whole('Please write whole hours, like 24.', 1, 168, 'Between 1 and 168 hours.').meta({
      title: 'Told within (hours)',
      description: 'Counted from when the order was delivered or cancelled.',
    }),
    most_a_week: whole('Please write a whole number, like 3.', 1, 100).meta({
      title: 'Claims of one customer in a week, at most',
      description: 'The same customer: two of phone, mail and address are the same.',
    }),
    at_once_up_to_kobo: naira(100_000).meta({
      title: 'Approved at once up to (₦)',
      description: '0: an admin decides about every claim.',
    }),
    at_once_per_customer: whole('Please write a whole number, like 1.', 0, 100).meta({
      title: 'Approved at once for one customer, at most',
      description: 'Never for somebody without an earlier order that arrived and was good.',
    }),
    at_once_per_kitchen: whole('Please write a whole number, like 5.', 0, 1000).meta({
      title: 'Approved at once about one kitchen, at most',
    }),
    at_once_days: whole('Please write whole days, like 30.', 1, 365).meta({ title: 'Both counted over (days)' }),
  }),
  default: {
    within_hours: 24,
    most_a_week: 3,
    at_once_up_to_kobo: kobo(0),
    at_once_per_customer: 1,
    at_once_per_kitchen: 5,
    at_once_days: 30,
  },
})
export type ClaimRules = (typeof CLAIMS)['default']
