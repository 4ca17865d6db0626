import { expect, test } from 'vitest'
import { pageOfData } from './kept-pages.ts'

test('a question for data belongs to a page', () => {
  const of = (address: string) => pageOfData(new URL(address, 'http://localhost'))
  expect(of('/_.data')).toBe('/')
  expect(of('/restaurants.data?_routes=a%2Cb&index')).toBe('/restaurants')
  expect(of('/order-summary.data?order=A-b_c')).toBe('/order-summary?order=A-b_c')
  expect(of('/order-summary/state?order=A')).toBe(null)
})
