import { option_group_list } from '../domain/catalog/menu/option-group-form.ts'
import { readOptionGroups } from '../domain/catalog/menu/option-groups-text.ts'
import type { DemoDish } from './demo-vendor.ts'

type Entry = Omit<DemoDish, 'section'>

/** One line of a menu: name, price in naira, its picture (null: no photo) and, mostly, a description. */
export function dish(name: string, price_naira: number, picture: string | null, description?: string): Entry {
  return { name, price_naira, picture, ...(description ? { description } : {}) }
}

export function soldOut(entry: Entry): Entry {
  return { ...entry, sold_out: true }
}

/**
 * A dish with something to choose, written as in a menu's CSV: `Size: Small +0 | Large +500; Extras (any): Egg +200`.
 */
export function choices(entry: Entry, text: string): Entry {
  return { ...entry, option_groups: option_group_list.parse(readOptionGroups(text)) }
}

/** A menu from its sections, in their order. */
export function menu(sections: Readonly<Record<string, readonly Entry[]>>): DemoDish[] {
  return Object.entries(sections).flatMap(([section, dishes]) => dishes.map((dish) => ({ ...dish, section })))
}
