export type FigureGroup = {
  heading: string
  /** What the figures do, in a sentence or two. */
  what: string
  button: string
  fields: readonly { name: string; label: string; hint?: string }[]
}

/** The settings that are figures, by what their form does. */
export const figure_groups = {
  delivery: {
    heading: 'Delivery fees',
    what: 'Distance in km times the rate, between the minimum and the maximum. Without a known place the default fee counts.',
    button: 'Save fees',
    fields: [
      { name: 'default_fee', label: 'Default fee (₦)' },
      { name: 'per_km', label: 'Per km (₦)' },
      { name: 'minimum_fee', label: 'Minimum fee (₦)' },
      { name: 'maximum_fee', label: 'Maximum fee (₦)' },
      { name: 'service_radius_km', label: 'Service radius (km)' },
      { name: 'latitude', label: 'Campus, latitude' },
      { name: 'longitude', label: 'Campus, longitude' },
    ],
  },
  escalation: {
    heading: 'Orders that nobody takes',
    what: 'Minutes after payment, at once also for orders that wait already. An order that is given up is cancelled and all its money goes back; while its kitchen is closed nobody is reminded and nothing given up.',
    button: 'Save minutes',
    fields: [
      { name: 'remind_minutes', label: 'Reminder' },
      { name: 'call_minutes', label: 'Tell admins' },
      { name: 'cancel_minutes', label: 'Give it up' },
    ],
  },
  commission: {
    heading: 'Commission',
    what: 'What the platform keeps of a sale. A vendor’s own rate comes first.',
    button: 'Save commission',
    fields: [{ name: 'default_percent', label: 'Default (%)' }],
  },
  payouts: {
    heading: 'Payouts',
    what: 'A payout above this amount needs the approval of two admins.',
    button: 'Save rule',
    fields: [
      {
        name: 'second_admin_above',
        label: 'Second admin above (₦)',
        hint: 'Empty: one admin is always enough.',
      },
    ],
  },
  rider_pay: {
    heading: 'Riders’ pay',
    what: 'What a rider earns by an order: a share of its delivery fee. An offer keeps what it said.',
    button: 'Save pay',
    fields: [
      { name: 'share_percent', label: 'Share of the fee (%)' },
      { name: 'minimum', label: 'At least (₦)' },
    ],
  },
  sms_prices: {
    heading: 'Price of text messages',
    what: 'What one part of 160 characters costs, as your contract says. A gateway that tells the cost of a message is believed.',
    button: 'Save prices',
    fields: [
      { name: 'smarthive', label: 'SmarthiveSMS (₦)' },
      { name: 'termii', label: 'Termii (₦)' },
    ],
  },
  message_caps: {
    heading: 'Message caps',
    what: 'What is above them is held under Messages, for you to send or drop. A rider’s PIN, refunds, and what kitchens and accounts need are stopped only at three times the cap of the hour.',
    button: 'Save caps',
    fields: [
      { name: 'recipient_daily_count', label: 'SMS to one number a day' },
      { name: 'hourly_count', label: 'SMS an hour, and mails' },
    ],
  },
} as const satisfies Record<string, FigureGroup>

export type FigureIntent = keyof typeof figure_groups
/** What is saved of a group, under the names of its fields, and the version that a change is based on. */
export type SavedFigures = { version: string; values: Readonly<Record<string, string | number>> }
