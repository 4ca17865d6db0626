import { expect, test } from 'vitest'
import type { PhoneStep } from '../steps/step-store.ts'
import { incidentWithSteps } from './status-with-steps.ts'

const delivery = { incident: null, kitchen_wait: null, wait_minutes: 10, is_put_off: false }
const waitsSince = (minutes_ago: number) => {
  const happened_at = new Date(Date.now() - minutes_ago * 60_000).toISOString()
  const step = { id: 'a', delivery_id: 1, verb: 'wait', happened_at, signature: '' } as const
  const kept: PhoneStep = { id: 'a', owner: 'musa', step, outcome: null, details: null }
  return Math.round((incidentWithSteps(delivery, [kept]).wait?.seconds_left ?? Number.NaN) / 60)
}

test('nobody waits longer for an absent customer because the clock of the phone was put back', () => {
  expect(waitsSince(4)).toBe(6)
  expect(waitsSince(12)).toBe(0)
  expect(waitsSince(-60)).toBe(10)
})
