import { expect, test } from 'vitest'
import { writtenTogether } from './written-together.ts'

/** A table that takes a moment for each commit, and no number twice or below zero. */
function table() {
  const commits: number[][] = []
  const note = writtenTogether<number>(async (numbers) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (numbers.some((number) => number < 0)) throw new Error(`no ${numbers.join()}`)
    commits.push([...numbers])
  })
  return { commits, note }
}

test('what comes at the same instant, or while others are written, is one commit', async () => {
  const { commits, note } = table()
  const first = [note(1), note(2)]
  await null
  await null
  await Promise.all([...first, note(3), note(4), note(5)])
  expect(commits).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
  await note(6)
  expect(commits.at(-1)).toEqual([6])
})

test('what cannot be written fails alone, and the others are written all the same', async () => {
  const { commits, note } = table()
  const outcomes = await Promise.allSettled([1, -2, 3].map(note))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(outcomes[1]).toMatchObject({ reason: { message: 'no -2' } })
  expect(commits).toEqual([[1], [3]])
  await note(4)
  expect(commits.at(-1)).toEqual([4])
})
