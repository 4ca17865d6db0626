import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineTotal } from '../../catalog/menu/cart-line.ts'
import { forWhom } from '../../catalog/menu/for-whom.ts'
import { kobo, sumKobo } from '../../money.ts'
import { swapped } from '../../orders/missing-dish/items-after.ts'
import { paidOfDishes } from '../../orders/refunds/refundable.ts'
import type { OrderItem } from '../../orders/tables.ts'
import { paidBill } from './group-bill.ts'

const names = ['Ada', 'Tunde', 'Bola', 'Ife']
const line = fc.record({
  owner: fc.nat(names.length - 1),
  price_kobo: fc.integer({ min: 1, max: 500_000 }).map(kobo),
  quantity: fc.integer({ min: 1, max: 3 }),
})
/**
 * A dish of which one goes back, or so many of which are swapped for a cheaper one, or so many hundredths of what is
 * left of the food, for no dish in particular.
 */
const back = fc.oneof(
  fc.record({ item: fc.nat(11) }),
  fc.record({ item: fc.nat(11), quantity: fc.integer({ min: 1, max: 3 }), percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ hundredths: fc.nat(60) }),
)

test('whatever goes back in whatever order, no part is less than nothing, and the parts are the whole', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 12 }),
      fc.oneof(fc.constant(0), fc.nat(90)),
      fc.record({ fee: fc.nat(60_000), tip: fc.nat(20_000), is_free: fc.boolean() }),
      fc.array(back, { maxLength: 40 }),
      (lines, percent, { fee, tip, is_free }, backs) => {
        const ordered = lines.map(({ owner, price_kobo, quantity }, at) => ({
          ...{ vendor_id: 'v', name: `Dish ${at}`, price_kobo, quantity, options: [forWhom(names[owner] ?? '')] },
        }))
        let items: readonly OrderItem[] = ordered
        const total_price = sumKobo(items.map(lineTotal))
        const discount = kobo(Math.floor((total_price * percent) / 100))
        const off = [
          { name: 'Offer', discount_kobo: discount, pays_delivery: false },
          ...(is_free ? [{ name: 'Free delivery', discount_kobo: kobo(fee), pays_delivery: true }] : []),
        ]
        const checkout = { lines: ordered, delivery_fee: kobo(fee), tip: kobo(tip) }
        const given: Parameters<typeof paidBill>[0]['given'][number][] = []
        const swaps: Parameters<typeof paidBill>[0]['swaps'][number][] = []
        const bill = (how: Pick<Parameters<typeof paidBill>[0], 'given' | 'swaps'>) =>
          paidBill({ names, checkout, items, off, ...how })
        const items_left = items.map(({ quantity }) => quantity)
        let food_left = kobo(total_price - discount)
        for (const one of backs) {
          // As `giveBack` and `decideMissing` reckon it.
          const item = 'item' in one ? one.item % items.length : 0
          const price = items[item]?.price_kobo ?? 0
          const left = items_left[item] ?? 0
          const quantity = Math.min('quantity' in one ? one.quantity : 1, left)
          const is_swap = 'quantity' in one && quantity > 0
          const is_line = 'item' in one && !is_swap && quantity > 0
          const price_kobo = kobo(is_swap ? Math.ceil((price * one.percent) / 100) : 0)
          const order = { items, total_price, discount }
          const amount =
            is_line || is_swap
              ? paidOfDishes({ order, items_left }, kobo((price - price_kobo) * quantity)).food_kobo
              : kobo('hundredths' in one ? Math.floor((food_left * one.hundredths) / 100) : 0)
          if (amount > food_left || (amount === 0 && !is_swap)) continue
          const name = `Dish ${item}`
          const of_line = { item, name, quantity: 1, amount_kobo: amount }
          if (amount > 0) given.push({ amount, delivery_fee: kobo(0), tip: kobo(0), lines: is_line ? [of_line] : null })
          if (is_line) items_left[item] = left - 1
          if (is_swap) {
            swaps.push({ item, back: amount })
            const more = items.length
            items = swapped(items, { item, quantity, name }, { dish: 'Cheaper', price_kobo, options: [] })
            if (items.length > more) {
              items_left[item] = left - quantity
              items_left.push(quantity)
            }
          }
          food_left = kobo(food_left - amount)
          const { parts, total_kobo } = bill({ given, swaps })
          expect(sumKobo(parts)).toBe(total_kobo)
          for (const part of parts) expect(part).toBeGreaterThanOrEqual(0)
        }
        const { parts, foods } = bill({ given, swaps })
        const even = bill({ given: [], swaps: [] }).parts.map((part, at) => part - (foods[at] ?? 0))
        const is_exact = discount === 0 && backs.every((one) => 'item' in one)
        // Of whom every dish went back, only delivery and tip are left.
        for (const [at, name] of names.entries()) {
          const own = items.flatMap(({ options }, item) => (options?.[0]?.name === `for ${name}` ? [item] : []))
          const cost = own.map((item) => kobo((items[item]?.price_kobo ?? 0) * (items_left[item] ?? 0)))
          if (is_exact && food_left > 0) expect(parts[at]).toBe(sumKobo(cost) + (even[at] ?? 0))
          const is_all_back = own.length > 0 && own.every((item) => items_left[item] === 0)
          const besides = fee + tip - (is_free ? fee : 0)
          if (is_all_back && food_left > 0 && even.length > 0) expect(parts[at]).toBeLessThanOrEqual(besides)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('three dishes of ₦100 with ₦100 off: the first that goes back leaves its member with nothing', () => {
  const items = names.slice(0, 3).map((name) => ({
    ...{ vendor_id: 'v', name: 'Puff', price_kobo: kobo(100_00), quantity: 1, options: [forWhom(name)] },
  }))
  const order = { items, total_price: kobo(300_00), discount: kobo(100_00) }
  const amount = paidOfDishes({ order, items_left: [1, 1, 1] }, kobo(100_00)).food_kobo
  const lines = [{ item: 0, name: 'Puff', quantity: 1, amount_kobo: amount }]
  const { parts } = paidBill({
    ...{ names: names.slice(0, 3), items, off: [{ name: 'Offer', discount_kobo: kobo(100_00), pays_delivery: false }] },
    checkout: { lines: items, delivery_fee: kobo(0), tip: kobo(0) },
    given: [{ amount, delivery_fee: kobo(0), tip: kobo(0), lines }],
    swaps: [],
  })
  expect(amount).toBe(66_67)
  expect(parts).toEqual([0, 66_67, 66_66])
})
