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

/**
 * A page opened on a phone that remembers `stored`, null where it remembers nothing for pages; as the worker kept it,
 * where it says when.
 */
function page(stored: Map<string, string> | null, kept_at?: number) {
  vi.stubGlobal('document', { body: { dataset: kept_at === undefined ? {} : { kept: String(kept_at) } } })
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

test('a page that was kept before anybody opened it is as old as that, and what comes next is new', () => {
  const stored = new Map<string, string>()
  expect(page(stored).ageMs(SAID)).toBe(0)
  const kept_at = Date.now() + 60_000
  after(600_000)
  const { ageMs } = page(stored, kept_at)
  expect(ageMs(SAID + 60_000)).toBeGreaterThanOrEqual(540_000)
  // Another part of the same page.
  expect(ageMs(SAID + 60_050)).toBeGreaterThanOrEqual(540_000)
  expect(ageMs(SAID + 600_000)).toBe(0)
})

test("what comes after our server's clock was put back is new once a stream has told its time", () => {
  const stored = new Map<string, string>()
  const { ageMs, hearTime } = page(stored)
  expect(ageMs(SAID)).toBe(0)
  after(1000)
  // A server from before it told its time, and one whose beat was late.
  for (const told of [0, SAID - 30_000]) hearTime(told)
  expect(ageMs(SAID)).toBe(1000)
  hearTime(SAID - 3_600_000)
  after(5000)
  expect(ageMs(SAID - 3_595_000)).toBe(0)
  after(20_000)
  expect(page(stored).ageMs(SAID - 3_595_000)).toBe(20_000)
})
