import { campusDate, formatCampusDay, formatCampusTime, formatTimeOrDate } from '../../../domain/clock.ts'
import type { RiderShifts } from '../../../domain/delivery/shifts/shift-lists.ts'

type Hours = { begins_at: Date; ends_at: Date }

/** What a rider sees of shifts, in words and campus time. */
export function riderShiftsView({ own, open, offered }: RiderShifts, now: Date) {
  return {
    own: own.map(({ place_id, status, give_up_until, ...hours }) => ({
      ...inWords(hours, now),
      place_id,
      is_offered: status === 'Offered on',
      is_now: hours.begins_at <= now,
      give_up_until: give_up_until && formatTimeOrDate(give_up_until, now),
    })),
    open: open.map(({ shift_id, places, ...hours }) => ({ ...inWords(hours, now), shift_id, places })),
    offered: offered.map(({ place_id, from, ...hours }) => ({ ...inWords(hours, now), place_id, from })),
  }
}

function inWords({ begins_at, ends_at }: Hours, now: Date) {
  const is_today = campusDate(begins_at) === campusDate(now)
  return {
    day: is_today ? 'Today' : formatCampusDay(begins_at),
    hours: `${formatCampusTime(begins_at)} to ${formatCampusTime(ends_at)}`,
  }
}
