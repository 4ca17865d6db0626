import { option_group_list } from '../../domain/catalog/option-group-form.ts'
import { readOptionGroups } from '../../domain/catalog/option-groups-text.ts'
import type { DemoDish, PictureRecipe } from './campus.ts'
import { dish_looks, type LookName } from './dish-pictures.ts'

type Entry = Omit<DemoDish, 'picture' | 'section'> & { look: LookName | null }

/** One line of a menu: name, price in naira, the name of its look (null: no photo) and, mostly, a description. */
export function dish(name: string, price_naira: number, look: LookName | null, description?: string): Entry {
  return { name, price_naira, look, ...(description ? { description } : {}) }
}

export function soldOut(entry: Entry): Entry {
  return { ...entry, sold_out: true }
}

/** A dish with something to choose, written as in a menu's CSV: `Size: Small +0 | Large +500; Extras (any): Egg +200`. */
export function choices(entry: Entry, text: string): Entry {
  return { ...entry, option_groups: option_group_list.parse(readOptionGroups(text)) }
}

/**
 * A menu from its sections, in their order. Each picture takes that background of its look which this menu used
 * longest ago, so that a page of dishes is varied.
 */
export function menu(sections: Readonly<Record<string, readonly Entry[]>>): DemoDish[] {
  const recent: PictureRecipe['background'][] = []
  return Object.entries(sections).flatMap(([section, entries]) =>
    entries.map(({ look, ...dish }) => {
      const picture = look && pictureOf(look, recent)
      if (picture) recent.push(picture.background)
      return { ...dish, picture, section }
    }),
  )
}

/** A vendor's own picture: three of its foods side by side, the first in front, and garnish. */
export function spread(
  background: PictureRecipe['background'],
  emoji: string,
  ...extras: string[]
): PictureRecipe {
  return { emoji, background, arrangement: 'platter', extras }
}

function pictureOf(name: LookName, recent: readonly PictureRecipe['background'][]): PictureRecipe {
  const { backgrounds, ...recipe } = dish_looks[name]
  const [background] = backgrounds.toSorted(
    (one, other) => recent.lastIndexOf(one) - recent.lastIndexOf(other),
  )
  if (!background) throw new RangeError(`A look without a background: ${name}`)
  return { ...recipe, background }
}
