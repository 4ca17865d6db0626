import { expect, test, vi } from 'vitest'
import { eventually } from '../test/eventually.ts'
import { type Errands, eachDue, laneOf, workOnDue } from './lane.ts'

const complain = (error: unknown) => {
  throw error
}
const hang = () => new Promise<void>(() => {})

/** Due rows, each claimed once, and the list of finished ones. */
function errands(due: string[], work: (row: string) => Promise<void> = async () => {}) {
  const done: string[] = []
  const waiting = [...due]
  const all: Errands<string> = {
    claim: async (limit) => ({ claimed: waiting.splice(0, limit) }),
    async work(row) {
      await work(row)
      done.push(row)
    },
  }
  return { all, done, waiting }
}
const numbered = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at}`)
const hangingOnes = (row: string) => (row.startsWith('hangs') ? hang() : Promise.resolve())

test('any number that hang hold up nobody behind them', async () => {
  const { all, done, waiting } = errands([...numbered('hangs', 100), ...numbered('well', 30)], hangingOnes)
  const lane = laneOf(all, complain)
  while (waiting.length > 0) await lane.run()
  await eventually(() => expect(done).toEqual(numbered('well', 30)))
})

test('a lane is behind while it takes all that it has room for', async () => {
  const { all, waiting } = errands(numbered('well', 25))
  const lane = laneOf(all, complain, { width: 10 })
  const behind: boolean[] = []
  while ((await lane.run()) > 0) behind.push(lane.isBehind())
  expect(waiting).toEqual([])
  expect(behind[0]).toBe(true)
  expect(behind.at(-1)).toBe(false)
})

test('no more than its width are begun at once, and no more than its bound wait for an answer', async () => {
  const { all, waiting } = errands(numbered('hangs', 100), hangingOnes)
  const lane = laneOf(all, complain, { width: 4, most_waiting: 6 })
  expect(await lane.run()).toBe(4)
  while ((await lane.run()) > 0);
  expect(waiting).toHaveLength(94)
})

test('what one throws is told, and the lane goes on', async () => {
  const { all, done } = errands(['breaks', 'well'], async (row) => {
    if (row === 'breaks') throw new Error('this one breaks')
  })
  const complaints: unknown[] = []
  const lane = laneOf(all, (error) => complaints.push(error))
  await lane.run()
  await lane.finish()
  expect(done).toEqual(['well'])
  expect(complaints).toMatchObject([{ message: 'this one breaks' }])
})

test('a stop waits for what has an answer soon, and not for what hangs', async () => {
  vi.useFakeTimers()
  try {
    const { all } = errands(['hangs'], hangingOnes)
    const lane = laneOf(all, complain)
    await lane.run()
    const finished = vi.fn()
    void lane.finish().then(finished)
    await vi.advanceTimersByTimeAsync(1000)
    expect(finished).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2000)
    expect(finished).toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
})

test('worked on and waited for, all are done before what some of them threw is told', async () => {
  const { all, done } = errands(['breaks', 'well', 'breaks too'], async (row) => {
    if (row.startsWith('breaks')) throw new Error(row)
  })
  await expect(workOnDue(all, 10)).rejects.toMatchObject({ name: 'AggregateError', message: /breaks too/ })
  expect(done).toEqual(['well'])
})

test('every row has its turn, and what one of them throws is thrown at the end', async () => {
  const seen: number[] = []
  const work = async (row: number) => {
    seen.push(row)
    if (row === 2) throw new Error('the second is broken')
    return row
  }
  await expect(eachDue([1, 2, 3], work)).rejects.toMatchObject({ errors: [new Error('the second is broken')] })
  expect(seen).toEqual([1, 2, 3])
  expect(await eachDue([1, 3], work)).toBe(4)
  expect(await eachDue([], work)).toBe(0)
})
