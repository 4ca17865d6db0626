import { expect, test, vi } from 'vitest'
import { noAftermath } from '../../../db/after-commit.ts'
import type { Db } from '../../../db/handle.ts'
import { eventually } from '../../../test/eventually.ts'
import { screenTeller } from './tell-screens.ts'

const ofScreens = (...keys: string[]) => ({
  ...noAftermath(),
  screens: new Map(keys.map((key) => [key, null] as const)),
})

/** A database that only counts questions; `away` makes it fail. */
function countedDatabase() {
  const state = { away: false, asked: 0 }
  const execute = async () => {
    if (state.away) throw new Error('away')
    state.asked++
  }
  return { state, db: { execute } as unknown as Db }
}

test('what could not be told is told once the database is back', async () => {
  const { state, db } = countedDatabase()
  const complain = vi.fn()
  const { tell } = screenTeller(db, complain)
  state.away = true
  const told = tell(ofScreens('ada'))
  await eventually(() => expect(complain).toHaveBeenCalledOnce())
  await tell(ofScreens('obi'))
  expect(state.asked).toBe(0)
  state.away = false
  await told
  // Both in one question.
  expect(state.asked).toBe(1)
})

test('what comes close together is told together, and admins hear of it now and then', async () => {
  const { state, db } = countedDatabase()
  const { tell } = screenTeller(db, (error) => expect(error).toBeNull())
  const first = tell({ ...noAftermath(), admins: true })
  for (let count = 0; count < 50; count++) void tell({ ...ofScreens('ada'), admins: true })
  await first
  // The admins' first news, the fifty of one screen together, and the admins' later news together.
  expect(state.asked).toBe(3)
})

test('once this process stops, nothing is tried again, and what is left is told once', async () => {
  const { state, db } = countedDatabase()
  const over = new AbortController()
  const complain = vi.fn()
  const { tell, finish } = screenTeller(db, complain, over.signal)
  state.away = true
  const told = tell(ofScreens('ada'))
  over.abort()
  await told
  await tell(ofScreens('obi'))
  expect(complain).not.toHaveBeenCalled()
  expect(state.asked).toBe(0)
  state.away = false
  await finish()
  expect(state.asked).toBe(1)
})
