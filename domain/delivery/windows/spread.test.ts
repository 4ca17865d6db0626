import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beyond, learned, quantile, spreadOf, sum } from './spread.ts'

const minutes = fc.integer({ min: 0, max: 120 })
const spread = fc.array(minutes, { minLength: 2, maxLength: 40 }).map((values) => values.sort((a, b) => a - b))
const one = (values: readonly number[]) => values.map((value) => ({ value, weight: 1 }))

test('few measurements leave the belief standing, many replace it', () => {
  const belief = [10, 10, 10]
  const after = (many: number) => quantile(learned(belief, 6, one(Array(many).fill(30))), 0.5)
  expect(after(0)).toBe(10)
  expect(after(2)).toBeLessThan(20)
  expect(after(60)).toBe(30)
})

test('older measurements count less', () => {
  const measured = [
    { value: 30, weight: 0.1 },
    { value: 10, weight: 1 },
  ]
  expect(quantile(spreadOf(measured), 0.5)).toBeLessThan(15)
})

test('what is added up lies between the least and the most, and is surer than both parts at their worst', () => {
  fc.assert(
    fc.property(spread, spread, fc.double({ min: 0, max: 1, noNaN: true }), (left, right, share) => {
      const value = quantile(sum(left, right), share)
      expect(value).toBeGreaterThanOrEqual((left[0] ?? 0) + (right[0] ?? 0))
      expect(value).toBeLessThanOrEqual((left.at(-1) ?? 0) + (right.at(-1) ?? 0))
    }),
  )
  const part = Array.from({ length: 20 }, (_, place) => place)
  expect(quantile(sum(part, part), 0.95)).toBeLessThan(2 * quantile(part, 0.95) - 3)
})

test('a higher share is never a smaller value', () => {
  fc.assert(
    fc.property(spread, fc.double({ min: 0, max: 0.9, noNaN: true }), (values, share) => {
      expect(quantile(values, share)).toBeLessThanOrEqual(quantile(values, share + 0.1))
    }),
  )
})

test('what is not over yet comes later than now', () => {
  expect(beyond([5, 10, 20], 7)).toEqual([10, 20])
  expect(beyond([5, 10, 20], 30)).toEqual([30])
})
