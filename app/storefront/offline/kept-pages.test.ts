import { expect, test } from 'vitest'
import { isCustomersPage, pageOfData, whoseKeptPage } from './kept-pages.ts'

test.each([
  ['/', 'everybody'],
  ['/restaurants', 'everybody'],
  ['/restaurant/iya-bose', 'everybody'],
  ['/orders', 'everybody'],
  ['/track/AAAAAAAAAAAAAAAA', 'customer'],
  ['/order-summary?order=AAAA', 'customer'],
  ['/order-summary', null],
  ['/order-summary?order=AAAA&status=successful', null],
  ['/order-summary/state?order=AAAA', null],
  ['/track/AAAAAAAAAAAAAAAA/state', null],
  ['/track/AAAAAAAAAAAAAAAA/problem', null],
  ['/track/AAAAAAAAAAAAAAAA?choice=1', null],
  ['/restaurant/iya-bose/add', null],
  ['/restaurants?q=rice', null],
  ['/checkout', null],
  ['/login', null],
  ['/account-security', null],
  ['/vendor-order', null],
  ['/admin/orders', null],
  ['/rider-dashboard', null],
])('the page %s is kept for %s', (path, whose) => {
  expect(whoseKeptPage(path)).toBe(whose)
})

test('accounts and back offices are left to the browser', () => {
  const others = ['/login', '/register', '/logout', '/vendor-dashboard', '/food', '/admin/orders', '/rider/earnings']
  expect(others.filter(isCustomersPage)).toEqual([])
  expect(['/', '/vendors', '/checkout', '/track/A', '/restaurant/b/add'].filter(isCustomersPage)).toHaveLength(5)
})

test('a question for data belongs to a page', () => {
  const of = (address: string) => pageOfData(new URL(address, 'http://localhost'))
  expect(of('/_.data')).toBe('/')
  expect(of('/restaurants.data?_routes=a%2Cb&index')).toBe('/restaurants')
  expect(of('/order-summary.data?order=A-b_c')).toBe('/order-summary?order=A-b_c')
  expect(of('/order-summary/state?order=A')).toBe(null)
})
