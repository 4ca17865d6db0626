import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSoldOut, takesOrders, UNTIL_CHANGED } from './availability.ts'
import type { WeekHours } from './opening-hours.ts'
import { SERVICE_HOURS, type ServiceHours } from './service-hours.ts'

const always = SERVICE_HOURS.default
const TUESDAY_NOON = new Date('2026-03-10T11:00:00Z')
const minutesAfter = (instant: Date, minutes: number) => new Date(instant.getTime() + minutes * 60_000)

const lunch: WeekHours = [[], [{ opens: '08:00', closes: '14:00' }], [], [], [], [], []]
const open_for_lunch = { status: 'Active', week_hours: lunch, hours_exceptions: [], paused_until: null }

describe('takesOrders', () => {
  test('an active vendor within its hours does, until it closes', () => {
    expect(takesOrders(open_for_lunch, always, TUESDAY_NOON)).toEqual({
      open: true,
      until: minutesAfter(TUESDAY_NOON, 120),
    })
  })

  test.each(['Pending', 'Inactive'])('a vendor that is %s does not, whatever its hours', (status) => {
    expect(takesOrders({ ...open_for_lunch, status }, always, TUESDAY_NOON)).toMatchObject({
      open: false,
      why: 'inactive',
    })
  })

  test('a closed one does not, and says when it opens', () => {
    expect(takesOrders(open_for_lunch, always, minutesAfter(TUESDAY_NOON, -300))).toMatchObject({
      open: false,
      why: 'closed',
      text: 'Closed. Opens today at 08:00',
    })
    expect(takesOrders({ ...open_for_lunch, week_hours: null }, always, TUESDAY_NOON)).toEqual({
      open: false,
      why: 'closed',
      text: 'Closed',
      until: null,
    })
  })

  test('a paused one does not until its pause ends', () => {
    const until = minutesAfter(TUESDAY_NOON, 30)
    const paused = { ...open_for_lunch, paused_until: until }
    expect(takesOrders(paused, always, TUESDAY_NOON)).toMatchObject({ open: false, why: 'paused', until })
    expect(takesOrders(paused, always, until)).toMatchObject({ open: true })
  })

  test('a pause that outlasts the hours is a closed door at closing time', () => {
    const paused = { ...open_for_lunch, paused_until: UNTIL_CHANGED }
    expect(takesOrders(paused, always, TUESDAY_NOON)).toMatchObject({
      why: 'paused',
      until: minutesAfter(TUESDAY_NOON, 120),
    })
    expect(takesOrders(paused, always, minutesAfter(TUESDAY_NOON, 120))).toMatchObject({ why: 'closed' })
  })

  test('"tomorrow" becomes "today" at midnight, so a page that says so is only good until then', () => {
    const monday_night = new Date('2026-03-09T20:00:00Z')
    const answer = takesOrders(open_for_lunch, always, monday_night)
    expect(answer).toMatchObject({
      text: 'Closed. Opens tomorrow at 08:00',
      until: new Date('2026-03-09T23:00:00Z'),
    })
    expect(takesOrders(open_for_lunch, always, new Date('2026-03-09T23:00:00Z'))).toMatchObject({
      text: 'Closed. Opens today at 08:00',
    })
  })

  describe('within the hours of the marketplace', () => {
    const daily = (opens: string, closes: string): ServiceHours => ({
      week_hours: Array.from({ length: 7 }, () => [{ opens, closes }]),
      hours_exceptions: [],
    })
    const at = (time: string) => new Date(`2026-03-10T${time}:00+01:00`)

    test('whoever closes first decides until when', () => {
      expect(takesOrders(open_for_lunch, daily('07:00', '13:30'), at('12:00'))).toEqual({
        open: true,
        until: at('13:30'),
      })
      expect(takesOrders(open_for_lunch, daily('07:00', '22:00'), at('12:00'))).toEqual({
        open: true,
        until: at('14:00'),
      })
    })

    test('the last minute is open and the next is not, with when it opens again; the first minute is open', () => {
      const service = daily('09:00', '13:30')
      expect(takesOrders(open_for_lunch, service, at('13:29')).open).toBe(true)
      const night_owl = { ...open_for_lunch, week_hours: always.week_hours }
      expect(takesOrders(night_owl, service, at('13:30'))).toEqual({
        open: false,
        why: 'closed',
        text: 'ChowGate is resting. Opens tomorrow at 09:00',
        until: new Date('2026-03-11T00:00:00+01:00'),
      })
      expect(takesOrders(night_owl, service, at('08:59'))).toMatchObject({
        text: 'ChowGate is resting. Opens today at 09:00',
        until: at('09:00'),
      })
      expect(takesOrders(night_owl, service, at('09:00'))).toEqual({ open: true, until: at('13:30') })
    })

    test('a kitchen is said to open when both are open', () => {
      expect(takesOrders(open_for_lunch, daily('09:00', '22:00'), at('07:00'))).toMatchObject({
        text: 'Closed. Opens today at 09:00',
        until: at('08:00'),
      })
      // The vendor is open now, but will be closed when the marketplace opens: its own next day counts.
      expect(takesOrders(open_for_lunch, daily('15:00', '22:00'), at('12:00'))).toMatchObject({
        text: 'Closed',
        until: at('14:00'),
      })
    })

    test('a closed date of the marketplace closes every kitchen that day', () => {
      const service = { ...always, hours_exceptions: [{ date: '2026-03-10', stretches: [] }] }
      const night_owl = { ...open_for_lunch, week_hours: always.week_hours }
      expect(takesOrders(night_owl, service, at('12:00'))).toMatchObject({
        text: 'ChowGate is resting. Opens tomorrow at 00:00',
      })
    })

    test('a pause is said to be one only while both are open', () => {
      const paused = { ...open_for_lunch, paused_until: UNTIL_CHANGED }
      const service = daily('09:00', '13:30')
      expect(takesOrders(paused, service, at('12:00'))).toMatchObject({ why: 'paused', until: at('13:30') })
      expect(takesOrders(paused, service, at('13:30'))).toMatchObject({ why: 'closed' })
    })
  })

  test('says the same thing until `until`, in any week, paused or not', () => {
    const hour = fc.integer({ min: 0, max: 23 }).map((hours) => `${String(hours).padStart(2, '0')}:00`)
    const week = fc.array(fc.array(fc.record({ opens: hour, closes: hour }), { maxLength: 2 }), {
      minLength: 7,
      maxLength: 7,
    })
    const pause = fc.option(fc.integer({ min: -600, max: 3000 }))
    fc.assert(
      fc.property(week, week, pause, fc.nat({ max: 10_079 }), (week_hours, ours, pause_minutes, minute) => {
        const service = { week_hours: ours, hours_exceptions: [] }
        const now = minutesAfter(TUESDAY_NOON, minute)
        const paused_until = pause_minutes === null ? null : minutesAfter(now, pause_minutes)
        const vendor = { status: 'Active', week_hours, hours_exceptions: [], paused_until }
        const { until, ...said } = takesOrders(vendor, service, now)
        const last_minute = until ? (until.getTime() - now.getTime()) / 60_000 : 10_080
        for (let later = 0; later < last_minute; later += 30) {
          const { until: _, ...says } = takesOrders(vendor, service, minutesAfter(now, later))
          if (JSON.stringify(says) !== JSON.stringify(said)) expect(says).toEqual(said)
        }
      }),
      { numRuns: 60 },
    )
  })
})

test('a dish is sold out until its hour, and then it is not', () => {
  expect(isSoldOut({ sold_out_until: null }, TUESDAY_NOON)).toBe(false)
  expect(isSoldOut({ sold_out_until: minutesAfter(TUESDAY_NOON, 1) }, TUESDAY_NOON)).toBe(true)
  expect(isSoldOut({ sold_out_until: TUESDAY_NOON }, TUESDAY_NOON)).toBe(false)
})
