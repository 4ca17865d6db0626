import { createHash } from 'node:crypto'
import { formatNaira, type Kobo } from '../../money.ts'
import { readJson } from '../../plain-text.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { contentsKey, contentsText, type DishContents } from './dish-contents.ts'
import type { OptionGroup } from './option-groups.ts'
import { writeOptionGroups } from './option-groups-text.ts'

/** What the form of a dish shows and says. */
export type Dish = {
  name: string
  price: Kobo
  description: string | null
  section: string
  food_image: string | null
  option_groups: readonly OptionGroup[]
} & DishContents

/** What of a dish is changed at a time, by the field of its form that tells what is wrong with it. */
type Part = Exclude<keyof Dish, keyof DishContents> | 'contains'
type Parts = Record<Part, string>

/** A colleague changed the same parts meanwhile: what stands there now, in words, and what the form knows by that. */
export type StaleDish = Refused<'stale', { now: Partial<Parts>; version: string }>

/** A dish when its form was shown, part by part, to notice what a colleague changed meanwhile. */
export const dishVersion = (dish: Dish): string => JSON.stringify(partsOf(dish))

const MARK_LENGTH = 6

/** The same for a cell of a spreadsheet: of each part only a mark, and a letter, so that it is no number. */
export const dishMark = (dish: Dish): string => `v${Object.values(partsOf(dish)).map(markOf).join('')}`

const markOf = (words: string) => createHash('sha256').update(words).digest('hex').slice(0, MARK_LENGTH)

/** Whether a dish of this name was marked so. */
export const isMarkOf = (mark: string, name: string): boolean => mark.startsWith(`v${markOf(name)}`)

/**
 * The `dishVersion` of which a mark is left, as far as `dishAfter` asks for it of these two; null for a text that is no
 * mark.
 */
export function versionOfMark(mark: string, now: Dish, said: Dish): string | null {
  const [is, wanted] = [partsOf(now), partsOf(said)]
  const parts = Object.keys(is) as Part[]
  if (!/^v[0-9a-f]+$/.test(mark) || mark.length !== 1 + parts.length * MARK_LENGTH) return null
  const seen = parts.map((part, place) => {
    const of_part = mark.slice(1 + place * MARK_LENGTH, 1 + (place + 1) * MARK_LENGTH)
    const same = [wanted[part], is[part]].find((words) => markOf(words) === of_part)
    return [part, same ?? of_part]
  })
  return JSON.stringify(Object.fromEntries(seen))
}

/** Whether two dishes say the same in all that their form shows. */
export const sameDish = (one: Dish, other: Dish): boolean => dishVersion(one) === dishVersion(other)

/**
 * What a form makes of a dish that is `now` in the table: `said`, but what was left alone since the `dishVersion` that
 * it was shown stays as it is. `stale` where a part was changed to something else by both; with the version of that
 * refusal, it is saved. A part of which no version is known counts as seen, and what is in the dish as left alone.
 */
export function dishAfter<Said extends Dish>(now: Said, said: Said, version: string): Accepted<Said> | StaleDish {
  const [is, wanted] = [partsOf(now), partsOf(said)]
  const seen: Partial<Parts> = { contains: wanted.contains, ...(readJson(version) as Partial<Parts> | undefined) }
  const parts = Object.keys(is) as Part[]
  const stale = parts.filter(
    (part) => ![undefined, is[part], wanted[part]].includes(seen[part]) && is[part] !== wanted[part],
  )
  if (stale.length > 0) {
    const words = { ...is, contains: contentsText({ ...now, option_groups: [] }) }
    return refused('stale', { now: only(words, stale), version: JSON.stringify({ ...seen, ...only(is, stale) }) })
  }
  const left_alone = parts.filter((part) => seen[part] === wanted[part])
  const fields = left_alone.flatMap((part) => (part === 'contains' ? (['diets', 'allergens'] as const) : [part]))
  return accepted({ ...said, ...only(now, fields) })
}

function partsOf(dish: Dish): Parts {
  return {
    name: dish.name,
    price: formatNaira(dish.price),
    // A form ends a line with two signs, a file with one.
    description: (dish.description ?? '').replaceAll('\r\n', '\n'),
    section: dish.section,
    food_image: dish.food_image ?? '',
    option_groups: writeOptionGroups(dish.option_groups),
    contains: contentsKey(dish),
  }
}

const only = <Of extends object>(all: Of, names: readonly (keyof Of)[]): Partial<Of> =>
  Object.fromEntries(names.map((name) => [name, all[name]])) as Partial<Of>
