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
 * The same in sentences: "Vegan, halal. Contains groundnut and soya."; empty where nothing was said. What was not said
 * is not guessed.
 */
export function contentsText({ diets: said, allergens: inside }: DishContents): string {
  const suits = said.filter((diet) => diet !== 'vegetarian' || !said.includes('vegan')).map((diet) => diets[diet])
  const first = suits.join(', ')
  const sentences = [
    first && `${first.charAt(0)}${first.slice(1).toLowerCase()}.`,
    inside === null ? '' : inside.length > 0 ? `Contains ${listed(inside)}.` : `No ${listed(allergen_names, 'or')}.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** A dish's own words, and behind them what its kitchen says of it; null where there is neither. */
export function describedWithContents(dish: DishContents & { description: string | null }): string | null {
  const own = dish.description?.trim() ?? ''
  const contents = contentsText(dish)
  const stop = own !== '' && contents !== '' && !/[.!?…]$/.test(own) ? '.' : ''
  return `${own}${stop} ${contents}`.trim() || null
}

function listed(names: readonly Allergen[], word = 'and'): string {
  const words = names.map((name) => allergens[name])
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} ${word} ${words.at(-1)}` : words.join('')
}

/** What somebody may eat: of every diet named, and with nothing in it of what is named. */
export type Needs = { diets: readonly Diet[]; without: readonly Allergen[] }

/**
 * Whether a dish suits somebody. Where its kitchen has not said what is in it, it does not suit whoever must not eat
 * something.
 */
export function suits(dish: DishContents, { diets: wanted, without }: Needs): boolean {
  const is_free = without.every((name) => dish.allergens !== null && !dish.allergens.includes(name))
  return is_free && wanted.every((diet) => dish.diets.includes(diet))
}
