import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Kobo, kobo } from '../../money.ts'
import { RIDER_PAY } from '../../settings/definitions.ts'
import { riderPay } from './rider-pay.ts'

const pay = RIDER_PAY.default

describe('what a rider earns', () => {
  test.each([
    [600_00, 480_00],
    [375_00, 300_00],
    [300_00, 300_00],
    [200_00, 200_00],
    [0, 0],
  ])('of a fee of %i kobo is %i, however long the way', (fee, earned) => {
    for (const minutes of [0, 6.5, 60]) expect(riderPay({ fee_kobo: kobo(fee), minutes }, pay)).toBe(earned)
  })

  test('can be raised to the least pay by what the platform adds, and no further', () => {
    const short = { fee_kobo: kobo(200_00), minutes: 5 }
    expect(riderPay(short, { ...pay, top_up_kobo: kobo(50_00) })).toBe(250_00)
    expect(riderPay(short, { ...pay, top_up_kobo: kobo(500_00) })).toBe(300_00)
  })

  test('can grow with the minutes of the way, begun ones too, where the share is less', () => {
    const by_minutes = { ...pay, per_minute_kobo: kobo(20_00) }
    const earned = (minutes: number) => riderPay({ fee_kobo: kobo(500_00), minutes }, by_minutes)
    expect([0, 4, 5.2, 8, 30].map(earned)).toEqual([400_00, 400_00, 420_00, 460_00, 500_00])
  })

  const amount = fc.nat(5_000_00).map(kobo)
  const rules = fc.record({
    minimum_kobo: amount,
    top_up_kobo: amount,
    per_minute_kobo: fc.nat(1_000_00).map(kobo),
    share_percent: fc.nat(100),
  })
  const minutes = fc.double({ min: 0, max: 900, noNaN: true })

  test('is never more than what was paid for the way and what the platform adds', () => {
    fc.assert(
      fc.property(amount, minutes, rules, (fee_kobo, minutes, rules) => {
        expect(riderPay({ fee_kobo, minutes }, rules)).toBeLessThanOrEqual(fee_kobo + rules.top_up_kobo)
      }),
    )
  })

  test('is never less for a longer way, nor for one that brought more', () => {
    fc.assert(
      fc.property(amount, amount, minutes, minutes, rules, (fee, more, some, further, rules) => {
        const earned = (fee_kobo: Kobo, minutes: number) => riderPay({ fee_kobo, minutes }, rules)
        expect(earned(fee, some + further)).toBeGreaterThanOrEqual(earned(fee, some))
        expect(earned(kobo(fee + more), some)).toBeGreaterThanOrEqual(earned(fee, some))
      }),
    )
  })
})
