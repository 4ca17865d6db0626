import type { Kobo } from '../../money.ts'

/** One thing a customer may choose with a dish; `price_kobo` is added to the dish's own price. */
export type Option = { name: string; price_kobo: Kobo }

/** Choices that belong together ("Size", "Protein", "Extras"): at least `min` and at most `max` of them. */
export type OptionGroup = { name: string; min: number; max: number; options: readonly Option[] }

/** A choice that was made, by its names: what carts, checkouts and orders store. */
export type ChosenOption = { group: string; name: string }

type Chosen = readonly ChosenOption[] | undefined

/** The most that one dish with all its choices may cost (NGN 10,000,000), on a menu and in a cart. */
export const DEAREST_WITH_CHOICES_KOBO = 10_000_000_00

/** How many of a group to choose, as an owner thinks of it: exactly one, up to N, any number, or from M to N. */
export type GroupRule = 'one' | 'up_to' | 'any' | 'between'

export function ruleOf({ min, max, options }: OptionGroup): GroupRule {
  if (min > 0) return max > 1 ? 'between' : 'one'
  return max < options.length ? 'up_to' : 'any'
}

/** Equal keys make two lines of a dish one line: the choices, in whatever order they were made. */
export function choicesKey(chosen: Chosen): string {
  return (
    (chosen ?? [])
      // What is typed as a note may hold any sign.
      .map(({ group, name }) => JSON.stringify([group, name]))
      .sort()
      .join()
  )
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
