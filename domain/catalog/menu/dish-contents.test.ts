import { describe, expect, test } from 'vitest'
import {
  allergen_names,
  CONTENTS_MARK,
  contentsKey,
  contentsText,
  contradiction,
  type DishContents,
  describedWithContents,
  suits,
  wholeDiets,
} from './dish-contents.ts'

const unsaid: DishContents = { diets: [], allergens: null }
const plain = { option_groups: [] }
const with_choices = { option_groups: ['Protein'] }

describe('what a kitchen says of a dish, in words', () => {
  test.each<[string, DishContents]>([
    ['', unsaid],
    ['Vegan, halal. Contains groundnut.', { diets: ['vegetarian', 'vegan', 'halal'], allergens: ['groundnut'] }],
    ['Vegetarian.', { diets: ['vegetarian'], allergens: null }],
    ['Contains milk, egg and wheat.', { diets: [], allergens: ['milk', 'egg', 'wheat'] }],
    [
      'No groundnut, milk, egg, fish, crayfish or other shellfish, soya, wheat or sesame.',
      { diets: [], allergens: [] },
    ],
  ])('%j', (text, contents) => expect(contentsText({ ...contents, ...plain })).toBe(text))

  test('of a dish with choices nobody is told what is not in it', () => {
    expect(contentsText({ diets: ['halal'], allergens: [], ...with_choices })).toBe('Halal.')
    expect(contentsText({ diets: [], allergens: ['egg'], ...with_choices })).toBe(
      'Contains egg. A choice may add more.',
    )
  })

  test('stands behind its own words, which end in one stop', () => {
    const egg: DishContents = { diets: [], allergens: ['egg'] }
    const whole = (description: string | null, contents = egg) =>
      describedWithContents({ description, ...contents, ...plain })?.replace(CONTENTS_MARK, '|') ?? null
    expect(whole('Fried when you order')).toBe('Fried when you order. |Contains egg.')
    expect(whole('Hot!')).toBe('Hot! |Contains egg.')
    expect(whole(null)).toBe('|Contains egg.')
    expect(whole(' ', unsaid)).toBeNull()
    expect(whole('Plain', unsaid)).toBe('Plain')
  })
})

test('what was not said is another key than none', () => {
  expect(contentsKey(unsaid)).not.toBe(contentsKey({ diets: [], allergens: [] }))
  expect(contentsKey({ diets: ['vegan'], allergens: ['egg'] })).toBe('vegan;egg')
})

test('what is vegan is vegetarian, and each diet is named once', () => {
  expect(wholeDiets(['halal', 'vegan', 'halal'])).toEqual(['vegetarian', 'vegan', 'halal'])
  expect(wholeDiets([])).toEqual([])
})

describe('whom a dish suits', () => {
  const jollof: DishContents = { diets: ['vegetarian', 'vegan'], allergens: ['groundnut'] }
  test.each<[boolean | 'unsaid', DishContents, Partial<Parameters<typeof suits>[1]>]>([
    [true, unsaid, {}],
    [true, jollof, { diets: ['vegetarian', 'vegan'] }],
    [false, jollof, { diets: ['vegan', 'halal'] }],
    [false, jollof, { without: ['groundnut'] }],
    [true, jollof, { without: ['milk', 'egg'] }],
    ['unsaid', unsaid, { without: ['milk'] }],
    [false, unsaid, { diets: ['vegan'], without: ['milk'] }],
    [true, { diets: [], allergens: [] }, { without: allergen_names }],
  ])('%s: %j, %j', (answer, dish, needs) => {
    expect(suits({ ...dish, ...plain }, { diets: [], without: [], ...needs })).toBe(answer)
  })

  test('what its choices add is not known', () => {
    const dish = { diets: [], allergens: ['milk'] as const, ...with_choices }
    expect(suits(dish, { diets: [], without: ['egg'] })).toBe('unsaid')
    expect(suits(dish, { diets: [], without: ['milk'] })).toBe(false)
    expect(suits(dish, { diets: [], without: [] })).toBe(true)
  })

  test('a diet and what it never holds rule each other out', () => {
    expect(contradiction({ diets: ['vegetarian'], allergens: ['egg', 'fish'] })).toEqual({
      diet: 'vegetarian',
      has: 'fish',
    })
    expect(contradiction({ diets: ['vegetarian', 'vegan'], allergens: ['milk'] })).toEqual({
      diet: 'vegan',
      has: 'milk',
    })
    expect(contradiction({ diets: ['halal', 'vegetarian'], allergens: ['egg'] })).toBeNull()
    expect(contradiction({ diets: ['vegan'], allergens: null })).toBeNull()
  })
})
