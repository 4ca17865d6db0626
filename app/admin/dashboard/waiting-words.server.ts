import type { CaseOfCause } from '../../../domain/cases/system-cases.ts'
import { formatTimeOrDate } from '../../../domain/clock.ts'
import type { RiderToAsk } from '../../../domain/delivery/dispatch/riders-to-ask.ts'
import type { IncidentReason } from '../../../domain/delivery/incidents/lifecycle.ts'
import type { WaitingKind } from '../../../domain/desk/kinds.ts'
import type { Waiting, WaitingLine } from '../../../domain/desk/waiting-line.ts'
import { type DeskLine, type DeskPart, worstFirst } from '../../../domain/desk/worst-first.ts'
import { formatPhone } from '../../../domain/phone.ts'
import { counted } from '../../ui/counted.ts'
import { waitingChargeback } from '../chargebacks/waiting-chargeback.server.ts'
import { reasons_in_words } from '../dispatch/incident-choices.ts'
import { messageAbout } from '../messages/message-view.server.ts'
import { caseWords } from './case-of-line.server.ts'
import { waiting_words } from './waiting-kinds.ts'
import { money, money_words } from './waiting-money-words.server.ts'

/** Of one kind; the rest is a line that leads to all of them. */
const MOST_OF_A_KIND = 6

/** What a line is done with by one press, where it stands; `choose` is what has to be chosen for it. */
type DeskForm = {
  intent: string
  action: Address
  subject: { name: string; value: string | number }
  fields?: Readonly<Record<string, string>>
  choose?: { name: string; label: string; options: readonly { value: string; words: string }[] }
  button: string
}

/** What stands on a line of its own, and where to act: a link to the row, or a form where one press is enough. */
type Said = {
  what: string
  detail?: string | undefined
  to: Address
  open: string
  form?: DeskForm | null
}

/** As of when, who looks, whom an order can be given to, and what of it has a case. */
export type Desk = {
  now: Date
  user_id: string
  riders: readonly RiderToAsk[]
  caseOf: (line: WaitingLine) => CaseOfCause | null
}

/** Everything that waits, worst first, in words. */
export function waitingView(waiting: readonly Waiting[], desk: Desk) {
  return worstFirst(waiting, MOST_OF_A_KIND).map((part: DeskPart) => ({
    urgency: part.urgency,
    count: part.count,
    lines: part.lines.map((line) => lineView(line, desk)),
    more: part.more.map(({ kind, count }) => ({ kind, count })),
  }))
}

/** Whether something that waits is done by giving it to a rider. */
export const wantsRider = (waiting: readonly Waiting[]): boolean => waiting.some(({ lines }) => lines.some(needsRider))

const needsRider = ({ delivery_id, has_rider }: WaitingLine) => delivery_id !== undefined && has_rider === false

export type WaitingPart = ReturnType<typeof waitingView>[number]
export type WaitingLineView = WaitingPart['lines'][number]

function lineView(line: DeskLine, desk: Desk) {
  const { kind, id, since, also, phone, whose_phone, photo } = line
  return {
    key: `${kind} ${id}`,
    names: [kind, ...also].map((one) => waiting_words[one].name),
    since: kind === 'no_places' ? null : formatTimeOrDate(since, desk.now),
    phone: phone ? { of: whose_phone ?? '', number: formatPhone(phone) } : null,
    photo: photo ?? null,
    case: caseWords(desk.caseOf(line)),
    ...words[kind](line, desk),
  }
}

const openOrder = ({ order_id }: WaitingLine) => ({ to: `/admin/orders/${order_id}` as const, open: 'Open the order' })
const order = (line: WaitingLine) => `Order ${line.order_id}`
/** On the dispatch board where a rider brings it, else on its own page. */
const whereItIs = ({ delivery_id, order_id }: WaitingLine): Address =>
  delivery_id === undefined ? `/admin/orders/${order_id}` : `/admin/dispatch#delivery-${delivery_id}`
const minutesBetween = (from: Date, until: Date) => Math.round((until.getTime() - from.getTime()) / 60_000)

