import { expect, test } from 'vitest'
import { LUNCH_TIME } from '../../test/world.ts'
import { PROBLEM_DAYS, problemLinkOpens } from './problem-link.ts'

const daysLater = (days: number, ms = 0) => new Date(LUNCH_TIME.getTime() + days * 86_400_000 + ms)
const opens = (ended_at: Date | null, decided: readonly (Date | null)[], now: Date) =>
  problemLinkOpens({ ended_at, claims: decided.map((decided_at) => ({ decided_at })) }, now)

test('the link opens while an order is under way, and some days after its end', () => {
  expect(opens(null, [], daysLater(400))).toBe(true)
  expect(opens(LUNCH_TIME, [], daysLater(PROBLEM_DAYS))).toBe(true)
  expect(opens(LUNCH_TIME, [], daysLater(PROBLEM_DAYS, 1))).toBe(false)
})

test('it opens for an open claim, and some days after the last decision', () => {
  expect(opens(LUNCH_TIME, [daysLater(1), null], daysLater(400))).toBe(true)
  expect(opens(LUNCH_TIME, [daysLater(1), daysLater(9)], daysLater(9 + PROBLEM_DAYS))).toBe(true)
  expect(opens(LUNCH_TIME, [daysLater(9), daysLater(1)], daysLater(9 + PROBLEM_DAYS, 1))).toBe(false)
})
