import { expect, test } from 'vitest'
import { ageText, timeLeft } from './time-words.ts'

const now_ms = Date.parse('2026-03-10T11:00:00Z')
const minutes = (count: number) => now_ms + count * 60_000
const cooking = { status: 'Accepted' as const, lapses_ms: null }
const waits = { status: 'Pending' as const, due_ms: null }

test.each([
  [{ ...waits, lapses_ms: minutes(11) }, 'Answer within 11:00', 'soon'],
  [{ ...waits, lapses_ms: minutes(1.1) }, 'Answer within 1:06', 'late'],
  [{ ...waits, lapses_ms: minutes(-1) }, 'Answer now: it is being given up', 'late'],
  [{ ...waits, lapses_ms: null }, 'Waits until you open', 'fine'],
  [{ ...cooking, due_ms: minutes(12) }, 'Ready in 12 min', 'fine'],
  [{ ...cooking, due_ms: minutes(2) }, 'Ready in 2 min', 'soon'],
  [{ ...cooking, due_ms: minutes(-2.5) }, 'Late by 3 min', 'late'],
  [{ ...cooking, due_ms: minutes(-75) }, 'Late by 1 h 15 min', 'late'],
  [{ ...cooking, status: 'Picked up' as const, due_ms: minutes(9) }, 'At the door in 9 min', 'fine'],
  [{ ...cooking, status: 'Completed' as const, due_ms: null }, '', 'fine'],
])('%o reads %s', (card, text, state) => {
  expect(timeLeft(card, now_ms)).toEqual({ text, state })
})

test.each([
  [minutes(0.5), 'just now'],
  [minutes(-12.9), '12 min ago'],
  [minutes(-61), '1 h 1 min ago'],
  [minutes(-3000), '2 d ago'],
])('an order since %d reads %s', (since_ms, text) => {
  expect(ageText({ since_ms }, now_ms)).toBe(text)
})
