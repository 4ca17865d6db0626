import { expect, test } from 'vitest'
import { canonicalPath } from './public-pages.ts'

test.each([
  ['/', '/'],
  ['/home', '/'],
  ['/Restaurants', '/restaurants'],
  ['/restaurants/', '/restaurants'],
  ['/restaurants?q=suya&sort=price', '/restaurants'],
  ['/restaurants?page=3&sort=rating', '/restaurants?page=3'],
  ['/restaurants?page=1', '/restaurants'],
  ['/restaurants?page=x', '/restaurants'],
  ['/restaurant/0aF', '/restaurant/0af'],
  ['/about?utm_source=x', '/about'],
  ['/orders', null],
  ['/track/AbC', null],
  ['/order-summary?order=x', null],
  ['/admin/dashboard', null],
])('%s has one address: %s', (asked, canonical) => {
  expect(canonicalPath(new URL(asked, 'http://localhost'))).toBe(canonical)
})
