import { z } from 'zod'
import { kobo } from '../money.ts'
import { choice, degrees, figure, figures, naira, nairaOrNone, whole, wholeOrNone } from './figures.ts'

const km = 'Between 1 and 100 km.'
/** docs/product.md#delivery-fee: the limits keep the formula sane. */
export const DELIVERY_SETTINGS = figures({
  key: 'delivery',
  heading: 'Delivery fees',
  what:
    'Distance in km times the rate, between the minimum and the maximum. Without a known place the default fee ' +
    'counts. Along the ways, the shortest that is open counts.',
  button: 'Save fees',
  saved: 'Delivery fees saved',
  no_guess: true,
  form: z
    .object({
      default_fee_kobo: naira(100_000).meta({ title: 'Default fee (₦)' }),
      per_km_kobo: naira(100_000).meta({ title: 'Per km (₦)' }),
      measured: choice('Distance is measured', { straight: 'In a straight line', ways: 'Along the campus’s ways' }),
      minimum_fee_kobo: naira(100_000).meta({ title: 'Minimum fee (₦)' }),
      maximum_fee_kobo: naira(100_000).meta({ title: 'Maximum fee (₦)' }),
      /** Of the fee that a kitchen's own way would cost; 0 charges the way of the first kitchen alone. */
      further_kitchen_percent: whole('Please write a whole number, like 50.', 0, 100, 'Between 0 and 100 %.').meta({
        title: 'Each further kitchen of a cart (%)',
        description: 'Of what its own way would cost. 0: only the first kitchen’s way is paid.',
      }),
      /** A point farther than this from the campus is not used for a fee. */
      service_radius_km: figure(
        /^\d{1,3}(\.\d)?$/,
        'Please write kilometres in figures, like 15.',
        z.number().min(1, km).max(100, km),
      ).meta({ title: 'Service radius (km)' }),
      campus: z.object({
        latitude: degrees(90).meta({ title: 'Campus, latitude' }),
        longitude: degrees(180).meta({ title: 'Campus, longitude' }),
      }),
    })
    .refine((fees) => fees.minimum_fee_kobo <= fees.maximum_fee_kobo, {
      path: ['maximum_fee_kobo'],
      error: 'The maximum may not be below the minimum.',
    }),
  default: {
    default_fee_kobo: kobo(600_00),
    per_km_kobo: kobo(250_00),
    measured: 'straight',
    minimum_fee_kobo: kobo(300_00),
    maximum_fee_kobo: kobo(3_000_00),
    further_kitchen_percent: 100,
    service_radius_km: 15,
    campus: { latitude: 7.3037, longitude: 5.1388 },
  },
})
export type DeliverySettings = (typeof DELIVERY_SETTINGS)['default']

/** What an order has to be like before it can be paid. */
export const ORDER_RULES = figures({
  key: 'order_rules',
  heading: 'What can be ordered',
  what: 'Customers read in their cart and at checkout what is missing or too much.',
  button: 'Save rules',
  saved: 'Rules saved',
  no_guess: true,
  form: z.object({
    most_kitchens: whole('Please write a whole number, like 3.', 1, 20).meta({
      title: 'Kitchens in one cart, at most',
    }),
    reach_minutes: whole('Please write whole minutes, like 30.', 1, 240).meta({
      title: 'How far a kitchen delivers (minutes)',
      description: 'By the ways of the campus, riding. Beyond it, the nearest meeting point is offered.',
    }),
    minimum_order_kobo: naira(100_000).meta({ title: 'Minimum order (₦)', description: '0: none.' }),
    small_order_below_kobo: naira(100_000).meta({ title: 'An order is small below (₦)' }),
    small_order_fee_kobo: naira(100_000).meta({ title: 'A small order costs besides (₦)' }),
    most_tip_kobo: naira(100_000).meta({ title: 'A tip, at most (₦)', description: '0: none is asked for.' }),
  }),
  default: {
    most_kitchens: 3,
    reach_minutes: 30,
    minimum_order_kobo: kobo(0),
    small_order_below_kobo: kobo(0),
    small_order_fee_kobo: kobo(0),
    most_tip_kobo: kobo(5_000_00),
  },
})
export type OrderRules = (typeof ORDER_RULES)['default']