/** "promised by 12:40, expected by 12:55, from Iya Basira". */
function promiseOf({ promised_until, expected_until, name }: WaitingLine, now: Date): string {
  const is_later = promised_until && expected_until && expected_until > promised_until
  return [
    promised_until && `promised by ${formatTimeOrDate(promised_until, now)}`,
    is_later && `expected by ${formatTimeOrDate(expected_until, now)}`,
    name && `from ${name}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** "from 12:00 to 15:00". */
const shiftHours = ({ promised_until = new Date(0), expected_until = promised_until }: WaitingLine, now: Date) =>
  `from ${formatTimeOrDate(promised_until, now)} to ${formatTimeOrDate(expected_until, now)}`

/** A form that names the line's own row, and nothing else. */
const oneOf = ({ id }: WaitingLine, { name, ...form }: Omit<DeskForm, 'subject'> & { name: string }): DeskForm => ({
  ...form,
  subject: { name, value: id },
})

/** An order that may not come as it was promised; without a rider it is given to one right here. */
function inTrouble(open: string, what: (line: WaitingLine, now: Date) => string) {
  return (line: WaitingLine, { now, riders }: Desk): Said => ({
    what: what(line, now),
    detail: promiseOf(line, now),
    to: whereItIs(line),
    open,
    form: needsRider(line) && riders.length > 0 ? giveTo(line, riders) : null,
  })
}

function giveTo({ delivery_id = 0 }: WaitingLine, riders: readonly RiderToAsk[]): DeskForm {
  const options = riders.map(({ user_id, name, carrying, has_offer }) => {
    const doing = carrying > 0 ? `has ${counted(carrying, 'order')}` : has_offer ? 'is deciding' : 'free'
    return { value: user_id, words: `${name}: ${doing}` }
  })
  return {
    intent: 'assign',
    action: '/admin/dispatch',
    subject: { name: 'delivery_id', value: delivery_id },
    choose: { name: 'rider_id', label: 'Rider', options },
    button: 'Give it to this rider',
  }
}

const words: Readonly<Record<WaitingKind, (line: WaitingLine, desk: Desk) => Said>> = {
  ...money_words,
  no_places: () => ({
    what: 'The campus has no places: nobody can order before there is one',
    to: '/admin/campus',
    open: 'Draw the campus',
  }),
  incident: inTrouble('Decide', (line) => {
    const why = lower(reasons_in_words[line.about as IncidentReason])
    return `${order(line)} cannot simply be handed over: ${why}`
  }),
  late: inTrouble('See to it', (line, now) => {
    return `${order(line)} is ${minutesBetween(line.promised_until ?? now, now)} min late`
  }),
  cut_off: (line) => ({
    what: `${order(line)} cannot be brought to ${line.about}: it is closed, or no way there is open`,
    detail: 'Agree with the customer: meet at a gate, collect it, or money back',
    ...openOrder(line),
  }),
  orders_unaccepted: (line, { now }) => ({
    what: `${line.name} has not answered order ${line.order_id} for ${minutesBetween(line.since, now)} min`,
    detail: 'Call the kitchen, or cancel the order',
    ...openOrder(line),
  }),
  at_risk: inTrouble('See to it', (line, now) => {
    const late_minutes = minutesBetween(line.promised_until ?? now, line.expected_until ?? now)
    return `${order(line)} will be about ${late_minutes} min late`
  }),
  no_rider: inTrouble('Find a rider', (line) => `${order(line)} has no rider`),
  declined: inTrouble('Find a rider', (line) => `Every rider on duty declined order ${line.order_id}`),
  stuck: inTrouble('See to it', (line) => `The rider of order ${line.order_id} has not moved on`),
  chats_waiting: (line) => ({
    what: `The customer of order ${line.order_id} writes: “${line.about}”`,
    to: `/admin/orders/${line.order_id}#chat`,
    open: 'Answer',
  }),
  shift_missed: (line, { now }) => ({
    what: `${line.name} has a shift since ${formatTimeOrDate(line.since, now)} and is not on duty`,
    detail: line.expected_until && `it ends at ${formatTimeOrDate(line.expected_until, now)}`,
    to: '/admin/shifts',
    open: 'Open the shifts',
  }),
  missing_dishes: (line, { now }) => ({
    what: `${order(line)}: ${line.about} is out, and its customer has not chosen`,
    detail: line.expected_until && `they can until ${formatTimeOrDate(line.expected_until, now)}`,
    ...openOrder(line),
  }),
  kitchens_silent: (line) => ({
    what: `${line.name} ${line.about === 'unreached' ? 'could not be reached' : 'let orders lapse'}, and is paused`,
    detail: 'Call the kitchen: its owner opens it again',
    to: `/admin/vendors?vendor=${line.id}`,
    open: 'Open the vendor',
  }),
  messages_stand: ({ id, about, error }) => ({
    what: `${counted(Number(about), id === 'sms' ? 'text message' : 'mail')} do not go out`,
    detail: `${error ? `“${error}”. ` : ''}Look at the gateway’s account: is it empty? They are tried again for a day`,
    to: '/admin/messages?status=Queued',
    open: 'Open the messages',
  }),
  chargebacks_open: (line, { now }) => waitingChargeback(line, now),
  shift_open: (line, { now }) => ({
    what: `A shift ${shiftHours(line, now)} has ${line.about} that nobody has taken`,
    detail: 'Call riders; on duty without a shift is as good',
    to: '/admin/shifts',
    open: 'Open the shifts',
  }),
  messages_failed: (line) => ({
    what: `“${messageAbout(line.about ?? '')}” could not be sent`,
    detail: line.error ?? undefined,
    to: `/admin/messages?status=Failed&message=${line.id}`,
    open: 'Open the message',
    form: oneOf(line, { intent: 'retry', action: '/admin/messages', name: 'message_id', button: 'Try again' }),
  }),
  messages_held: (line) => ({
    what: `“${messageAbout(line.about ?? '')}” is held over a cap`,
    to: `/admin/messages?status=Held&message=${line.id}`,
    open: 'Open the message',
    form: oneOf(line, { intent: 'release', action: '/admin/messages', name: 'message_id', button: 'Send it' }),
  }),
  cases_due: (line, { now }) => ({
    what: `Case ${line.id} is due: ${line.about}`,
    detail: [
      line.expected_until && `by ${formatTimeOrDate(line.expected_until, now)}`,
      line.name && `${line.name} has it`,
    ]
      .filter(Boolean)
      .join(', '),
    to: `/admin/cases/${line.id}`,
    open: 'Open the case',
  }),
  without_pin: (line) => ({
    what: `${line.name} handed order ${line.order_id} over without the PIN`,
    detail: line.about ? `“${line.about}”` : undefined,
    ...openOrder(line),
    form: oneOf(line, {
      ...{ intent: 'see_hand_over', action: '/admin/dispatch', name: 'delivery_id', button: 'I have looked' },
    }),
  }),
  ways_to_see: (line) => ({
    what: `${line.name} could not hand order ${line.order_id} over: is the way paid with ${money(line)}?`,
    detail: reasons_in_words[line.about as IncidentReason],
    to: '/admin/dispatch#ways-to-see',
    open: 'Or do not pay',
    form: oneOf(line, { intent: 'pay_way', action: '/admin/dispatch', name: 'incident_id', button: 'Pay it' }),
  }),
  payouts_waiting: (line) => ({
    what: `${line.name} asks for ${money(line)}`,
    to: `/admin/payout?payout=${line.id}`,
    open: 'Look at the payout',
  }),
  cases_unassigned: (line, { user_id }) => ({
    what: `Nobody has case ${line.id}: ${line.about}`,
    to: `/admin/cases/${line.id}`,
    open: 'Open the case',
    form: {
      ...{ intent: 'assign', action: `/admin/cases/${line.id}`, subject: { name: 'case_id', value: line.id } },
      ...{ fields: { to: user_id, shown: line.held_by ?? '' }, button: 'I take it' },
    },
  }),
  vendors_pending: (line) => ({
    what: `${line.name} is waiting to be activated`,
    to: `/admin/vendors?vendor=${line.id}`,
    open: 'Look at the vendor',
    form: oneOf(line, { intent: 'activate', action: '/admin/vendors', name: 'vendor_id', button: 'Activate' }),
  }),
  riders_pending: (line) => ({
    what: `${line.name} is waiting to ride`,
    to: `/admin/riders?rider=${line.id}`,
    open: 'Look at the rider',
    form: oneOf(line, { intent: 'activate', action: '/admin/riders', name: 'rider_id', button: 'Activate' }),
  }),
  chargebacks_answered: (line, { now }) => waitingChargeback(line, now),
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
