import { and, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { formatCsv, parseCsv } from '../../csv.ts'
import type { Deps } from '../../events.ts'
import { kitchenFor } from '../../kitchen-roles.ts'
import { nairaDecimal } from '../../money.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { keepAveragePrice, lockOwnVendor } from '../own-vendor.ts'
import { food } from '../tables.ts'
import { type Allergen, allergen_names, diet_names } from './dish-contents.ts'
import {
  addReadFood,
  type FoodErrors,
  isTooDear,
  MOST_DISHES,
  type ReadFood,
  readFood,
  recordDishChange,
  TOO_DEAR,
} from './edit-food.ts'
import type { OptionGroupDraft } from './option-group-form.ts'
import { placeInDrafts, readOptionGroups, writeOptionGroups } from './option-groups-text.ts'
import { dishesInOrder } from './own-menu.ts'
import { dishAfter, dishMark, isMarkOf, type StaleDish, sameDish, versionOfMark } from './shown-dish.ts'

const columns = ['name', 'price', 'description', 'section', 'options', 'diets', 'contains'] as const
export type MenuColumn = (typeof columns)[number]
/** Last in a file that we made: how the dish was then. */
const VERSION = 'version'

/** The cells of a row by their columns; undefined where the file has no such column. */
export type RowCells = (column: MenuColumn | typeof VERSION) => string | undefined
export type RowOutcome = 'added' | 'changed' | 'unchanged'
/** What is wrong with a row, in words, and in which column. */
export type RowProblem = { column: MenuColumn; problem: string }

export const MENU_FULL: RowProblem = { column: 'name', problem: `The menu is full: ${MOST_DISHES} dishes.` }

/** What was imported: how many dishes are new, changed or unchanged, and which rows were refused and why. */
export type ImportReport = {
  added: number
  changed: number
  unchanged: number
  refused: { line: number; name: string; problem: string }[]
}

/** The acting vendor's menu as a CSV file; the price in naira. */
export async function exportMenu(db: Db, actor: Actor): Promise<string> {
  const vendor_id = kitchenFor(actor, 'change_menu')
  const dishes = vendor_id === null ? [] : await dishesInOrder(db, vendor_id)
  return formatCsv([
    [...columns, VERSION],
    ...dishes.map((dish) => [
      dish.name,
      nairaDecimal(dish.price).replace(/\.00$/, ''),
      dish.description ?? '',
      dish.section,
      writeOptionGroups(dish.option_groups),
      dish.diets.join(', '),
      containsText(dish.allergens),
      dishMark(dish),
    ]),
  ])
}

/**
 * Imports a CSV file into the acting vendor's menu: a known name changes that dish, a new one adds it, nothing is
 * deleted. What a row left alone since its file was downloaded, by its `version`, stays as it is now. Wrong rows, and
 * those that change what was changed otherwise meanwhile, are reported and left out; a file without a name and a price
 * column, or with more rows than a menu may hold, is refused as a whole.
 */
export async function importMenu(
  { db, clock }: Deps,
  actor: Actor,
  text: string,
): Promise<Accepted<ImportReport> | Refused<'not_found' | 'no_columns' | 'too_long', undefined>> {
  const [header, ...rows] = parseCsv(text)
  const names = header?.cells.map((cell) => cell.toLowerCase()) ?? []
  if (!names.includes('name') || !names.includes('price')) return refused('no_columns')
  if (rows.length > MOST_DISHES) return refused('too_long')
  return db.transaction(async (tx) => {
    const vendor = await lockOwnVendor(tx, actor, 'change_menu')
    if (!vendor) return refused('not_found')
    const report: ImportReport = { added: 0, changed: 0, unchanged: 0, refused: [] }
    for (const { line, cells } of rows) {
      const at: RowCells = (column) => cells[names.indexOf(column)]
      const outcome = await importRow(tx, actor, vendor.user_id, at, clock.now())
      if (typeof outcome === 'string') report[outcome]++
      else report.refused.push({ line, name: (at('name') ?? '').slice(0, 80), problem: outcome.problem })
    }
    await keepAveragePrice(tx, vendor.user_id)
    return accepted(report)
  })
}

/**
 * Takes one row into a menu, in the caller's commit: a known name changes that dish, a new one adds it. Answers what it
 * did, or what is wrong with the row, which then changed nothing. Whoever calls it counts the average price anew.
 */
export async function importRow(
  tx: Tx,
  actor: Actor,
  vendor_id: string,
  at: RowCells,
  now: Date,
): Promise<RowOutcome | RowProblem> {
  const [known] = await tx
    .select()
    .from(food)
    .where(and(eq(food.vendor_id, vendor_id), eq(sql`lower(${food.name})`, sql`lower(${at('name') ?? ''})`)))
  const judged = judgeRow(known, at)
  if ('problem' in judged) return judged
  if (judged.outcome === 'added') {
    const added = await addReadFood(tx, actor, judged.dish, now)
    return added.ok ? 'added' : MENU_FULL
  }
  if (!known || judged.outcome === 'unchanged') return 'unchanged'
  await tx.update(food).set(judged.dish).where(eq(food.id, known.id))
  await recordDishChange(tx, actor, known, judged.dish, now)
  return 'changed'
}

/** What a row would do to a menu that has `known` under its name, or what is wrong with it. */
export function judgeRow(
  known: typeof food.$inferSelect | undefined,
  at: RowCells,
): { outcome: RowOutcome; dish: ReadFood } | RowProblem {
  // If the file lacks a column, the dish keeps what it has; what is in it is kept by an empty cell too.
  const options = readOptionGroups(at('options') ?? writeOptionGroups(known?.option_groups ?? []))
  if (!Array.isArray(options)) return { column: 'options', ...options }
  const read = readFood({
    name: at('name') ?? '',
    price: at('price') ?? '',
    description: at('description') ?? known?.description ?? '',
    section: at('section') ?? known?.section ?? '',
    food_image: known?.food_image ?? '',
    option_groups: options,
    diets: wordsOf(at('diets') || (known?.diets.join(',') ?? '')),
    contains: wordsOf(at('contains') || containsText(known?.allergens ?? null)),
  })
  if (!read.ok) return firstProblem(read.details, options)
  const mark = at(VERSION) ?? ''
  if (!known) return isMarkOf(mark, read.value.name) ? GONE : { outcome: 'added', dish: read.value }
  const version = versionOfMark(mark, known, read.value)
  const decided = version === null ? read : dishAfter<ReadFood>(known, read.value, version)
  if (!decided.ok) return changedMeanwhile(decided)
  const dish = decided.value
  if (isTooDear(dish)) return firstProblem(TOO_DEAR, options)
  return { outcome: sameDish(known, dish) ? 'unchanged' : 'changed', dish }
}

const OVERWRITE = 'Empty “version” in this row'
const GONE: RowProblem = {
  column: 'name',
  problem: `This dish is not on your menu any more under this name. ${OVERWRITE} to add it again.`,
}

/** Somebody changed the dish since the file was downloaded, and the file has it otherwise again. */
function changedMeanwhile({ details: { now } }: StaleDish): RowProblem {
  const [[part, words] = ['name', '']] = Object.entries(now)
  const field = part === 'option_groups' ? 'options' : part
  const column = columns.find((name) => name === field) ?? 'name'
  const says = `Since you downloaded this file the ${column} became: ${words || 'nothing'}.`
  return { column, problem: `${says} ${OVERWRITE} to write yours over it, or download the menu again.` }
}

/** "milk, egg", "none", or empty where nothing was said. */
const containsText = (inside: readonly Allergen[] | null) => (inside?.length === 0 ? 'none' : (inside ?? []).join(', '))

const NOT_SAID = 'not said'

/** What stands between commas, in small letters; the form says which words it knows. */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[,;|]/)
    .map((word) => word.trim())
    .filter((word) => word !== '' && word !== NOT_SAID)

function firstProblem(errors: FoodErrors, options: readonly OptionGroupDraft[]): RowProblem {
  const [field = 'name', message = 'This cannot be read.'] = Object.entries(errors)[0] ?? []
  if (field.startsWith('option_groups')) {
    const place = placeInDrafts(field, options)
    const said = message === 'Required' ? 'a name is missing.' : message
    return { column: 'options', problem: place ? `${place}: ${said}` : said }
  }
  if (field === 'diets' || field === 'contains') return { column: field, problem: message }
  if (field.startsWith('diets.')) return { column: 'diets', problem: `Diets are ${diet_names.join(', ')}.` }
  if (field.startsWith('contains.')) {
    return { column: 'contains', problem: `What it contains is none, or of ${allergen_names.join(', ')}.` }
  }
  const problem = message === 'Required' ? `The ${field} is missing.` : message
  return { column: columns.find((column) => column === field) ?? 'name', problem }
}
