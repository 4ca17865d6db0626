import { formatCampusTime } from '../../clock.ts'
import { LONGEST_PREPARATION_MINUTES, type OrderStatus, SHORTEST_PREPARATION_MINUTES } from '../../orders/lifecycle.ts'

/** What a kitchen reads when it wrote us a text message; each in one part, after the name of the marketplace. */

const HOW =
  'Text 1 20 to accept the oldest order with 20 minutes, 2 to reject it, 9 to pause for an hour, 8 to open again.'

/** To what nobody understands. */
export const helpAnswer = () => `sorry, we did not understand that. ${HOW}`

type Order = { id: number; ready_by: Date | null }

/** `waiting` are the numbers of the orders that still wait, the oldest first. */
export function acceptedAnswer({ id, ready_by }: Order, waiting: readonly number[]): string {
  const by = ready_by ? `, ready by ${formatCampusTime(ready_by)}` : ''
  return `order ${id} is accepted${by}.${alsoWaits(waiting)}`
}

/** The money is on its way back already. */
export function rejectedAnswer({ id }: Order, waiting: readonly number[]): string {
  return `order ${id} is rejected, and its money goes back.${alsoWaits(waiting)}`
}

/** The minutes were too few or too many: nothing happened. */
export function badMinutesAnswer(order_id: number): string {
  return (
    `order ${order_id} still waits: minutes go from ${SHORTEST_PREPARATION_MINUTES} to ` +
    `${LONGEST_PREPARATION_MINUTES}. Text 1 20 to accept it with 20 minutes.`
  )
}

/** Somebody was faster, or it was too late; null for another reason. */
export function notPossibleAnswer(order_id: number, status: OrderStatus | null): string {
  return status
    ? `order ${order_id} is ${status} already. Nothing was changed.`
    : `order ${order_id} cannot be changed.`
}

/** Nothing waits, or no order of this number is theirs. */
export function nothingWaitsAnswer(order_id: number | null): string {
  return order_id === null ? 'no order waits for you.' : `you have no order ${order_id}.`
}

export function pausedAnswer(until: Date): string {
  return `you are paused until ${formatCampusTime(until)} and get no new orders. Text 8 to open again.`
}

export function openAnswer(): string {
  return 'your pause is over: you take orders in your opening hours.'
}

function alsoWaits(waiting: readonly number[]): string {
  if (waiting.length === 0) return ''
  const some = waiting.slice(0, 3).join(', ')
  return waiting.length === 1 ? ` Order ${some} still waits.` : ` ${waiting.length} more wait: ${some}.`
}
