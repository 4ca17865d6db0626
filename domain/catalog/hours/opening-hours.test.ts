import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { campusTime } from '../../clock.ts'
import { describeOpening, describeWeek, type HoursException, openState, type WeekHours } from './opening-hours.ts'

/** `Tue 14:30` of the week of Monday 9 March 2026, in campus time. */
function at(text: string): Date {
  const [day = '', time = ''] = text.split(' ')
  const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(day)
  return new Date(Date.parse(`2026-03-09T${time}:00+01:00`) + weekday * 86_400_000)
}

/** A week in which only the named days are open: `{ Tue: ['08:00-20:00'] }`. */
function week(days: Partial<Record<string, string[]>>): WeekHours {
  return ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((name) =>
    (days[name] ?? []).map((text) => {
      const [opens = '', closes = ''] = text.split('-')
      return { opens, closes }
    }),
  )
}

const every_day = (...stretches: string[]) =>
  week({
    Mon: stretches,
    Tue: stretches,
    Wed: stretches,
    Thu: stretches,
    Fri: stretches,
    Sat: stretches,
    Sun: stretches,
  })

describe('openState', () => {
  test.each([
    ['an ordinary day', { Tue: ['08:00-20:00'] }, 'Tue 12:00', true, 'Tue 20:00'],
    ['the minute it opens', { Tue: ['08:00-20:00'] }, 'Tue 08:00', true, 'Tue 20:00'],
    ['the minute it closes', { Tue: ['08:00-20:00'], Wed: ['09:00-10:00'] }, 'Tue 20:00', false, 'Wed 09:00'],
    ['between two stretches', { Tue: ['08:00-12:00', '14:00-20:00'] }, 'Tue 13:00', false, 'Tue 14:00'],
    ['two stretches that touch', { Tue: ['08:00-12:00', '12:00-20:00'] }, 'Tue 09:00', true, 'Tue 20:00'],
    ['two that overlap', { Tue: ['08:00-13:00', '12:00-20:00'] }, 'Tue 09:00', true, 'Tue 20:00'],
    ['two that touch at midnight', { Tue: ['18:00-24:00'], Wed: ['00:00-03:00'] }, 'Tue 19:00', true, 'Wed 03:00'],
    ['the evening of a night', { Tue: ['18:00-02:00'] }, 'Tue 23:59', true, 'Wed 02:00'],
    ['the small hours of a night', { Tue: ['18:00-02:00'] }, 'Wed 01:59', true, 'Wed 02:00'],
    ['a night after it ended', { Tue: ['18:00-02:00'], Thu: ['08:00-09:00'] }, 'Wed 02:00', false, 'Thu 08:00'],
    ['a day that opens and closes at one time', { Tue: ['08:00-08:00'] }, 'Wed 07:59', true, 'Wed 08:00'],
    ['a day of 24 hours', { Tue: ['00:00-24:00'] }, 'Tue 00:00', true, 'Wed 00:00'],
  ])('%s', (_, days, now, open, changes_at) => {
    expect(openState(week(days), at(now))).toEqual({ open, changes_at: at(changes_at) })
  })

  test('a Sunday night runs into Monday, over the end of the week', () => {
    const hours = week({ Sun: ['20:00-04:00'] })
    expect(openState(hours, at('Mon 03:00'))).toEqual({ open: true, changes_at: at('Mon 04:00') })
    const sunday = at('Sun 21:00')
    expect(openState(hours, sunday).changes_at).toEqual(new Date(sunday.getTime() + 7 * 3_600_000))
  })

  test('never changes without hours, in a week of closed days, and around the clock', () => {
    expect(openState(null, at('Tue 12:00'))).toEqual({ open: false, changes_at: null })
    expect(openState(week({}), at('Tue 12:00'))).toEqual({ open: false, changes_at: null })
    expect(openState(every_day('00:00-24:00'), at('Tue 12:00'))).toEqual({ open: true, changes_at: null })
    expect(openState(every_day('06:00-06:00'), at('Tue 12:00'))).toEqual({ open: true, changes_at: null })
  })

  test('agrees with a scan of every minute of the week, in any week of hours', () => {
    fc.assert(
      fc.property(weeks, instants, (hours, now) => {
        const open_minutes = scanWeek(hours)
        const { weekday, minute_of_day } = campusTime(now)
        const minute = weekday * 1440 + minute_of_day
        const open = open_minutes[minute]
        const wait = Array.from({ length: 10_080 }, (_, i) => i).find(
          (i) => open_minutes[(minute + i) % 10_080] !== open,
        )
        const this_minute = Math.floor(now.getTime() / 60_000) * 60_000
        expect(openState(hours, now)).toEqual({
          open,
          changes_at: wait === undefined ? null : new Date(this_minute + wait * 60_000),
        })
      }),
    )
  })
})

// Half hours, so that stretches often touch, and some odd minutes, so that they sometimes do not.
const times = fc
  .oneof(
    fc.integer({ min: 0, max: 47 }).map((half) => half * 30),
    fc.integer({ min: 0, max: 1439 }),
  )
  .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)
const stretches = fc.record({ opens: times, closes: fc.oneof(times, fc.constant('24:00')) })
const weeks: fc.Arbitrary<WeekHours> = fc.array(fc.array(stretches, { maxLength: 3 }), {
  minLength: 7,
  maxLength: 7,
})
const instants = fc.date({ min: at('Mon 00:00'), max: at('Sun 23:59'), noInvalidDate: true })