/** However long an admin sets it, an order that nobody accepts is cancelled within four hours. */
const minutes = () => whole('Please write whole minutes, like 15.', 1, 240, 'Between 1 and 240 minutes.')
/** The steps of decision 045, in minutes after payment; each needs its time before the next one. */
export const ESCALATION = figures({
  key: 'escalation',
  heading: 'Orders that nobody takes',
  what:
    'Minutes after payment, at once also for orders that wait already. An order that is given up is cancelled ' +
    'and all its money goes back; while its kitchen is closed nobody is reminded and nothing given up.',
  button: 'Save minutes',
  saved: 'Minutes saved',
  form: z
    .object({
      remind_minutes: minutes().meta({ title: 'Reminder (minutes)' }),
      call_minutes: minutes().meta({ title: 'Tell admins (minutes)' }),
      cancel_minutes: minutes().meta({ title: 'Give it up (minutes)' }),
      pause_after_lapses: wholeOrNone('Please write a whole number, like 2.', 1, 20).meta({
        title: 'Pause its kitchen after (orders)',
        description: 'So many in a row that were given up. Empty: never.',
      }),
      pause_when_silent_minutes: wholeOrNone('Please write whole minutes, like 60.', 5, 1440).meta({
        title: 'Pause a kitchen that nothing reaches (minutes)',
        description:
          'Open for so long with no screen seen, no device that rings, and text messages that do not arrive. Empty: ' +
          'never.',
      }),
    })
    .refine((steps) => steps.remind_minutes < steps.call_minutes, {
      path: ['call_minutes'],
      error: 'More minutes than until the reminder, please.',
    })
    .refine((steps) => steps.call_minutes < steps.cancel_minutes, {
      path: ['cancel_minutes'],
      error: 'More minutes than until the admins are told, please.',
    }),
  default: {
    ...{ remind_minutes: 4, call_minutes: 8, cancel_minutes: 15 },
    pause_after_lapses: 2 as number | null,
    pause_when_silent_minutes: 60 as number | null,
  },
})
export type Escalation = (typeof ESCALATION)['default']

/** Decision 100. */
export const COLLECTING = figures({
  key: 'collecting',
  heading: 'Food that is collected',
  what:
    'How long a kitchen keeps it, from when it is ready and was promised. After that the kitchen may close the ' +
    'order and keeps its money.',
  button: 'Save time',
  saved: 'Time saved',
  form: z.object({
    keep_minutes: whole('Please write whole minutes, like 60.', 15, 720, 'Between 15 and 720 minutes.').meta({
      title: 'Kept for (minutes)',
    }),
  }),
  default: { keep_minutes: 60 },
})

/** Decision 113. */
export const MISSING_DISHES = figures({
  key: 'missing_dishes',
  heading: 'Dishes that are out',
  what:
    'A kitchen says that a dish of an order is out, and its customer chooses what comes instead. After that time ' +
    'what they wanted for this case is done: the dish is left out and its money goes back, or the order is cancelled.',
  button: 'Save time to choose',
  saved: 'Time to choose saved',
  form: z.object({
    answer_minutes: whole('Please write whole minutes, like 4.', 1, 60, 'Between 1 and 60 minutes.').meta({
      title: 'Time to choose (minutes)',
    }),
  }),
  default: { answer_minutes: 4 },
})

/** Decision 102. */
export const LATENESS = figures({
  key: 'lateness',
  heading: 'Late orders',
  what:
    'An order that is later than it was promised when it was paid brings its delivery fee back by itself, and its ' +
    'customer is told.',
  button: 'Save lateness',
  saved: 'Lateness saved',
  no_guess: true,
  form: z.object({
    after_minutes: whole('Please write whole minutes, like 15.', 1, 240).meta({ title: 'Late by (minutes)' }),
    share_percent: whole('Please write a whole number, like 100.', 0, 100, 'Between 0 and 100 %.').meta({
      title: 'Goes back of its fee (%)',
      description: '0: nothing.',
    }),
    kitchen_bears_after_minutes: wholeOrNone('Please write whole minutes, like 10.', 0, 240).meta({
      title: 'Its kitchen bears it, if the food was late by (minutes)',
      description: 'Later than the kitchen said when it accepted. Empty: the platform always bears it.',
    }),
  }),
  default: { after_minutes: 15, share_percent: 100, kitchen_bears_after_minutes: null as number | null },
})
export type Lateness = (typeof LATENESS)['default']

