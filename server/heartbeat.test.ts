import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beat, SILENT_BEATS, watchBeats } from './heartbeat.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const seconds = (count: number) => vi.advanceTimersByTime(count * 1000)

test('a process that goes on is heard, and one that falls silent is told of once', () => {
  const process = new EventEmitter()
  const hangs = vi.fn()
  watchBeats(process, hangs)
  process.emit('message', { port: 3000 })
  const loop = { goes_round: true }
  beat((news) => loop.goes_round && process.emit('message', news))
  seconds(3600)
  expect(hangs).not.toHaveBeenCalled()
  loop.goes_round = false
  seconds(SILENT_BEATS - 1)
  expect(hangs).not.toHaveBeenCalled()
  seconds(3600)
  expect(hangs).toHaveBeenCalledTimes(1)
})

test('one that still starts has longer, and one that ended is not waited for', () => {
  const hangs = vi.fn()
  const starts = new EventEmitter()
  watchBeats(starts, hangs)
  starts.emit('message', { beat: true })
  const stop = watchBeats(new EventEmitter(), () => expect.unreachable('it has ended'))
  seconds(SILENT_BEATS * 9)
  stop()
  expect(hangs).not.toHaveBeenCalled()
  seconds(SILENT_BEATS * 2)
  expect(hangs).toHaveBeenCalledTimes(1)
})
