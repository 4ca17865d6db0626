import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createServerClock } from './server-clock.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 5_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const SAID = 1_700_000_000_000
const after = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

/** A page opened on a phone that remembers `stored`; null where it remembers nothing for pages. */
function page(stored: Map<string, string> | null) {
  const refuse = () => {
    throw new Error('refused')
  }
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (stored ? (stored.get(key) ?? null) : refuse()),
    setItem: (key: string, value: string) => (stored ? stored.set(key, value) : refuse()),
  })
  return createServerClock()
}

test.each([
  ['a phone', new Map()],
  ['a phone that remembers nothing', null],
])('on %s whose time is wrong, what has just come is new, and what comes once more is older', (_, stored) => {
  const { ageMs } = page(stored)
  expect(ageMs(SAID)).toBe(0)
  after(20_000)
  expect(ageMs(SAID)).toBe(20_000)
  expect(ageMs(SAID + 18_000)).toBe(0)
  after(1000)
  expect(ageMs(SAID)).toBe(19_000)
})

test('a page that is opened later knows how old what it shows is', () => {
  const stored = new Map<string, string>()
  const before = page(stored)
  expect(before.ageMs(SAID)).toBe(0)
  after(600_000)
  const opened = page(stored)
  expect(opened.ageMs(SAID)).toBe(600_000)
  expect(opened.ageMs(SAID + 900_000)).toBe(0)
  // The one before hears of it.
  expect(before.ageMs(SAID + 900_000)).toBe(0)
  after(-3_600_000)
  expect(opened.ageMs(SAID + 900_000)).toBe(0)
})

test('what somebody else wrote there is nothing', () => {
  for (const text of ['{', '7', '{"said_ms":"x"}']) {
    const { ageMs } = page(new Map([['newest-answer', text]]))
    expect(ageMs(SAID)).toBe(0)
  }
})
