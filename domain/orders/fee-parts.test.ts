import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kobo, sumKobo } from '../money.ts'
import { feeParts } from './fee-parts.ts'

const amount = fc.nat(5_000_00).map(kobo)

test('the parts of one fee are even and add up to it', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 9 }), (delivery_fee, count) => {
      const order = { delivery_fee, own_delivery_fee: null, small_order_fee: kobo(0) }
      const parts = feeParts(Array.from({ length: count }, () => order))
      const kobos = parts.map(({ fee_kobo }) => fee_kobo)
      expect(sumKobo(kobos)).toBe(delivery_fee)
      expect(Math.max(...kobos) - Math.min(...kobos)).toBeLessThanOrEqual(1)
      expect(parts.map(({ way_kobo }) => way_kobo)).toEqual(kobos)
    }),
  )
})

test('of one fee for the whole cart, what a small order costs besides is in no way', () => {
  fc.assert(
    fc.property(amount, amount, fc.integer({ min: 1, max: 9 }), (ways, small_order_fee, count) => {
      const order = { delivery_fee: kobo(ways + small_order_fee), own_delivery_fee: null, small_order_fee }
      const parts = feeParts(Array.from({ length: count }, () => order))
      expect(sumKobo(parts.map(({ way_kobo }) => way_kobo))).toBe(ways)
      expect(sumKobo(parts.map(({ small_order_kobo }) => small_order_kobo))).toBe(small_order_fee)
      for (const { fee_kobo, way_kobo, small_order_kobo } of parts) {
        expect(way_kobo + small_order_kobo).toBe(fee_kobo)
        expect(Math.min(way_kobo, small_order_kobo)).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

test('each way that was paid for is its own order’s, and what a small order costs besides is shared', () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 9 }), amount, (ways, besides) => {
      const delivery_fee = sumKobo([...ways, besides])
      const parts = feeParts(
        ways.map((own_delivery_fee) => ({ delivery_fee, own_delivery_fee, small_order_fee: besides })),
      )
      expect(parts.map(({ way_kobo }) => way_kobo)).toEqual(ways)
      expect(sumKobo(parts.map(({ small_order_kobo }) => small_order_kobo))).toBe(besides)
      expect(sumKobo(parts.map(({ fee_kobo }) => fee_kobo))).toBe(delivery_fee)
    }),
  )
})
