import { campusDate, formatCampusTime, formatDay } from '../../../domain/clock.ts'
import type { PlaceStatus } from '../../../domain/delivery/shifts/lifecycle.ts'
import type { PlannedShift } from '../../../domain/delivery/shifts/shift-lists.ts'
import { daysAfter, mondayOf } from '../../../domain/delivery/shifts/week.ts'
import { formatPhone, parsePhone } from '../../../domain/phone.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

type Place = PlannedShift['places'][number]

/** A week of shifts in words, its days and its neighbours. */
export function weekView(planned: readonly PlannedShift[], monday: string, now: Date) {
  const days = weekdays.map((name, index) => {
    const day = daysAfter(monday, index)
    const of_day = planned.filter(({ shift }) => campusDate(shift.begins_at) === day)
    const places = of_day.flatMap((one) => one.places).filter(({ status }) => status !== 'Called off')
    return { day, name, date: formatDay(day), taken: takenOf(places), places: places.length }
  })
  return {
    days,
    week: `${formatDay(monday)} to ${formatDay(daysAfter(monday, 6))}`,
    monday,
    previous: daysAfter(monday, -7),
    next: daysAfter(monday, 7),
    is_now: monday === mondayOf(campusDate(now)),
    newest_id: Math.max(0, ...planned.map(({ shift }) => shift.id)),
    planned: planned.flatMap(({ places }) => places).filter(({ status }) => status === 'Planned').length,
    rows: planned.map((one) => rowOf(one, now)),
  }
}

export type WeekDay = ReturnType<typeof weekView>['days'][number]
export type ShiftRow = ReturnType<typeof rowOf>

function rowOf({ shift, places }: PlannedShift, now: Date) {
  const { id, begins_at, ends_at } = shift
  const day = campusDate(begins_at)
  const weekday = (new Date(day).getUTCDay() + 6) % 7
  const alive = places.filter(({ status }) => status !== 'Called off')
  return {
    id,
    day: `${weekdays[weekday]} ${formatDay(day)}`,
    hours: `${formatCampusTime(begins_at)} to ${formatCampusTime(ends_at)}`,
    places: alive.length === 0 ? '' : `${takenOf(alive)} of ${alive.length}`,
    state: stateOf(alive, { begins_at, ends_at }, now),
    riders: alive.flatMap((place) => {
      if (!place.rider) return []
      const phone = parsePhone(place.phone ?? '')
      return [{ name: place.rider, said: saidOf(place, begins_at <= now), phone: phone && formatPhone(phone) }]
    }),
    can_call_off: ends_at > now && alive.some(({ status }) => status !== 'Ended'),
  }
}

const takenOf = (places: readonly Place[]) => places.filter(({ rider }) => rider !== null).length

function stateOf(alive: readonly Place[], { begins_at, ends_at }: { begins_at: Date; ends_at: Date }, now: Date) {
  if (alive.length === 0) return 'Called off'
  if (ends_at <= now || alive.every(({ status }) => status === 'Ended')) return 'Over'
  if (alive.every(({ status }) => status === 'Planned')) return 'Planned, riders do not see it'
  return begins_at <= now ? 'Now' : alive.some(({ status }) => status === 'Open') ? 'Open' : 'Taken'
}

const words: Readonly<Partial<Record<PlaceStatus, string>>> = { 'Offered on': 'offers it to others' }

function saidOf({ status, came, missed }: Place, has_begun: boolean): string {
  if (came) return 'came'
  if (status === 'Ended') return 'did not come'
  if (missed) return 'has not come'
  return words[status] ?? (has_begun ? 'not on duty yet' : '')
}
