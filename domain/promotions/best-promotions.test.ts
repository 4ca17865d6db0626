import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Kobo, kobo, sumKobo } from '../money.ts'
import { bestPromotions, type Candidate, takenOff } from './best-promotions.ts'
import { discountOf } from './discount.ts'

const terms = fc.record({
  kind: fc.constantFrom('percent' as const, 'amount' as const, 'free_delivery' as const),
  percent: fc.integer({ min: 1, max: 90 }),
  amount: fc.integer({ min: 1, max: 5_000 }).map((naira) => kobo(naira * 100)),
  vendor_id: fc.constantFrom(null, 'a', 'b'),
  has_code: fc.boolean(),
})
const kitchen = (vendor_id: string) =>
  fc.integer({ min: 0, max: 8_000 }).map((naira) => ({ vendor_id, food_kobo: kobo(naira * 100) }))
const cart = fc.record({
  kitchens: fc.tuple(kitchen('a'), kitchen('b')).map((both) => both.filter(({ food_kobo }) => food_kobo > 0)),
  fee_kobo: fc.integer({ min: 0, max: 1_500 }).map((naira) => kobo(naira * 100)),
})
type Terms = typeof terms extends fc.Arbitrary<infer One> ? One : never

const candidatesOf = (all: readonly Terms[], of: Parameters<typeof discountOf>[1]): Candidate[] =>
  all.map(({ has_code, ...promotion }, place) => ({
    promotion: { ...promotion, id: place + 1, code: has_code ? `CODE${place}` : null },
    discount_kobo: discountOf(promotion, of),
  }))

test('at most one comes off the food and one off the delivery, and nothing else would save more', () => {
  fc.assert(
    fc.property(fc.array(terms, { maxLength: 6 }), cart, (all, of) => {
      const held = candidatesOf(all, of)
      const best = bestPromotions(held, of)
      const food_kobo = sumKobo(of.kitchens.map((one) => one.food_kobo))
      const ofDelivery = ({ promotion }: Candidate) => promotion.kind === 'free_delivery'
      expect(best.filter(ofDelivery).length).toBeLessThanOrEqual(1)
      expect(best.filter((one) => !ofDelivery(one)).length).toBeLessThanOrEqual(1)
      const off_food = takenOff(best.filter((one) => !ofDelivery(one)))
      expect(off_food * 100).toBeLessThanOrEqual(food_kobo * 90)
      expect(takenOff(best) - off_food).toBeLessThanOrEqual(of.fee_kobo)
      const borne = (vendor_id: string): Kobo =>
        takenOff(best.filter(({ promotion }) => promotion.vendor_id === vendor_id))
      for (const { vendor_id, food_kobo: own } of of.kitchens) expect(borne(vendor_id)).toBeLessThanOrEqual(own * 0.9)
      // No single one saves more, and no code is used up for nothing.
      for (const one of held) expect(one.discount_kobo).toBeLessThanOrEqual(takenOff(best))
      const without = bestPromotions(
        held.filter(({ promotion }) => promotion.code === null),
        of,
      )
      if (best.some(({ promotion }) => promotion.code !== null))
        expect(takenOff(best)).toBeGreaterThan(takenOff(without))
      else expect(best).toEqual(without)
      expect(bestPromotions([...held].reverse(), of)).toEqual(best)
    }),
    { numRuns: 500 },
  )
})
