import { expect, test } from 'vitest'
import { eachDue } from './each-due.ts'

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