/** Whether it is open in each minute of a week, found by stepping through it instead of computing. */
function scanWeek(hours: WeekHours): boolean[] {
  const open = new Array<boolean>(10_080).fill(false)
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  hours.forEach((day, weekday) => {
    for (const { opens, closes } of day) {
      let left = minutes(closes) - minutes(opens)
      if (left <= 0) left += 1440
      for (let minute = weekday * 1440 + minutes(opens); left > 0; left--, minute++) open[minute % 10_080] = true
    }
  })
  return open
}

describe('a date with hours of its own', () => {
  const weekdays = week({ Mon: ['08:00-20:00'], Tue: ['08:00-20:00'], Wed: ['08:00-20:00'] })

  test.each([
    ['closed on a holiday', 'Tue 12:00', '2026-03-10', [], false, 'Wed 08:00'],
    ['closed tomorrow', 'Mon 21:00', '2026-03-10', [], false, 'Wed 08:00'],
    ['open longer today', 'Tue 20:30', '2026-03-10', ['08:00-23:00'], true, 'Tue 23:00'],
    ['open on a day that is usually closed', 'Thu 12:00', '2026-03-12', ['10:00-14:00'], true, 'Thu 14:00'],
    ['a long night that ends today', 'Wed 01:00', '2026-03-10', ['18:00-02:00'], true, 'Wed 02:00'],
    ['a holiday that is over', 'Wed 12:00', '2026-03-10', [], true, 'Wed 20:00'],
  ])('%s', (_, now, date, hours, open, changes_at) => {
    const stretches = hours.map((text) => ({ opens: text.slice(0, 5), closes: text.slice(6) }))
    expect(openState(weekdays, at(now), [{ date, stretches }])).toEqual({ open, changes_at: at(changes_at) })
  })

  test('is told by its date when it is far away', () => {
    const reopening = [{ date: '2026-04-02', stretches: [{ opens: '08:00', closes: '20:00' }] }]
    expect(nextOpening(week({}), at('Tue 12:00'), reopening)).toBe('Opens 2 Apr at 08:00')
  })

  test('agrees with a walk through every minute of the days around it', () => {
    const days = 30
    const first_day = Date.parse('2026-03-01T00:00:00+01:00')
    const dates = fc.integer({ min: 0, max: 19 }).map((day) => `2026-03-${String(day + 1).padStart(2, '0')}`)
    const exceptions = fc.uniqueArray(fc.record({ date: dates, stretches: fc.array(stretches, { maxLength: 2 }) }), {
      selector: ({ date }) => date,
      maxLength: 4,
    })
    fc.assert(
      fc.property(weeks, exceptions, instants, (hours, dated, now) => {
        const open_minutes = walkDays(hours, dated, days)
        const minute = Math.floor((now.getTime() - first_day) / 60_000)
        const open = open_minutes[minute] ?? false
        const next = open_minutes.findIndex((is_open, later) => later > minute && is_open !== open)
        const state = openState(hours, now, dated)
        expect(state.open).toBe(open)
        const known_until = first_day + (days - 1) * 86_400_000
        if (next >= 0 && next < (days - 1) * 1440) {
          expect(state.changes_at).toEqual(new Date(first_day + next * 60_000))
        } else if (state.changes_at) {
          expect(state.changes_at.getTime()).toBeGreaterThanOrEqual(known_until - 86_400_000)
        }
      }),
    )
  })
})

/** Whether it is open in each minute from 1 March 2026, a Sunday, on. */
function walkDays(hours: WeekHours, exceptions: readonly HoursException[], days: number): boolean[] {
  const open = new Array<boolean>(days * 1440).fill(false)
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  for (let day = -1; day < days; day++) {
    const date = new Date(Date.UTC(2026, 2, 1 + day)).toISOString().slice(0, 10)
    const usual = hours[(day + 7 + 6) % 7] ?? []
    for (const { opens, closes } of exceptions.find((exception) => exception.date === date)?.stretches ?? usual) {
      const length = minutes(closes) - minutes(opens)
      const start = day * 1440 + minutes(opens)
      open.fill(true, Math.max(0, start), Math.max(0, start + (length > 0 ? length : length + 1440)))
    }
  }
  return open
}

function nextOpening(hours: WeekHours, now: Date, exceptions?: readonly HoursException[]): string {
  const { changes_at } = openState(hours, now, exceptions)
  return describeOpening(changes_at ?? now, now)
}

describe('the next opening in words', () => {
  test.each([
    ['later today', { Tue: ['14:00-20:00'] }, 'Tue 12:00', 'Opens today at 14:00'],
    ['tomorrow', { Wed: ['08:30-20:00'] }, 'Tue 21:00', 'Opens tomorrow at 08:30'],
    ['on a later day', { Sat: ['10:00-18:00'] }, 'Tue 21:00', 'Opens Sat at 10:00'],
    ['over the end of the week', { Mon: ['08:00-20:00'] }, 'Sun 12:00', 'Opens tomorrow at 08:00'],
    ['today a week from now', { Tue: ['08:00-20:00'] }, 'Tue 21:00', 'Opens Tue at 08:00'],
  ])('%s', (_, days, now, text) => {
    expect(nextOpening(week(days), at(now))).toBe(text)
  })
})

test.each([
  [every_day('08:00-20:00'), 'Mon-Sun 08:00-20:00'],
  [every_day('00:00-24:00'), 'Open 24 hours'],
  [week({ Mon: ['08:00-20:00'], Tue: ['08:00-20:00'], Sat: ['10:00-18:00'] }), 'Mon-Tue 08:00-20:00, Sat 10:00-18:00'],
  [week({ Wed: ['08:00-12:00', '14:00-20:00'] }), 'Wed 08:00-12:00 and 14:00-20:00'],
  [week({}), ''],
])('a week folds equal days and leaves closed ones out: %#', (hours, text) => {
  expect(describeWeek(hours)).toBe(text)
})
