import { campusDate, formatCampusTime, formatDay } from '../../clock.ts'
import { daysAfter } from '../../delivery/shifts/week.ts'

type Hours = { begins_at: Date; ends_at: Date }

/** `10 Mar, 12:00 to 15:00`, the day on which it begins. */
export const shiftHours = ({ begins_at, ends_at }: Hours): string =>
  `${formatDay(campusDate(begins_at))}, ${formatCampusTime(begins_at)} to ${formatCampusTime(ends_at)}`

/** On riders' bells: shifts of a week, by its Monday, can be taken. */
export const shiftsOpenedNotice = (monday: string): string =>
  `Shifts from ${formatDay(monday)} to ${formatDay(daysAfter(monday, 6))} can be taken now.`

/** On riders' bells: another rider offers a shift. */
export const shiftOfferedNotice = (shift: Hours, from: string): string =>
  `${from} offers a shift: ${shiftHours(shift)}. Take it over if you can.`

/** On riders' bells: a place in a shift is open again. */
export const shiftFreedNotice = (shift: Hours): string => `A shift can be taken: ${shiftHours(shift)}.`

/** On the bell of who has a shift, or had it. */
export const shift_notices = {
  soon: (shift: Hours) => `Your shift begins at ${formatCampusTime(shift.begins_at)}. Go on duty then.`,
  missed: (shift: Hours) =>
    `Your shift began at ${formatCampusTime(shift.begins_at)} and you are not on duty. Go on duty, or call us.`,
  taken_over: (shift: Hours) => `Another rider took your shift over: ${shiftHours(shift)}.`,
  called_off: (shift: Hours, reason: string | null) =>
    `Your shift is called off: ${shiftHours(shift)}.${reason ? ` ${reason}` : ''}`,
} as const
