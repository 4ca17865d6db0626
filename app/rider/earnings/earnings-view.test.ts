import { expect, test } from 'vitest'
import { kobo } from '../../../domain/money.ts'
import type { RiderRecord } from '../../../domain/ratings/rider-record.ts'
import { ridersView } from '../../admin/analytics/analytics-view.server.ts'
import { ownRecordView } from './earnings-view.server.ts'

test('a rider reads every figure that the admins’ table of riders’ hours has, and closed cases too', () => {
  const hours = { duty_minutes: 120, in_hand_minutes: 90, delivered: 5 }
  const record: RiderRecord = {
    offers: { accepted: 0, declined: 0, missed: 0 },
    delivered: { in_time: 5, late: 0, late_kitchens: 0 },
    rating: null,
    without_pin: { count: 0, unseen: 0 },
    incidents: [],
    borne: [],
    shifts: { had: 0, came: 0 },
    hours,
    weeks: [{ from: '2026-11-01', earned: kobo(300_000), ...hours }],
  }
  const view = ownRecordView(record, { open: 0, closed: 2 })
  const [row] = ridersView([{ rider_id: '', name: 'Musa', ...hours }])
  expect(row).toMatchObject({ duty: '2.0 h', in_hand: '1.5 h', used: '75 %', delivered: '5', an_hour: '2.5' })
  expect(view.shares.at(-1)).toEqual({
    name: 'Time on duty with an order in hand',
    percent: 75,
    said: '2 hours on duty, 1.5 with an order in hand, 5 delivered, 2.5 an hour',
  })
  expect(view.weeks).toMatchObject([{ an_hour: 150_000, an_hour_in_hand: 200_000 }])
  expect(view.seen_besides).toEqual(['2 closed cases about you'])
  const saidOf = (used: typeof hours) => ownRecordView({ ...record, hours: used }, { open: 0, closed: 0 }).shares.at(-1)
  expect(saidOf({ duty_minutes: 1, in_hand_minutes: 0, delivered: 0 })).toMatchObject({
    said: '1 minute on duty, 0 with an order in hand, 0 delivered',
  })
  expect(saidOf({ duty_minutes: 0, in_hand_minutes: 0, delivered: 0 })).toMatchObject({ said: 'Not on duty' })
})
