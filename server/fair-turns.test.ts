import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Asker, createFairTurns } from './fair-turns.ts'

/** Work that ends when told, and the order in which it began. */
function scene(limits: Parameters<typeof createFairTurns>[0]) {
  const inTurn = createFairTurns({ patience_ms: 60_000, ...limits })
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const come = (address: string, name: string, of: Omit<Asker, 'address'> = {}) =>
    inTurn({ address, ...of }, () => {
      began.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { come, end, began }
}

test('a thousand of one address are worked on a few at a time, and a stranger begins beside them at once', async () => {
  const { come, end, began } = scene({ most_of_one: 3, most_in_all: 10 })
  for (let number = 0; number < 1000; number++) void come('flood', `flood ${number}`)
  expect(began).toEqual(['flood 0', 'flood 1', 'flood 2'])
  void come('ada', 'ada')
  expect(began.at(-1)).toBe('ada')
  await end('flood 1')
  await end('ada')
  expect(began.slice(4)).toEqual(['flood 3'])
})

test('where many addresses wait they take turns, however much each has sent', async () => {
  const { come, end, began } = scene({ most_of_one: 2, most_in_all: 2 })
  for (let number = 0; number < 4; number++) void come('a', `a${number}`)
  for (let number = 0; number < 2; number++) void come('b', `b${number}`)
  void come('c', 'c0')
  for (const name of ['a0', 'a1', 'a2', 'b0', 'c0']) await end(name)
  expect(began).toEqual(['a0', 'a1', 'a2', 'b0', 'c0', 'a3', 'b1'])
})

test('what waits for something outside gives its place up; what fails leaves', async () => {
  const inTurn = createFairTurns({ most_of_one: 1, most_in_all: 1, patience_ms: 1 })
  let finish = () => {}
  const [a, b] = [{ address: 'a' }, { address: 'b' }]
  const hanging = inTurn(
    a,
    () =>
      new Promise<string>((resolve) => {
        finish = () => resolve('late')
      }),
  )
  await expect(inTurn(a, () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
  expect(await inTurn(b, async () => 'beside it')).toBe('beside it')
  finish()
  expect(await hanging).toBe('late')
  expect(await inTurn(b, async () => 'after it')).toBe('after it')
})

test('those that gave up their place are bounded too, of one address and in all', async () => {
  const limits = { most_of_one: 9, most_in_all: 9, most_under_way_of_one: 2, most_under_way: 3, patience_ms: 1 }
  const { come, end, began } = scene(limits)
  for (const [address, name] of ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => [name.slice(0, 1), name] as const)) {
    void come(address, name)
  }
  expect(began).toEqual(['a1', 'a2', 'b1'])
  await sleep(20)
  expect(began).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(began).toEqual(['a1', 'a2', 'b1', 'b2'])
  await end('a1')
  expect(began.at(-1)).toBe('a3')
})

test('one whose own visitor is slow counts for nobody', async () => {
  const { come, began } = scene({ most_of_one: 1, most_in_all: 1, most_under_way: 1, patience_ms: 1 })
  void come('a', 'a form in drops', { isSlow: () => true })
  await sleep(20)
  void come('b', 'b')
  expect(began).toEqual(['a form in drops', 'b'])
})

test('whoever has left is not worked for, and the next one begins', async () => {
  const { come, end, began } = scene({ most_of_one: 1, most_in_all: 1 })
  let has_left = false
  void come('a', 'a1')
  const left = come('a', 'a2', { hasLeft: () => has_left })
  void come('a', 'a3')
  has_left = true
  await end('a1')
  expect(await left).toBeNull()
  expect(began).toEqual(['a1', 'a3'])
})

test('whoever waits for too long is told so, and does not begin afterwards', async () => {
  const { come, end, began } = scene({ most_of_one: 1, most_in_all: 1, longest_wait_ms: 1 })
  void come('a', 'a1')
  expect(await come('a', 'a2')).toBeNull()
  await end('a1')
  void come('a', 'a3')
  expect(began).toEqual(['a1', 'a3'])
})

test('what comes when too many of its address wait, or too many in all, is not kept', async () => {
  const { come } = scene({ most_of_one: 1, most_in_all: 2, most_waiting_of_one: 5, most_waiting: 7 })
  const refused: string[] = []
  for (const [address, count] of [
    ['flood', 20],
    ['another', 20],
    ['ada', 1],
  ] as const) {
    for (let number = 0; number < count; number++) {
      void come(address, `${address} ${number}`).then((answer) => answer === null && refused.push(address))
    }
  }
  await sleep(20)
  const of = (address: string) => refused.filter((one) => one === address).length
  expect([of('flood'), of('another'), of('ada')]).toEqual([14, 17, 1])
})
