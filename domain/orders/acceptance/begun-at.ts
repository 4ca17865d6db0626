import { sql } from 'drizzle-orm'
import { campusDate, formatCampusDay, formatCampusTime, nextCampusMidnight } from '../../clock.ts'
import { orders } from '../tables.ts'

/** How long a slot is for which food is ordered for later. */
export const SLOT_MINUTES = 15

/** From when on a kitchen has to do with an order: from its payment, or from when it should begin if that is later. */
export function begunAt({ begin_at, created_at }: { begin_at: Date | null; created_at: Date }): Date {
  return begin_at ?? created_at
}

/** The same in the database. */
export const begun_at = sql<Date>`coalesce(${orders.begin_at}, ${orders.created_at})`.mapWith(orders.created_at)

/** The end of a slot. */
export function slotEnd(slot_from: Date): Date {
  return new Date(slot_from.getTime() + SLOT_MINUTES * 60_000)
}

/** "today 18:00-18:15", "tomorrow 18:00-18:15", or with the day. */
export function slotText(slot_from: Date, now: Date): string {
  const days = [
    ['today', now],
    ['tomorrow', nextCampusMidnight(now)],
  ] as const
  const near = days.find(([, day]) => campusDate(day) === campusDate(slot_from))
  const [day] = near ?? [formatCampusDay(slot_from)]
  return `${day} ${slotTimes(slot_from)}`
}

/** "18:00-18:15". */
export function slotTimes(slot_from: Date): string {
  return `${formatCampusTime(slot_from)}-${formatCampusTime(slotEnd(slot_from))}`
}
