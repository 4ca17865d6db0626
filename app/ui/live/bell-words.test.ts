import { expect, test } from 'vitest'
import { badgeText, newsAloud, newsInTitle, nothingNew } from './bell-words.ts'

test('each role hears of its own news', () => {
  const waiting = (ringing: number) => ({ unread: ringing + 2, ringing })
  expect([newsInTitle('vendor', waiting(1)), newsAloud('vendor', waiting(7))]).toEqual([
    '(1) New order',
    '7 new orders',
  ])
  expect([newsInTitle('rider', waiting(1)), newsAloud('rider', waiting(2))]).toEqual(['(1) New offer', '2 new offers'])
  expect([newsInTitle('admin', waiting(1)), newsAloud('admin', waiting(3))]).toEqual(['(1) Needs you', '3 need you'])
  expect(nothingNew('admin')).toBe('Nothing yet. What needs you appears here.')
})

test('news that waits for no answer is called neither an order nor an offer', () => {
  const quiet = { unread: 3, ringing: 0 }
  expect([newsInTitle('vendor', quiet), newsAloud('rider', quiet)]).toEqual(['(3) Unread', '3 unread'])
})

test('the badge counts up to five', () => {
  expect([1, 5, 6, 120].map(badgeText)).toEqual(['1', '5', '5+', '5+'])
})
