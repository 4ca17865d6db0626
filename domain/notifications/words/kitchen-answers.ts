import { brand } from '../../brand.ts'
import { UNTIL_CHANGED } from '../../catalog/hours/availability.ts'
import { formatCampusTime } from '../../clock.ts'
import { LONGEST_PREPARATION_MINUTES, type OrderStatus, SHORTEST_PREPARATION_MINUTES } from '../../orders/lifecycle.ts'
import { cutName } from './message-words.ts'
import { ONE_PART } from './sms-text.ts'

/** What a kitchen reads when it wrote us a text message; each in one part, after the name of the marketplace. */

const HOW =
  'Text 1 20 to accept the oldest order with 20 minutes, 2 to reject it, 9 to pause for an hour, 8 to open again.'

/** To what nobody understands. */
export const helpAnswer = () => `sorry, we did not understand that. ${HOW}`

type Order = { id: number; ready_by: Date | null }

/** What is left of a kitchen's name beside its order, and at least beside other names. */
const NAME_LENGTH = 24
const SHORTEST_NAME = 8

/** `of` is the kitchen's name where the number has several, otherwise null. */
const orderOf = (id: number, of: string | null) =>
  of === null ? `order ${id}` : `order ${id} of ${cutName(of)(NAME_LENGTH)}`

/** `waiting` are the numbers of the orders that still wait at this number's kitchens, the oldest first. */
export function acceptedAnswer({ id, ready_by }: Order, waiting: readonly number[], of: string | null): string {
  const by = ready_by ? `, ready by ${formatCampusTime(ready_by)}` : ''
  return `${orderOf(id, of)} is accepted${by}.${alsoWaits(waiting)}`
}

/** The money is on its way back already. */
export function rejectedAnswer({ id }: Order, waiting: readonly number[], of: string | null): string {
  return `${orderOf(id, of)} is rejected, and its money goes back.${alsoWaits(waiting)}`
}

/** Nothing happened yet: whoever wrote "2" may not have the kitchen's telephone, to which this goes. */
export function codeToRejectAnswer(order_id: number, code: string, of: string | null): string {
  return `${orderOf(order_id, of)} is not rejected yet. Text 2 ${code} to reject it, and its money goes back.`
}

/** The same of "9". */
export const codeToPauseAnswer = (code: string) => `you still take orders. Text 9 ${code} to pause for an hour.`

/** Somebody guesses. */
export const tooManyCodesAnswer = () =>
  `too many codes in an hour, so nothing was changed. Please use your screen, or call ${brand.support_phone}.`

/** The minutes were too few or too many: nothing happened. */
export function badMinutesAnswer(order_id: number, of: string | null): string {
  return (
    `${orderOf(order_id, of)} still waits: minutes go from ${SHORTEST_PREPARATION_MINUTES} to ` +
    `${LONGEST_PREPARATION_MINUTES}. Text 1 20 to accept it with 20 minutes.`
  )
}

/** Somebody rejects it on a screen, and may still take that back. */
export function beingRejectedAnswer(order_id: number, of: string | null): string {
  return `${orderOf(order_id, of)} is being rejected on a screen. Nothing was changed.`
}

/** Somebody was faster, or it was too late; null for another reason. */
export function notPossibleAnswer(order_id: number, status: OrderStatus | null, of: string | null): string {
  return status
    ? `${orderOf(order_id, of)} is ${status} already. Nothing was changed.`
    : `${orderOf(order_id, of)} cannot be changed.`
}

/** Nothing waits, or no order of this number is theirs. */
export function nothingWaitsAnswer(order_id: number | null): string {
  return order_id === null ? 'no order waits for you.' : `you have no order ${order_id}.`
}

/** The same words came again, and nobody can tell whether they were sent twice; `waiting` is the next order. */
export function againAnswer(waiting: number, of: string | null): string {
  return (
    `we had this text already and did it once. ${orderOf(waiting, of)} still waits: ` +
    `text 1 20 ${waiting} to accept it, 2 ${waiting} to reject it.`
  )
}

type Paused = { name: string; until: Date }

/** All kitchens of this number, each until it opens by itself; a longer pause than was asked for stays. */
export function pausedAnswer(kitchens: readonly Paused[]): string {
  const [one, ...others] = kitchens
  if (!one) return 'nothing was paused.'
  const rest = `paused ${untilText(one)} and get no new orders. Text 8 to open again.`
  if (others.length === 0) return `you are ${rest}`
  const is_same = others.every((other) => untilText(other) === untilText(one))
  if (is_same) {
    const names = kitchens.map(({ name }) => name)
    return named(names, '', ` are ${rest}`)
  }
  const each = `paused are ${kitchens.map(withTime).join(', ')}. Text 8 to open again.`
  return each.length + brand.name.length + 2 <= ONE_PART
    ? each
    : `your ${kitchens.length} kitchens are paused, each until its own time. Text 8 to open again.`
}

const untilText = ({ until }: Paused) =>
  until < UNTIL_CHANGED ? `until ${formatCampusTime(until)}` : 'until you open again'

const withTime = (paused: Paused) => `${cutName(paused.name)(NAME_LENGTH)} ${untilText(paused)}`

/** The kitchens that are open again, and those that stay paused, as somebody paused them at a screen. */
export function openAnswer(opened: readonly string[], stay: readonly string[]): string {
  if (stay.length > 0) {
    const [first, ...others] = opened
    const also = first
      ? `${others.length > 0 ? `${opened.length} are` : `${cutName(first)(NAME_LENGTH)} is`} open. `
      : ''
    return named(
      stay,
      also,
      `: still paused, as somebody said on a screen. Text 8 all to open ${stay.length > 1 ? 'them' : 'it'}.`,
    )
  }
  return opened.length > 1
    ? named(opened, 'the pause of ', ' is over: they take orders in their opening hours.')
    : 'your pause is over: you take orders in your opening hours.'
}

/** All names between two pieces, as long as one part allows; where they become too short, the last ones are counted. */
function named(names: readonly string[], before: string, after: string): string {
  const room = ONE_PART - `${brand.name}: ${before}${after}`.length
  for (let shown = names.length; ; shown--) {
    const more = names.length - shown
    const list = (length: number) => {
      const cut = names.slice(0, shown).map((name) => cutName(name)(length))
      const last = more > 0 ? `${more} more` : cut.pop()
      return cut.length > 0 ? `${cut.join(', ')} and ${last}` : `${last}`
    }
    for (let length = room; length >= SHORTEST_NAME; length--) {
      if (list(length).length <= room) return before + list(length) + after
    }
    if (shown <= 1) return `${before}${names.length} kitchens${after}`
  }
}

function alsoWaits(waiting: readonly number[]): string {
  if (waiting.length === 0) return ''
  const some = waiting.slice(0, 3).join(', ')
  return waiting.length === 1 ? ` Order ${some} still waits.` : ` ${waiting.length} more wait: ${some}.`
}
