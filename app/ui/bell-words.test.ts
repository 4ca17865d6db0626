import { expect, test } from 'vitest'
import { newsAloud, newsInTitle, nothingNew } from './bell-words.ts'

test('each role hears of what is its own', () => {
  expect([newsInTitle('vendor', 1), newsAloud('vendor', 1)]).toEqual(['(1) New order', '1 new order'])
  expect([newsInTitle('vendor', 7), newsAloud('vendor', 7)]).toEqual(['(7) New orders', '7 new orders'])
  expect([newsInTitle('rider', 1), newsAloud('rider', 2)]).toEqual(['(1) New offer', '2 new offers'])
  expect([newsInTitle('admin', 1), newsAloud('admin', 3)]).toEqual(['(1) Needs you', '3 need you'])
  expect(nothingNew('admin')).toBe('Nothing yet. What needs you shows itself here.')
})
