import { expect, test, vi } from 'vitest'
import { movableClock } from '../domain/clock.ts'
import { hourly } from './hourly.ts'

test('what is done once an hour is tried again five minutes after it failed, and not all the time', async () => {
  const clock = movableClock(new Date('2026-03-10T11:00:00Z'))
  const work = vi.fn().mockRejectedValueOnce(new Error('statement timeout'))
  const task = hourly(clock, work)
  await expect(task.run()).rejects.toThrow('statement timeout')
  clock.advance(5)
  await task.run()
  expect(work).toHaveBeenCalledTimes(1)
  clock.advance(300)
  await task.run()
  expect(work).toHaveBeenCalledTimes(2)
  clock.advance(3599)
  await task.run()
  expect(work).toHaveBeenCalledTimes(2)
  clock.advance(1)
  await task.run()
  expect(work).toHaveBeenCalledTimes(3)
})

test('a clock that is put back by hours keeps it from nothing', async () => {
  const clock = movableClock(new Date('2026-03-10T11:00:00Z'))
  const work = vi.fn()
  const task = hourly(clock, work)
  await task.run()
  clock.advance(-7200)
  await task.run()
  expect(work).toHaveBeenCalledTimes(2)
})
