import { HOUR_MS, MINUTE_MS } from '../clock.ts'
import { carried_statuses, type DeliveryStatus } from '../delivery/lifecycle.ts'

/** What each side may write about an order, and how fast (decision 155). Whoever needs more should call. */
export const MOST_LINES_OF_ONE = 40
export const MOST_AT_ONCE = 5
export const AT_ONCE_MS = 2 * MINUTE_MS

/** So long after its end a customer may still write to us, and so long the page shows what was written. */
export const WRITES_FOR_MS = 2 * HOUR_MS
export const SHOWN_FOR_MS = 24 * HOUR_MS

/** A line that nobody has read by then goes by text message; never two of a thread within `SMS_APART_MS`. */
export const UNREAD_MS = 2 * MINUTE_MS
export const SMS_APART_MS = 5 * MINUTE_MS

type OfOrder = { ended_at: Date | null }

const sinceEnd = ({ ended_at }: OfOrder, now: Date) => (ended_at ? now.getTime() - ended_at.getTime() : 0)

/** Whether its customer may write to the desk about an order: while it is under way, and a while after. */
export const mayWriteToDesk = (order: OfOrder, now: Date): boolean => sinceEnd(order, now) <= WRITES_FOR_MS

/** Whether what was written is still shown by its link, and may be answered by the desk: links are passed on. */
export const isChatShown = (order: OfOrder, now: Date): boolean => sinceEnd(order, now) <= SHOWN_FOR_MS

/** Whether somebody has it whom its customer can write to, and who can answer. */
export function hasRider({ status, rider_id }: { status: DeliveryStatus | null; rider_id: string | null }): boolean {
  const carried: readonly (DeliveryStatus | null)[] = carried_statuses
  return rider_id !== null && carried.includes(status)
}
