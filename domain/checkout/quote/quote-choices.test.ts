import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { databaseOfFile } from '../../../test/database.ts'
import { extras, size } from '../../../test/dish-options.ts'
import { insertVendor, LUNCH_TIME } from '../../../test/world.ts'
import type { CartLine } from '../../catalog/menu/cart-line.ts'
import type { OptionGroup } from '../../catalog/menu/option-groups.ts'
import { food } from '../../catalog/tables.ts'
import { movableClock } from '../../clock.ts'
import { kobo } from '../../money.ts'
import { cart_lines } from '../forms.ts'
import { quoteCart } from './quote.ts'

const database = await databaseOfFile(2)
let vendor_id: string

const small = { group: 'Size', name: 'Small' }
const large = { group: 'Size', name: 'Large' }
const egg = { group: 'Extras', name: 'Egg' }

const offers = (...option_groups: OptionGroup[]) =>
  database.db.update(food).set({ option_groups }).where(eq(food.vendor_id, vendor_id))
const line = (shown_kobo: number, options?: CartLine['options'], quantity = 1): CartLine => ({
  vendor_id,
  name: 'Jollof Rice',
  price_kobo: kobo(shown_kobo),
  quantity,
  options,
})
const quote = (...cart: CartLine[]) =>
  quoteCart(
    {
      db: database.db,
      clock: movableClock(LUNCH_TIME),
      geocoder: { reverse: async () => null, search: async () => null },
    },
    cart,
    null,
  )

beforeEach(async () => {
  vendor_id = (await insertVendor(database.db)).user_id
  await offers(size, extras)
})

describe('a quote with choices', () => {
  test('prices them from the menu, whatever the browser says', async () => {
    expect(await quote(line(2_200_00, [egg, large], 2))).toMatchObject({
      lines: [{ name: 'Jollof Rice', price_kobo: 2_200_00, quantity: 2, options: [large, egg] }],
      changes: [],
      subtotal_kobo: 4_400_00,
    })
    expect(await quote(line(1, [large]))).toMatchObject({
      lines: [{ price_kobo: 2_000_00 }],
      changes: [{ change: { kind: 'price', was_kobo: 1, now_kobo: 2_000_00 } }],
    })
  })

  test('keeps two choices of one dish apart and melts equal ones, in whatever order they were made', async () => {
    const { lines, changes } = await quote(
      line(2_200_00, [large, egg]),
      line(1_500_00, [small]),
      line(2_200_00, [egg, large], 2),
    )
    expect(changes).toEqual([])
    expect(lines.map(({ options, quantity }) => [options, quantity])).toEqual([
      [[large, egg], 3],
      [[small], 1],
    ])
  })

  test('leaves a dish without choices as it was', async () => {
    await offers()
    const { lines, changes } = await quote(line(1_500_00))
    expect(changes).toEqual([])
    expect(lines[0]).not.toHaveProperty('options')
  })

  test('tells a new price of a choice', async () => {
    await offers({ ...size, options: [{ name: 'Large', price_kobo: kobo(700_00) }] })
    expect(await quote(line(2_000_00, [large]))).toMatchObject({
      lines: [{ price_kobo: 2_200_00, options: [large] }],
      changes: [{ name: 'Jollof Rice', options: [large], change: { kind: 'price', now_kobo: 2_200_00 } }],
    })
  })

  test('goes on without an extra that is gone, and says so', async () => {
    await offers(size)
    expect(await quote(line(2_200_00, [large, egg]))).toMatchObject({
      lines: [{ price_kobo: 2_000_00, options: [large] }],
      changes: [{ change: { kind: 'choice_gone', choices: ['Egg'], was_kobo: 2_200_00, now_kobo: 2_000_00 } }],
    })
    await offers()
    const { lines } = await quote(line(2_200_00, [large, egg]))
    expect(lines).toMatchObject([{ price_kobo: 1_500_00 }])
    expect(lines[0]).not.toHaveProperty('options')
  })

  test.each([
    ['nothing chosen of what must be', undefined, () => offers(size), 'Size', 'Choose one'],
    [
      'a size that is gone',
      [large],
      () => offers({ ...size, options: size.options.slice(0, 1) }),
      'Size',
      'Choose one',
    ],
    [
      'fewer may be chosen than before',
      [{ group: 'Extras', name: 'Plantain' }, egg],
      () => offers({ ...extras, max: 1 }),
      'Extras',
      'Choose up to 1',
    ],
  ])('asks to choose again: %s', async (_, options, change, group, rule) => {
    await change()
    expect(await quote(line(1_500_00, options))).toMatchObject({
      lines: [],
      changes: [{ name: 'Jollof Rice', change: { kind: 'choose_again', group, rule } }],
    })
  })
})

test('a cart of a time before there were choices is still read, and made-up choices are not', () => {
  const old = { vendor_id: crypto.randomUUID(), name: 'Zobo', price_kobo: kobo(500_00), quantity: 1 }
  expect(cart_lines.safeParse([old]).success).toBe(true)
  expect(cart_lines.safeParse([{ ...old, options: [egg] }]).success).toBe(true)
  for (const options of ['Egg', [{ name: 'Egg' }], [{ group: '', name: 'Egg' }], Array(201).fill(egg)]) {
    expect(cart_lines.safeParse([{ ...old, options }]).success).toBe(false)
  }
})
