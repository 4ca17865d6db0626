import { expect, test } from 'vitest'
import { hasDays } from './list-sizes.ts'
import { listViewIn } from './list-view.ts'

const known = { sorts: ['newest', 'amount'], size: 5 } as const
const view = (query: string) => listViewIn(new URLSearchParams(query), known)

test('an address that says nothing shows the list as it is by itself', () => {
  const plain = { sort: 'newest', rising: false, size: 5, from: '', to: '' }
  expect(view('')).toEqual(plain)
  expect(view('q=ada&status=Paid')).toEqual(plain)
  expect(hasDays(view(''))).toBe(false)
})

test('sequence, rows and days are read', () => {
  expect(view('sort=amount.up&rows=50&from=2026-03-10&to=2026-03-11')).toEqual({
    sort: 'amount',
    rising: true,
    size: 50,
    from: '2026-03-10',
    to: '2026-03-11',
  })
  expect(view('sort=amount')).toMatchObject({ sort: 'amount', rising: false })
  expect(hasDays(view('to=2026-03-11'))).toBe(true)
})

test('what is not known counts as not said: a field that is gone, other numbers, no days', () => {
  const odd = 'sort=colour.up&rows=100000&from=yesterday&to=2026-13-45'
  expect(view(odd)).toEqual(view(''))
  expect(view('rows=5.5')).toEqual(view(''))
})
