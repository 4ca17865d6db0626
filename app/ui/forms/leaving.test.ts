import { expect, test, vi } from 'vitest'
import { holdWhileLeaving, leavePage } from './leaving.ts'

test('what is loaded for a page that is left leads nowhere, until it is clear that it stays', async () => {
  vi.useFakeTimers()
  const results = { 'admin/dashboard': { type: 'data', result: 'a redirect to the login' } } as const
  const load = () => holdWhileLeaving({} as Parameters<typeof holdWhileLeaving>[0], async () => ({ ...results }))
  expect(await load()).toEqual(results)
  leavePage()
  const told = vi.fn()
  void Promise.resolve(load()).then(told)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  expect(told).toHaveBeenCalledExactlyOnceWith(results)
  expect(await load()).toEqual(results)
  vi.useRealTimers()
})
