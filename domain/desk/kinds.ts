import type { AdminRight } from '../admin-roles.ts'

/** How soon somebody should look: food goes cold, money or a word is stuck, or somebody waits for our decision. */
export const urgencies = ['now', 'today', 'soon'] as const
export type Urgency = (typeof urgencies)[number]

type Kind = { urgency: Urgency; right: AdminRight }

/**
 * What can wait for an admin, worst first, and the right that it takes to act on it. A new kind needs its line here, a
 * question in `what-waits.ts`, and its words (app/admin/dashboard/waiting-words.server.ts).
 */
export const waiting_kinds = {
  no_places: { urgency: 'now', right: 'change_campus' },
  incident: { urgency: 'now', right: 'run_orders' },
  late: { urgency: 'now', right: 'run_orders' },
  cut_off: { urgency: 'now', right: 'run_orders' },
  orders_unaccepted: { urgency: 'now', right: 'run_orders' },
  at_risk: { urgency: 'now', right: 'run_orders' },
  no_rider: { urgency: 'now', right: 'run_orders' },
  declined: { urgency: 'now', right: 'run_orders' },
  stuck: { urgency: 'now', right: 'run_orders' },
  chats_waiting: { urgency: 'now', right: 'help_customers' },
  shift_missed: { urgency: 'now', right: 'run_orders' },
  missing_dishes: { urgency: 'now', right: 'run_orders' },
  kitchens_silent: { urgency: 'now', right: 'run_orders' },
  messages_stand: { urgency: 'now', right: 'help_customers' },
  chargebacks_open: { urgency: 'now', right: 'move_money' },
  shift_open: { urgency: 'today', right: 'run_orders' },
  payments_on_review: { urgency: 'today', right: 'give_back' },
  claims_open: { urgency: 'today', right: 'give_back' },
  refunds_failed: { urgency: 'today', right: 'move_money' },
  payouts_twice: { urgency: 'today', right: 'move_money' },
  payouts_failed: { urgency: 'today', right: 'move_money' },
  refunds_slow: { urgency: 'today', right: 'move_money' },
  payouts_slow: { urgency: 'today', right: 'move_money' },
  messages_failed: { urgency: 'today', right: 'help_customers' },
  messages_held: { urgency: 'today', right: 'help_customers' },
  cases_due: { urgency: 'today', right: 'work_cases' },
  without_pin: { urgency: 'today', right: 'run_orders' },
  ways_to_see: { urgency: 'today', right: 'run_orders' },
  payouts_waiting: { urgency: 'soon', right: 'move_money' },
  cases_unassigned: { urgency: 'soon', right: 'work_cases' },
  vendors_pending: { urgency: 'soon', right: 'decide_people' },
  riders_pending: { urgency: 'soon', right: 'decide_people' },
  referrals_doubtful: { urgency: 'soon', right: 'move_money' },
  chargebacks_answered: { urgency: 'soon', right: 'move_money' },
  differences: { urgency: 'soon', right: 'move_money' },
} as const satisfies Record<string, Kind>

export type WaitingKind = keyof typeof waiting_kinds

export const every_kind = Object.keys(waiting_kinds) as WaitingKind[]
