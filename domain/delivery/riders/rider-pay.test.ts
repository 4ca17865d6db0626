import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kobo, sumKobo } from '../../money.ts'
import { RIDER_PAY } from '../../settings/definitions.ts'
import { feePart, riderPay } from './rider-pay.ts'

const pay = RIDER_PAY.default

describe('what a rider earns', () => {
  test.each([
    [600_00, 480_00],
    [375_00, 300_00],
    [300_00, 300_00],
    [200_00, 200_00],
    [0, 0],
  ])('of a fee of %i kobo is %i', (fee, earned) => {
    expect(riderPay(kobo(fee), pay)).toBe(earned)
  })

  test('can be raised to the least pay by what the platform adds, and no further', () => {
    expect(riderPay(kobo(200_00), { ...pay, top_up_kobo: kobo(50_00) })).toBe(250_00)
    expect(riderPay(kobo(200_00), { ...pay, top_up_kobo: kobo(500_00) })).toBe(300_00)
  })

  test('is never more than what was paid for the way and what the platform adds', () => {
    const amount = fc.nat(5_000_00).map(kobo)
    fc.assert(
      fc.property(amount, amount, amount, fc.nat(100), (part, minimum_kobo, top_up_kobo, share_percent) => {
        expect(riderPay(part, { minimum_kobo, top_up_kobo, share_percent })).toBeLessThanOrEqual(part + top_up_kobo)
      }),
    )
  })
})

test('the parts of one fee add up to it', () => {
  fc.assert(
    fc.property(fc.nat(5_000_00), fc.integer({ min: 1, max: 9 }), (fee, count) => {
      const parts = Array.from({ length: count }, (_, place) => feePart(kobo(fee), count, place))
      expect(sumKobo(parts)).toBe(fee)
    }),
  )
})
