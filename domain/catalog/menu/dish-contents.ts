/** What a kitchen says of a dish: whom it suits, and what is in it (docs/product.md#what-is-in-a-dish). */

/** Whom a dish suits, as people read it. */
export const diets = { vegetarian: 'Vegetarian', vegan: 'Vegan', halal: 'Halal' } as const
export type Diet = keyof typeof diets

/** What many people must not eat, as people read it; the eight that the campus cooks with most. */
export const allergens = {
  groundnut: 'groundnut',
  milk: 'milk',
  egg: 'egg',
  fish: 'fish',
  shellfish: 'crayfish or other shellfish',
  soya: 'soya',
  wheat: 'wheat',
  sesame: 'sesame',
} as const
export type Allergen = keyof typeof allergens

export const diet_names = Object.keys(diets) as [Diet, ...Diet[]]
export const allergen_names = Object.keys(allergens) as [Allergen, ...Allergen[]]

/** Of a dish: `allergens` is null where its kitchen has not said, and empty where it said that none is in it. */
export type DishContents = { diets: readonly Diet[]; allergens: readonly Allergen[] | null }

/** A dish as what is in it is told: with choices, only their kitchen knows what each of them adds. */
type ToldDish = DishContents & { option_groups: readonly unknown[] }

const hasChoices = ({ option_groups }: ToldDish) => option_groups.length > 0

/** The same in one short text for comparing; what was not said differs from none. */
export const contentsKey = ({ diets: said, allergens: inside }: DishContents): string =>
  `${said.join(',')};${inside === null ? '' : inside.join(',') || 'none'}`

/** What is in no dish of a diet. */
const never_in: Readonly<Record<Diet, readonly Allergen[]>> = {
  vegetarian: ['fish', 'shellfish'],
  vegan: ['milk', 'egg', 'fish', 'shellfish'],
  halal: [],
}

/** A diet and something in the dish that rule each other out; null where they go together. */
export function contradiction({ diets: said, allergens: inside }: DishContents): { diet: Diet; has: Allergen } | null {
  for (const diet of said) {
    const has = inside?.find((name) => never_in[diet].includes(name))
    if (has) return { diet, has }
  }
  return null
}

/** What is vegan is vegetarian too; each diet once, in the sequence of the list. */
export function wholeDiets(said: readonly Diet[]): Diet[] {
  return diet_names.filter((diet) => said.includes(diet) || (diet === 'vegetarian' && said.includes('vegan')))
}

/**
 * What was said, in sentences: "Vegan, halal. Contains groundnut and soya."; empty where nothing was said. What was not
 * said is not guessed, and of a dish with choices nobody is told what is not in it.
 */
export function contentsText(dish: ToldDish): string {
  const { diets: said, allergens: inside } = dish
  const suits = said.filter((diet) => diet !== 'vegetarian' || !said.includes('vegan')).map((diet) => diets[diet])
  const first = suits.join(', ')
  const sentences = [
    first && `${first.charAt(0)}${first.slice(1).toLowerCase()}.`,
    inside?.length ? `Contains ${listed(inside)}.` : '',
    inside?.length && hasChoices(dish) ? 'A choice may add more.' : '',
    inside?.length === 0 && !hasChoices(dish) ? `No ${listed(allergen_names, 'or')}.` : '',
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Stands between a dish's own words and what is in it, and is neither seen nor read aloud. */
export const CONTENTS_MARK = '\u2063'

/** A dish's own words, and behind them what its kitchen says of it; null where there is neither. */
export function describedWithContents(dish: ToldDish & { description: string | null }): string | null {
  const own = dish.description?.trim() ?? ''
  const contents = contentsText(dish)
  const stop = own !== '' && contents !== '' && !/[.!?…]$/.test(own) ? '.' : ''
  const own_words = own ? `${own}${stop} ` : ''
  return (contents ? `${own_words}${CONTENTS_MARK}${contents}` : own) || null
}

function listed(names: readonly Allergen[], word = 'and'): string {
  const words = names.map((name) => allergens[name])
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} ${word} ${words.at(-1)}` : words.join('')
}

/** What somebody may eat: of every diet named, and with nothing in it of what is named. */
export type Needs = { diets: readonly Diet[]; without: readonly Allergen[] }

/** Whether a dish suits somebody; `unsaid` where its kitchen has not said what is in it, or in its choices. */
export function suits(dish: ToldDish, { diets: wanted, without }: Needs): boolean | 'unsaid' {
  if (!wanted.every((diet) => dish.diets.includes(diet))) return false
  if (without.some((name) => dish.allergens?.includes(name))) return false
  return without.length > 0 && (dish.allergens === null || hasChoices(dish)) ? 'unsaid' : true
}
