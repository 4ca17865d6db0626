import { expect, test } from 'vitest'
import { nameWithChoices } from '../../../domain/catalog/menu/option-groups.ts'
import { kobo } from '../../../domain/money.ts'
import type { CartItem } from '../cart/cart-store.ts'
import { withNote } from './with-note.ts'

const dish = (name: string, quantity: number): CartItem => ({
  ...{ vendor_id: 'v', vendor_name: 'Mama Put', food_image: null, name, quantity, price_kobo: kobo(1_000_00) },
})
const [rice, beans] = [dish('Rice', 2), dish('Beans', 1)]
const told = (items: readonly CartItem[]) => items.map((item) => `${item.quantity} ${nameWithChoices(item)}`)

test('a note is kept on its line, in its place, and can be changed and taken out', () => {
  const first = withNote([rice, beans], rice, '  no   pepper ')
  expect(told(first.items)).toEqual(['2 Rice (Note: no pepper)', '1 Beans'])
  const second = withNote(first.items, first.noted, 'extra stew')
  expect(told(second.items)).toEqual(['2 Rice (Note: extra stew)', '1 Beans'])
  expect(withNote(second.items, second.noted, ' ').items).toEqual([rice, beans])
})

test('a line that is gone meanwhile takes no other with it', () => {
  const { noted } = withNote([rice], rice, 'no pepper')
  expect(withNote([noted, beans], rice, 'no pepper').items).toEqual([noted, beans])
})

test('two lines of a dish with the same note become one', () => {
  const { items, noted } = withNote([rice, beans], rice, 'no pepper')
  const both = [...items, dish('Rice', 1)]
  expect(told(withNote(both, noted, '').items)).toEqual(['3 Rice', '1 Beans'])
  expect(told(withNote(both, noted, 'no pepper').items)).toEqual(told(both))
})