/** Decision 102. */
export const KEPT_PROMISES = figures({
  key: 'kept_promises',
  heading: 'Kept promises',
  what:
    'How many orders came by the time that was promised when they were paid, in four weeks. Menus say it of their ' +
    'kitchen and the delivery page of all, when it is good enough and there are twenty orders to judge by.',
  button: 'Save what is shown',
  saved: 'Saved',
  form: z.object({
    shown_from_percent: wholeOrNone('Please write a whole number, like 90.', 0, 100).meta({
      title: 'Customers see it from (%)',
      description: 'Empty: never.',
    }),
  }),
  default: { shown_from_percent: null as number | null },
})

/** Decision 042. */
export const RIDER_PAY = figures({
  key: 'rider_pay',
  heading: 'Riders’ pay',
  what:
    'What a rider earns by an order: a share of its delivery fee, at least the least pay with its part for each ' +
    'minute of the way, and never more than the fee and what the platform adds. An offer keeps what it said.',
  button: 'Save pay',
  saved: 'Riders’ pay saved',
  no_guess: true,
  form: z.object({
    share_percent: whole('Please write a whole number, like 80.', 0, 100, 'Between 0 and 100 %.').meta({
      title: 'Share of the fee (%)',
    }),
    minimum_kobo: naira(10_000).meta({ title: 'At least (₦)' }),
    per_minute_kobo: naira(1_000).meta({
      title: 'And for each minute of the way (₦)',
      description: 'Riding by the campus’s ways from the kitchen to the customer. 0: only the least pay.',
    }),
    top_up_kobo: naira(10_000).meta({
      title: 'The platform adds at most (₦)',
      description: 'To an order whose fee does not cover the least pay. 0: nothing.',
    }),
  }),
  default: { share_percent: 80, minimum_kobo: kobo(300_00), per_minute_kobo: kobo(0), top_up_kobo: kobo(0) },
})
export type RiderPay = (typeof RIDER_PAY)['default']

export const PAYOUT_SETTINGS = figures({
  key: 'payouts',
  heading: 'Payouts',
  what: 'A payout above this amount needs the approval of two admins. Saving it takes your password or code.',
  button: 'Save rule',
  saved: 'Payout rule saved',
  no_guess: true,
  form: z.object({
    second_admin_above_kobo: nairaOrNone(100_000_000).meta({
      title: 'Second admin above (₦)',
      description: 'Empty: one admin is always enough.',
    }),
  }),
  default: { second_admin_above_kobo: null },
})
export type PayoutSettings = (typeof PAYOUT_SETTINGS)['default']

/** Smarthive's price is from a sample of its reports; Termii's is a guess. */
export const SMS_PRICES = figures({
  key: 'sms_prices',
  heading: 'Price of text messages',
  what:
    'What one part of 160 characters costs, as your contract says. A gateway that tells the cost of a message ' +
    'is believed.',
  button: 'Save prices',
  saved: 'Prices saved',
  form: z.object({
    smarthive_kobo: naira(1_000).meta({ title: 'SmarthiveSMS (₦)' }),
    termii_kobo: naira(1_000).meta({ title: 'Termii (₦)' }),
  }),
  default: { smarthive_kobo: kobo(3_00), termii_kobo: kobo(5_00) },
})
export type SmsPrices = (typeof SMS_PRICES)['default']

/** Decision 050: text messages to one number on one campus day, and messages of one channel in any hour. */
export const MESSAGE_CAPS = figures({
  key: 'message_caps',
  heading: 'Message caps',
  what:
    'What is above them is held under Messages, for you to send or drop. A rider’s PIN, refunds, and what ' +
    'kitchens and accounts need are stopped only at three times the cap of the hour.',
  button: 'Save caps',
  saved: 'Message caps saved',
  form: z.object({
    recipient_daily_count: whole('Please write a whole number, like 20.', 1, 1000).meta({
      title: 'SMS to one number a day',
    }),
    hourly_count: whole('Please write a whole number, like 20.', 1, 1_000_000).meta({
      title: 'SMS an hour, and mails',
    }),
  }),
  default: { recipient_daily_count: 20, hourly_count: 2000 },
})
