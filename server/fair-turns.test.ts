import { expect, test } from 'vitest'
import { createFairTurns } from './fair-turns.ts'

/** Work that ends when told, and the order in which it began. */
function scene(limits: Parameters<typeof createFairTurns>[0]) {
  const inTurn = createFairTurns({ patience_ms: 60_000, ...limits })
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const come = (address: string, name: string) =>
    inTurn(address, () => {
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
  const hanging = inTurn(
    'a',
    () =>
      new Promise<string>((resolve) => {
        finish = () => resolve('late')
      }),
  )
  await expect(inTurn('a', () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
  expect(await inTurn('b', async () => 'beside it')).toBe('beside it')
  finish()
  expect(await hanging).toBe('late')
  expect(await inTurn('b', async () => 'after it')).toBe('after it')
})

test('what comes when too many of its address wait is not kept', () => {
  const { come } = scene({ most_of_one: 1, most_in_all: 2, most_waiting_of_one: 5 })
  const answers = Array.from({ length: 20 }, (_, number) => come('flood', `flood ${number}`))
  expect(answers.filter((answer) => answer === null)).toHaveLength(14)
  expect(come('ada', 'ada')).not.toBeNull()
})
