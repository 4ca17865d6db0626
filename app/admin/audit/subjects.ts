import type { AuditNames } from '../../../domain/desk/audit-names.ts'
import { CAMPUS_PLAN } from '../../../domain/places/campus-plan.ts'
import { setting_groups } from '../settings/setting-groups.ts'
import type { Piece } from './sentences.ts'

type Kind = {
  /** Its noun with an article, for where the id is not known. */
  a: string
  /** What it is called, by its id and, where it has one, its name. */
  called(id: string, name: string | undefined): string
  to?(id: string, name: string | undefined): Address | undefined
}

const numbered = (noun: string) => (id: string) => `${noun} ${id}`

const settings = new Map(
  [...setting_groups.flatMap((group) => group.settings), CAMPUS_PLAN].map(({ key, heading }) => [key, heading]),
)

const kinds: Readonly<Record<string, Kind>> = {
  order: { a: 'an order', called: numbered('order'), to: (id) => `/admin/orders/${id}` },
  payout: { a: 'a payout', called: numbered('payout'), to: (id) => `/admin/payout?payout=${id}` },
  payouts: { a: 'payouts', called: (ids) => `payouts ${ids.replaceAll(',', ', ')}`, to: () => '/admin/payout' },
  vendor: {
    a: 'a vendor',
    called: (_, name) => name ?? 'a vendor who is gone',
    to: (id, name) => (name ? `/admin/vendors?vendor=${id}` : undefined),
  },
  rider: {
    a: 'a rider',
    called: (_, name) => name ?? 'a rider who is gone',
    to: (id, name) => (name ? `/admin/riders?rider=${id}` : undefined),
  },
  user: { a: 'somebody', called: (_, name) => name ?? 'somebody who is gone' },
  delivery: {
    a: 'a delivery',
    called: (_, order) => (order ? `the delivery of order ${order}` : 'a delivery'),
    to: (_, order) => (order ? `/admin/orders/${order}` : undefined),
  },
  offer: {
    a: 'an offer',
    called: (_, rider) => (rider ? `the offer to ${rider}` : 'an offer'),
    to: () => '/admin/dispatch',
  },
  refund: {
    a: 'a refund',
    called: (_, name) => (name ? `the refund of ${name}` : 'a refund'),
    to: (id) => `/admin/refunds?refund=${id}`,
  },
  case: { a: 'a case', called: numbered('case'), to: (id) => `/admin/cases/${id}` },
  review: {
    a: 'a payment on review',
    called: (_, tx_ref) => (tx_ref ? `the payment ${tx_ref} on review` : 'a payment on review'),
    to: (id) => `/admin/review?case=${id}`,
  },
  claim: {
    a: 'a claim',
    called: (_, order) => (order ? `the claim about order ${order}` : 'a claim'),
    to: (id) => `/admin/claims?claim=${id}`,
  },
  rating: {
    a: 'a rating',
    called: (id) => `the rating of order ${id}`,
    to: (id) => `/admin/orders/${id}`,
  },
  difference: {
    a: 'a difference',
    called: numbered('difference'),
    to: (id) => `/admin/reconciliation?difference=${id}`,
  },
  provider: { a: 'the provider', called: (id) => id, to: () => '/admin/reconciliation' },
  bank_settlement: {
    a: 'a payment to our bank',
    called: () => 'a payment to our bank',
    to: () => '/admin/books',
  },
  message: {
    a: 'a message',
    called: (_, recipient) => (recipient ? `the message to ${recipient}` : 'a message'),
    to: (id) => `/admin/messages?message=${id}`,
  },
  customer: { a: 'a customer', called: () => 'a customer', to: () => '/admin/customers' },
  setting: {
    a: 'a setting',
    called: (key) => settings.get(key) ?? key,
    to: (key) => (key === CAMPUS_PLAN.key ? '/admin/campus?show=plan' : '/admin/settings'),
  },
  campus: { a: 'the campus', called: () => 'the campus', to: () => '/admin/campus' },
  place: {
    a: 'a place',
    called: (_, name) => (name ? `the place ${name}` : 'a place'),
    to: (id, name) => (name ? `/admin/campus?place=${id}` : undefined),
  },
  way: {
    a: 'a way',
    called: (_, name) => (name ? `the way between ${name}` : 'a way'),
    to: (id, name) => (name ? `/admin/campus?way=${id}` : undefined),
  },
  landmark: { a: 'a landmark', called: (name) => `the landmark ${name}`, to: () => '/admin/campus' },
  shift: { a: 'a shift', called: numbered('shift'), to: () => '/admin/shifts' },
  shifts: {
    a: 'the shifts of a week',
    called: (monday) => `the shifts of the week from ${monday}`,
    to: (monday) => `/admin/shifts?week=${monday}`,
  },
  promotion: { a: 'a promotion', called: numbered('the promotion'), to: () => '/admin/promotions' },
  referral: { a: 'a brought friend', called: (id) => `brought friend ${id}`, to: () => '/admin/referrals' },
  kitchens: {
    a: 'a file of kitchens',
    called: () => 'a file of kitchens',
    to: (id) => `/admin/kitchens?file=${id}`,
  },
  team: { a: 'the team', called: () => 'the team', to: () => '/admin/team' },
  export: { a: 'a list', called: (list) => `the list of ${list}`, to: () => '/admin/exports' },
}

/** A subject (`order:12`) as people call it, with the way to it. */
export function subjectInWords(subject: string, names: AuditNames): Piece {
  const [word = '', ...rest] = subject.split(':')
  const id = rest.join(':')
  const kind = Object.hasOwn(kinds, word) ? kinds[word] : undefined
  if (!kind) return { text: subject }
  const name = names.get(subject)
  const to = kind.to?.(encodeURIComponent(id), name)
  return { text: kind.called(id, name), ...(to && { to }) }
}

/** Actions whose names do not begin with what they are done to. */
const done_to: Readonly<Record<string, string>> = {
  admin_ended: 'somebody',
  admin_made: 'somebody',
  admin_restored: 'somebody',
  admin_role_changed: 'somebody',
  bank_account_confirmed: 'a vendor or rider',
  chat_closed: 'an order',
  comparison_asked: 'the provider',
  hand_over_seen: 'a delivery',
  identity_proven: 'who may send money',
  incident_came_back: 'a delivery',
  incident_decided: 'a delivery',
  kitchen_act_refused: 'a vendor',
  kitchen_acted_for: 'a vendor',
  kitchen_entered: 'a vendor',
  kitchen_left: 'a vendor',
  kitchen_onboarded: 'a vendor',
  list_exported: 'a list',
  message_written: 'a customer, kitchen or rider',
  money_proven: 'a payout or a refund',
  second_step_ended: 'somebody',
}

/** What an action is done to, where it is not known to which: "a vendor". */
export function anyOf(action: string): string {
  const kind = Object.keys(kinds).find((word) => action.startsWith(`${word}_`))
  return done_to[action] ?? (kind && kinds[kind]?.a) ?? 'something'
}

/** What somebody types to name a subject ("order 12", "Order #12", "payout"), as the log keeps it. */
export function readSubject(text: string): string {
  const typed = text.trim()
  for (const kind of Object.keys(kinds)) {
    const [word, id] = [typed.slice(0, kind.length), typed.slice(kind.length)]
    const is_kind = word.toLowerCase().replaceAll(' ', '_') === kind
    if (is_kind && /^([\s:#]|$)/.test(id)) return `${kind}:${id.replace(/^[\s:#]+/, '')}`
  }
  return typed
}
