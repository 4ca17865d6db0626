import { expect, test } from 'vitest'
import { size } from '../../../test/dish-options.ts'
import { kobo } from '../../money.ts'
import { type MenuWish, narrowMenu } from './narrow-menu.ts'
import type { MenuDish } from './vendor-menu.ts'

const dish = (name: string, more: Partial<MenuDish> = {}): MenuDish => ({
  id: 1,
  name,
  description: null,
  price_kobo: kobo(1_000_00),
  food_image: null,
  sold_out: false,
  option_groups: [],
  diets: [],
  allergens: null,
  ...more,
})

const sections = [
  {
    name: 'Rice',
    dishes: [
      dish('Jollof', { description: 'Smoky, with dòdò', allergens: [], option_groups: [size] }),
      dish('Ofada', { allergens: ['shellfish'] }),
    ],
  },
  {
    name: 'Drinks',
    dishes: [
      dish('Zobo', { diets: ['vegetarian', 'vegan'], allergens: [] }),
      dish('Fura da nono', { diets: ['vegetarian'], allergens: ['milk'] }),
    ],
  },
]

const found = (wish: Partial<MenuWish>) => {
  const { sections: left, ...rest } = narrowMenu(sections, { search: '', diets: [], without: [], ...wish })
  return { ...rest, dishes: left.map((section) => [section.name, ...section.dishes.map(({ name }) => name)].join(' ')) }
}

test.each<[Partial<MenuWish>, ReturnType<typeof found>]>([
  [{}, { dishes: ['Rice Jollof Ofada', 'Drinks Zobo Fura da nono'], shown: 4, total: 4, unsaid: 0 }],
  [{ search: ' DODO  rice' }, { dishes: ['Rice Jollof'], shown: 1, total: 4, unsaid: 0 }],
  [{ search: 'pizza' }, { dishes: [], shown: 0, total: 4, unsaid: 0 }],
  [{ diets: ['vegetarian'] }, { dishes: ['Drinks Zobo Fura da nono'], shown: 2, total: 4, unsaid: 0 }],
  [{ without: ['milk'] }, { dishes: ['Rice Ofada', 'Drinks Zobo'], shown: 2, total: 4, unsaid: 1 }],
  [
    { search: 'ofada', without: ['milk'] },
    { dishes: ['Rice Ofada'], shown: 1, total: 4, unsaid: 0 },
  ],
  [
    { diets: ['vegan'], without: ['shellfish'] },
    { dishes: ['Drinks Zobo'], shown: 1, total: 4, unsaid: 0 },
  ],
])('%j leaves %j', (wish, left) => expect(found(wish)).toEqual(left))
