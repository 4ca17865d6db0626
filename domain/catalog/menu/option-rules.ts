import { type Kobo, sumKobo } from '../../money.ts'
import { type ChosenOption, type OptionGroup, ruleOf } from './option-groups.ts'

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

/** Whether that many choices are what a group asks for. */
export function isChosenRight({ min, max }: Pick<OptionGroup, 'min' | 'max'>, count: number): boolean {
  return count >= min && count <= max
}

/**
 * The lowest price of a dish (kobo) with the choices that must be made. `varies`: those choices differ in price, so it
 * is a price "from". Optional choices make no difference.
 */
export function lowestPrice(dish: { price_kobo: Kobo; option_groups: readonly OptionGroup[] }): {
  kobo: Kobo
  varies: boolean
} {
  const least = [dish.price_kobo]
  let varies = false
  for (const { min, options } of dish.option_groups) {
    const prices = options.map(({ price_kobo }) => price_kobo).sort((one, other) => one - other)
    least.push(...prices.slice(0, min))
    varies ||= min > 0 && prices[0] !== prices.at(-1)
  }
  return { kobo: sumKobo(least), varies }
}

/** The choices that must be made of a dish, each the cheapest: with them it costs its lowest price. */
export function cheapestChoices(groups: readonly OptionGroup[]): ChosenOption[] {
  return groups.flatMap((group) =>
    group.options
      .toSorted((one, other) => one.price_kobo - other.price_kobo)
      .slice(0, group.min)
      .map(({ name }) => ({ group: group.name, name })),
  )
}
