import type { Kobo } from '../money.ts'

/** One thing a customer may choose with a dish; `price_kobo` is added to the dish's own price. */
export type Option = { name: string; price_kobo: Kobo }

/** Choices that belong together ("Size", "Protein", "Extras"): at least `min` and at most `max` of them. */
export type OptionGroup = { name: string; min: number; max: number; options: readonly Option[] }

/** A choice that was made, by its names: what carts, checkouts and orders keep of it. */
export type ChosenOption = { group: string; name: string }

type Chosen = readonly ChosenOption[] | undefined

/** One of a dish with everything chosen costs at most this (NGN 10,000,000): no menu goes beyond, no cart holds more. */
export const DEAREST_WITH_CHOICES_KOBO = 10_000_000_00

/** How many of a group to choose, as an owner thinks of it: exactly one, up to N, any number, or from M to N. */
export type GroupRule = 'one' | 'up_to' | 'any' | 'between'

export function ruleOf({ min, max, options }: OptionGroup): GroupRule {
  if (min > 0) return max > 1 ? 'between' : 'one'
  return max < options.length ? 'up_to' : 'any'
}

/** What a group asks of a customer: "Choose one", "Choose up to 2". */
export function ruleText(group: OptionGroup): string {
  const { min, max } = group
  switch (ruleOf(group)) {
    case 'one':
      return 'Choose one'
    case 'up_to':
      return `Choose up to ${max}`
    case 'any':
      return 'Choose any'
    case 'between':
      return min === max ? `Choose ${min}` : `Choose ${min} to ${max}`
  }
}

/** Two lines of one dish are one line when this is the same: the choices, in whatever order they were made. */
export function choicesKey(chosen: Chosen): string {
  return (chosen ?? [])
    .map(({ group, name }) => `${group}: ${name}`)
    .sort()
    .join('; ')
}

/** "Large, Plantain"; empty where nothing was chosen. */
export function choicesText(chosen: Chosen): string {
  return (chosen ?? []).map(({ name }) => name).join(', ')
}

/** "Jollof Rice (Large, Plantain)", or the name alone. */
export function nameWithChoices(line: { name: string; options?: Chosen }): string {
  const choices = choicesText(line.options)
  return choices ? `${line.name} (${choices})` : line.name
}

/**
 * The least a dish costs (kobo) with what must be chosen of it. `varies`: those choices differ in price, so that it is a
 * price "from". What may be left out makes no difference.
 */
export function lowestPrice(dish: { price_kobo: Kobo; option_groups: readonly OptionGroup[] }): {
  kobo: Kobo
  varies: boolean
} {
  let kobo = dish.price_kobo
  let varies = false
  for (const { min, options } of dish.option_groups) {
    const prices = options.map(({ price_kobo }) => price_kobo).sort((one, other) => one - other)
    kobo += prices.slice(0, min).reduce((sum, price) => sum + price, 0)
    varies ||= min > 0 && prices[0] !== prices.at(-1)
  }
  return { kobo, varies }
}
