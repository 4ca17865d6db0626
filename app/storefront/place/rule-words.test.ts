import { expect, test } from 'vitest'
import { kobo } from '../../../domain/money.ts'
import { rulesBroken, smallOrder } from './rule-words.ts'

const rules = {
  most_kitchens: 2,
  minimum_order_kobo: kobo(1_000_00),
  small_order_below_kobo: kobo(1_500_00),
  small_order_fee_kobo: kobo(150_00),
}

test('a cart is told what it lacks and what is too much in it', () => {
  const broken = (kitchens: number, naira: number) => rulesBroken(rules, { kitchens, subtotal_kobo: kobo(naira * 100) })
  expect(broken(2, 1000)).toEqual([])
  expect(broken(1, 800)).toEqual(['The smallest order is ₦1,000. Add dishes for ₦200 more.'])
  expect(broken(3, 2000)).toEqual(['One order can come from at most 2 restaurants. Please order the rest separately.'])
  expect(broken(3, 999)).toHaveLength(2)
})

test('a small order is told what it costs besides, and how it would not', () => {
  const small = (naira: number) => smallOrder(rules, { subtotal_kobo: kobo(naira * 100) })
  expect(small(1200)).toEqual({
    fee_kobo: 150_00,
    text:
      '₦150 of the delivery fee is there because the order is small. ' +
      'From ₦1,500 you do not pay it: add dishes for ₦300 more.',
  })
  expect(small(1500)).toEqual({ fee_kobo: 0, text: '' })
  expect(smallOrder({ ...rules, small_order_fee_kobo: kobo(0) }, { subtotal_kobo: kobo(100_00) }).text).toBe('')
})
