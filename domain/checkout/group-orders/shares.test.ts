import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kobo, splitKobo, sumKobo } from '../../money.ts'
import { sharedFee } from '../../orders/runs/ride-fee.ts'
import { feesByPayers, partsOf } from './shares.ts'

const amount = fc.nat(5_000_000_00).map(kobo)

test('where one pays, the parts are the whole to the kobo, and nobody’s delivery is a kobo more than even', () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 30 }), amount, (foods, even_kobo) => {
      const parts = partsOf(foods, { even_kobo, off_kobo: 0, own_back_kobo: [], back_kobo: 0 })
      const eaters = foods.filter((food) => food > 0).length
      expect(sumKobo(parts)).toBe(eaters === 0 ? 0 : sumKobo(foods) + even_kobo)
      for (const [place, food] of foods.entries()) {
        const fee = (parts[place] ?? 0) - food
        if (food === 0) expect(fee).toBe(0)
        else expect(Math.abs(fee - even_kobo / eaters)).toBeLessThan(1)
      }
    }),
  )
})

test('what comes off and what went back makes nobody owe less than nothing, and the parts stay the whole', () => {
  const eaten = fc.record({ food: amount.map((food) => kobo(food + 1_00)), back: fc.nat(100) })
  fc.assert(
    fc.property(
      fc.array(eaten, { minLength: 1, maxLength: 30 }),
      amount,
      fc.nat(90),
      fc.nat(100),
      (all, even, off, back) => {
        const foods = all.map(({ food }) => food)
        const off_kobo = kobo(Math.floor((sumKobo(foods) * off) / 100_00) * 100)
        const paid = foods.map((food, at) => food - (splitKobo(off_kobo, foods)[at] ?? 0))
        const own_back_kobo = paid.map((food, at) => kobo(Math.floor((food * (all[at]?.back ?? 0)) / 100)))
        const left = paid.reduce((sum, food, at) => sum + food - (own_back_kobo[at] ?? 0), 0)
        const back_kobo = kobo(Math.floor((left * back) / 100))
        const parts = partsOf(foods, { even_kobo: even, off_kobo, own_back_kobo, back_kobo })
        expect(sumKobo(parts)).toBe(sumKobo(foods) + even - off_kobo - sumKobo(own_back_kobo) - back_kobo)
        for (const part of parts) expect(part).toBeGreaterThanOrEqual(0)
      },
    ),
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
