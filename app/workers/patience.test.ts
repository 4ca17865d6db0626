import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withPatience } from './patience.ts'

/** What a test leaves is over by the next, a day later: a module loaded anew would be new for other files too. */
let day = 0
beforeEach(() => {
  vi.useFakeTimers({ now: ++day * 86_400_000 })
})
afterEach(() => vi.useRealTimers())

const answerAfter = (ms: number) =>
  new Promise<Response>((resolve) => setTimeout(() => resolve(new Response('new')), ms))
const waits = async (ms: number, { kept = true, in_full = false } = {}) => {
  const shown = withPatience(answerAfter(ms), { kept, in_full })
  await vi.advanceTimersByTimeAsync(ms)
  const answer = await shown
  return answer instanceof Response ? answer.text() : answer
}

test('a quick answer leaves the patience as it is, however much later the next page is opened', async () => {
  expect(await waits(100)).toBe('new')
  await vi.advanceTimersByTimeAsync(9000)
  expect(await waits(3000)).toBe('new')
})

test('after a page that took too long, the next is awaited briefly, until one came in time', async () => {
  expect(await waits(9000)).toBe('too_slow')
  expect(await waits(1500)).toBe('too_slow')
  expect(await waits(900)).toBe('new')
  expect(await waits(1500)).toBe('new')
})

test('a reload is awaited in full, and so is a page that is not kept', async () => {
  expect(await waits(9000)).toBe('too_slow')
  expect(await waits(9000, { kept: false })).toBe('new')
  expect(await waits(3000, { in_full: true })).toBe('new')
})

test('without a line a kept page comes at once, and nothing is slow afterwards', async () => {
  expect(await withPatience(Promise.reject(new TypeError('Failed to fetch')), { kept: true })).toBe('failed')
  await vi.advanceTimersByTimeAsync(9000)
  expect(await waits(3000)).toBe('new')
})
