import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kobo, sumKobo } from '../../money.ts'
import { sharedFee } from '../../orders/runs/ride-fee.ts'
import { feesByPayers, partsOf } from './shares.ts'

const amount = fc.nat(5_000_000_00).map(kobo)

test('where one pays, the parts are the whole to the kobo, and nobody’s delivery is a kobo more than even', () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 30 }), amount, (foods, fee_kobo) => {
      const parts = partsOf(foods, fee_kobo)
      const eaters = foods.filter((food) => food > 0).length
      expect(sumKobo(parts)).toBe(eaters === 0 ? 0 : sumKobo(foods) + fee_kobo)
      for (const [place, food] of foods.entries()) {
        const fee = (parts[place] ?? 0) - food
        if (food === 0) expect(fee).toBe(0)
        else expect(Math.abs(fee - fee_kobo / eaters)).toBeLessThan(1)
      }
    }),
  )
})

test('where each pays, more payers never make it dearer, and the first figure is the most', () => {
  const percents = fc.tuple(fc.integer({ min: 10, max: 100 }), fc.nat(100), fc.nat(100)).map(([two, three, four]) => {
    return [two, Math.min(two, three), Math.min(two, three, four)]
  })
  fc.assert(
    fc.property(amount, amount, percents, fc.integer({ min: 2, max: 4 }), (single, besides_kobo, of, most) => {
      const fees = feesByPayers(single, { percents: of, most, besides_kobo })
      const paid = Array.from({ length: most }, (_, at) => kobo(sharedFee(single, of, at + 1) + besides_kobo))
      expect(fees[0]).toEqual({ payers: 1, fee_kobo: single + besides_kobo })
      for (const fee of paid) expect(fee).toBeLessThanOrEqual(fees[0]?.fee_kobo ?? 0)
      for (const { payers, fee_kobo } of fees) expect(fee_kobo).toBe(paid[payers - 1])
      expect(fees.map(({ fee_kobo }) => fee_kobo)).toEqual(
        [...fees.map(({ fee_kobo }) => fee_kobo)].sort((a, b) => b - a),
      )
    }),
  )
})
