import type { WaitingKind } from '../../../domain/desk/kinds.ts'

/** What one of a kind is called beside others, what several are, and where all of them are listed. */
type Words = { name: string; many: string; list: Address }

export const waiting_words: Readonly<Record<WaitingKind, Words>> = {
  no_places: { name: 'No places', many: 'campuses without places', list: '/admin/campus' },
  incident: {
    name: 'Cannot be handed over',
    many: 'orders that cannot simply be handed over',
    list: '/admin/dispatch',
  },
  late: { name: 'Late', many: 'orders later than their customers were promised', list: '/admin/dispatch?show=late' },
  at_risk: { name: 'At risk', many: 'orders that will be late', list: '/admin/dispatch?show=at_risk' },
  no_rider: { name: 'No rider', many: 'orders without a rider', list: '/admin/dispatch?show=no_rider' },
  declined: { name: 'Declined by all', many: 'orders that every rider on duty declined', list: '/admin/dispatch' },
  stuck: { name: 'Stuck', many: 'deliveries whose riders have not moved on', list: '/admin/dispatch' },
  cut_off: {
    name: 'Cut off',
    many: 'orders that cannot be brought to their place',
    list: '/admin/orders?status=Cut+off',
  },
  orders_unaccepted: {
    name: 'Not answered',
    many: 'orders that their kitchens have not answered',
    list: '/admin/orders?status=Not+answered',
  },
  chats_waiting: {
    name: 'Chat',
    many: 'customers who wrote and have no answer',
    list: '/admin/orders?status=Wrote+to+us',
  },
  shift_missed: { name: 'Shift missed', many: 'riders who did not come to their shift', list: '/admin/shifts' },
  missing_dishes: {
    name: 'A dish is out',
    many: 'orders with a dish that is out',
    list: '/admin/orders?status=Dish+out',
  },
  kitchens_silent: {
    name: 'Kitchen is silent',
    many: 'kitchens that are silent',
    list: '/admin/vendors?status=Silent',
  },
  messages_stand: {
    name: 'Messages stand',
    many: 'ways by which no message goes out',
    list: '/admin/messages?status=Queued',
  },
  chargebacks_open: {
    name: 'Chargeback',
    many: 'chargebacks to answer',
    list: '/admin/reconciliation#chargebacks',
  },
  shift_open: { name: 'Shift open', many: 'shifts that nobody has taken', list: '/admin/shifts' },
  payments_on_review: { name: 'Review', many: 'payments on review', list: '/admin/review' },
  claims_open: { name: 'Claim', many: 'claims of customers', list: '/admin/claims' },
  refunds_failed: { name: 'Refund failed', many: 'refunds that failed', list: '/admin/refunds?status=Failed' },
  payouts_twice: { name: 'May go twice', many: 'transfers made after all', list: '/admin/payout' },
  payouts_failed: { name: 'Transfer failed', many: 'payouts that failed', list: '/admin/payout?status=Pending' },
  refunds_slow: {
    name: 'Refund not there',
    many: 'refunds that have not arrived',
    list: '/admin/refunds?status=Sent&sort=date.up',
  },
  payouts_slow: {
    name: 'Transfer not there',
    many: 'payouts that have not arrived',
    list: '/admin/payout?status=Pending',
  },
  messages_failed: {
    name: 'Not sent',
    many: 'messages that could not be sent',
    list: '/admin/messages?status=Failed',
  },
  messages_held: { name: 'Held', many: 'messages held over a cap', list: '/admin/messages?status=Held' },
  cases_due: { name: 'Case due', many: 'cases that are due', list: '/admin/cases?status=Due' },
  without_pin: {
    name: 'Without the PIN',
    many: 'hand-overs without the PIN to look at',
    list: '/admin/dispatch#without-pin',
  },
  ways_to_see: {
    name: 'No hand-over',
    many: 'ways without a hand-over to look at',
    list: '/admin/dispatch#ways-to-see',
  },
  payouts_waiting: { name: 'Payout', many: 'payouts waiting', list: '/admin/payout?status=Pending' },
  cases_unassigned: { name: 'Case', many: 'cases that nobody has', list: '/admin/cases?status=Nobody' },
  vendors_pending: {
    name: 'New vendor',
    many: 'vendors waiting to be activated',
    list: '/admin/vendors?status=Inactive',
  },
  riders_pending: { name: 'New rider', many: 'riders waiting to be activated', list: '/admin/riders?status=Waiting' },
  referrals_doubtful: {
    name: 'Referral',
    many: 'friends who look like whoever brought them',
    list: '/admin/referrals?status=In+review',
  },
  chargebacks_answered: {
    name: 'Chargeback answered',
    many: 'chargebacks that banks decide',
    list: '/admin/reconciliation#chargebacks',
  },
  differences: { name: 'Difference', many: 'differences from the provider’s lists', list: '/admin/reconciliation' },
}
