import { z } from 'zod'
import { kobo } from '../../money.ts'
import { choice, figures, naira, whole } from '../../settings/figures.ts'

const LEAST_KOBO = 50_00
const AT_LEAST = 'At least ₦50: less is no reason to bring anybody.'

/** Decision 166. Switched off by itself: it spends the platform's money. */
export const REFERRALS = figures({
  key: 'referrals',
  heading: 'Bring a friend',
  what:
    'Whoever has had an order delivered has a code for friends. It takes something off a friend’s first order, ' +
    'and once that is delivered, something off the next order of whoever brought them. The platform pays both.',
  button: 'Save what friends get',
  saved: 'What friends get is saved',
  no_guess: true,
  form: z
    .object({
      offered: choice('Customers can bring friends', { yes: 'Yes', no: 'No' }),
      friend_kobo: naira(5_000).meta({ title: 'Off a friend’s first order (₦)' }),
      minimum_kobo: naira(100_000).meta({ title: 'Whose dishes cost at least (₦)' }),
      referrer_kobo: naira(5_000).meta({ title: 'Off the next order of who brought them (₦)' }),
      reward_days: whole('Please write whole days, like 30.', 1, 365).meta({
        title: 'Which has to come within (days)',
      }),
      most_each_month: whole('Please write a whole number, like 10.', 1, 1000).meta({
        title: 'Friends one phone number can bring in a month',
      }),
      month_budget_kobo: naira(10_000_000).meta({ title: 'What all friends and rewards may cost in a month (₦)' }),
    })
    .refine(({ friend_kobo }) => friend_kobo >= LEAST_KOBO, { path: ['friend_kobo'], error: AT_LEAST })
    .refine(({ referrer_kobo }) => referrer_kobo >= LEAST_KOBO, { path: ['referrer_kobo'], error: AT_LEAST }),
  default: {
    offered: 'no',
    friend_kobo: kobo(300_00),
    minimum_kobo: kobo(1_000_00),
    referrer_kobo: kobo(300_00),
    reward_days: 30,
    most_each_month: 10,
    month_budget_kobo: kobo(60_000_00),
  },
})
export type Referrals = (typeof REFERRALS)['default']
