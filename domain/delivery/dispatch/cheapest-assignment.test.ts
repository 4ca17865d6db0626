import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cheapestAssignment } from './cheapest-assignment.ts'

const assign = (costs: number[][]) => [
  ...cheapestAssignment(
    costs.map((row) => Float64Array.from(row)),
    costs[0]?.length ?? 0,
  ),
]

test('the sum counts, not the best of each', () => {
  expect(
    assign([
      [1, 2, 9],
      [1, 5, 9],
    ]),
  ).toEqual([1, 0])
})

test('what cannot be is not done', () => {
  const never = Number.POSITIVE_INFINITY
  expect(
    assign([
      [never, 3],
      [never, 1],
    ]),
  ).toEqual([-1, 1])
})

test('more rows than columns is a mistake', () => {
  expect(() => assign([[1], [2]])).toThrow(RangeError)
})

test('no other assignment is cheaper', () => {
  const matrices = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 2 })).chain(([rows, more]) =>
    fc.array(fc.array(fc.integer({ min: -20, max: 60 }), { minLength: rows + more, maxLength: rows + more }), {
      minLength: rows,
      maxLength: rows,
    }),
  )
  fc.assert(
    fc.property(matrices, (costs) => {
      const columns = assign(costs)
      expect(new Set(columns).size).toBe(costs.length)
      const sum = columns.reduce((total, column, row) => total + (costs[row]?.[column] ?? Number.NaN), 0)
      expect(sum).toBe(cheapestSum(costs, 0, new Set()))
    }),
  )
})

function cheapestSum(costs: number[][], row: number, taken: ReadonlySet<number>): number {
  if (row === costs.length) return 0
  const sums = (costs[row] ?? []).flatMap((cost, column) =>
    taken.has(column) ? [] : [cost + cheapestSum(costs, row + 1, new Set([...taken, column]))],
  )
  return Math.min(...sums)
}
