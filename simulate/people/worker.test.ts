import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tasks } from './worker.ts'

/** Accounts, pictures and pushes: nobody of the simulation has any. The invariants it asks by itself. */
const not_played = ['mail links', 'tidy pictures', 'ring closed pages', 'check invariants']

test('the simulation knows every task of the worker', () => {
  const text = readFileSync('server/services.ts', 'utf8')
  const listed = [...text.matchAll(/(?:\bname: |\blane\()'([^']+)'/g)].map(([, name]) => name ?? '')
  const played = Object.keys(tasks).filter((name) => !name.startsWith('ask '))
  expect(listed.length).toBeGreaterThan(10)
  expect(listed.filter((name) => !not_played.includes(name)).sort()).toEqual(played.sort())
})
