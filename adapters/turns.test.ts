import { expect, test } from 'vitest'
import { turns } from './turns.ts'

test('never more than so many at once, in the order in which they came, also past one that fails', async () => {
  const inTurn = turns(2)
  const began: number[] = []
  let under_way = 0
  let most = 0
  const work = (number: number) =>
    inTurn(async () => {
      began.push(number)
      most = Math.max(most, ++under_way)
      await new Promise((resolve) => setImmediate(resolve))
      under_way--
      if (number === 3) throw new Error('a bad one')
      return number
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, number) => work(number)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(19)
  expect(began).toEqual(Array.from({ length: 20 }, (_, number) => number))
  expect(most).toBe(2)
})
