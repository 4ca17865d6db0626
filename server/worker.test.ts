import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../test/eventually.ts'
import { createLog } from './log.ts'
import { startWorker, type Task } from './worker.ts'

const log = createLog('silent')

/** A task with nothing due, and how often it looked. */
function idle(task: Partial<Task> = {}) {
  const looked = { times: 0 }
  const run = async () => {
    looked.times++
    return 0
  }
  return { looked, task: { name: 'idle', run, rest_ms: 600_000, woken_by: ['sms' as const], ...task } }
}

test('many wakes at once are one look, also for a task that is running just then', async () => {
  const { looked, task } = idle()
  const slow = idle()
  const run = async () => {
    slow.looked.times++
    await sleep(100)
    return 0
  }
  const worker = startWorker([task, { ...slow.task, run }], log)
  for (let wakes = 0; wakes < 50; wakes++) worker.wake()
  await eventually(() => expect([looked.times, slow.looked.times]).toEqual([2, 2]))
  await worker.stop()
  expect([looked.times, slow.looked.times]).toEqual([2, 2])
})

test('what goes by the clock is not woken, and does not keep anybody from stopping', async () => {
  const { looked, task } = idle({ woken_by: [] })
  const other = idle()
  const worker = startWorker([task, other.task], log)
  worker.wake()
  await eventually(() => expect(other.looked.times).toBe(2))
  await worker.stop()
  expect(looked.times).toBe(1)
})

test('only what something is due for is woken', async () => {
  const [texts, mails] = [idle(), idle({ woken_by: ['mail', 'push'] })]
  const worker = startWorker([texts.task, mails.task], log)
  worker.wake(['refund', 'push'])
  await eventually(() => expect(mails.looked.times).toBe(2))
  worker.wake(['sms'])
  await eventually(() => expect(texts.looked.times).toBe(2))
  await worker.stop()
  expect([texts.looked.times, mails.looked.times]).toEqual([2, 2])
})

test('a task that fails is tried again, and the others go on', async () => {
  const failing: Task = { name: 'failing', run: () => Promise.reject(new Error('no database')) }
  const { looked, task } = idle()
  const worker = startWorker([failing, task], log)
  await eventually(() => expect(looked.times).toBe(1))
  await worker.stop()
})

test('a task that took all that was due waits for company, and one that is behind goes on', async () => {
  const found = { all: [3, 0], behind: [3, 0] }
  const looked = { all: 0, behind: 0 }
  const task = (name: keyof typeof found): Task => ({
    name,
    rest_ms: 600_000,
    pause_ms: 600_000,
    isBehind: () => name === 'behind',
    run: async () => {
      looked[name]++
      return found[name].shift() ?? 0
    },
  })
  const worker = startWorker([task('all'), task('behind')], log)
  await eventually(() => expect(looked.behind).toBe(2))
  expect(looked.all).toBe(1)
  // Nor does it keep anybody from stopping.
  await worker.stop()
  expect(looked.all).toBe(1)
})

test('no task rests for less than is asked for, and is woken all the same', async () => {
  const { looked, task } = idle({ rest_ms: 1 })
  const worker = startWorker([task], log, { least_rest_ms: 600_000 })
  await eventually(() => expect(looked.times).toBe(1))
  await sleep(200)
  expect(looked.times).toBe(1)
  worker.wake(['sms'])
  await eventually(() => expect(looked.times).toBe(2))
  await worker.stop()
})
