import { and, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { nigerianPhone, phoneLogin } from '../../accounts/phone-login.ts'
import { users } from '../../accounts/tables.ts'
import { formatPhone, parsePhone } from '../../phone.ts'
import { landmarkNames } from '../../places/landmark-names.ts'
import { registration_steps } from '../forms.ts'
import { MOST_DISHES } from '../menu/edit-food.ts'
import { judgeRow, MENU_FULL, type MenuColumn, type RowCells } from '../menu/menu-csv.ts'
import { NO_SUCH_LANDMARK, NO_SUCH_PHONE } from '../registration/check-registration.ts'
import { food, vendors } from '../tables.ts'
import {
  type FileColumn,
  type FileKitchen,
  type FileLine,
  type FileOfKitchens,
  kitchen_columns,
  kitchenKey,
} from './read-kitchens.ts'

/** What a line will do: add or change a dish, nothing, or nothing besides what its kitchen is. */
export type LineOutcome = 'added' | 'changed' | 'unchanged' | 'no_dish'
export type Wrong = { column: FileColumn; problem: string }
export type PlannedLine = { line: FileLine; dish: string } & ({ outcome: LineOutcome } | { wrong: Wrong })

/** What a new kitchen is made of. */
export type KitchenFacts = {
  name: string
  phone: string
  category: string
  address: string
  landmark: string
  description: string
}

/** What becomes of a kitchen of the file: it is new, it is known, or none of its lines can go in. */
export type PlannedKitchen = { kitchen: FileKitchen; lines: PlannedLine[] } & (
  | { is: 'new'; facts: KitchenFacts }
  | { is: 'known'; vendor_id: string }
  | { is: 'wrong' }
)

type Known = Pick<typeof vendors.$inferSelect, 'user_id' | 'name' | 'phone' | 'status'>
type Dish = typeof food.$inferSelect
type Around = {
  named: ReadonlyMap<string, Known[]>
  numbered: ReadonlyMap<string, Known[]>
  /** The numbers with which somebody logs in. */
  logins: ReadonlySet<string>
  landmarks: readonly string[]
  menus: ReadonlyMap<string, ReadonlyMap<string, Dish>>
}

/**
 * What would become of these kitchens of a file, by what stands in the tables now. A known one is found by its name
 * and, where the file says one, its phone number; nothing of its own changes but its dishes.
 */
export async function planKitchens(
  db: Db | Tx,
  file: FileOfKitchens,
  kitchens: readonly FileKitchen[],
): Promise<PlannedKitchen[]> {
  const around = await lookAround(db, kitchens)
  return kitchens.map((kitchen) => planKitchen(file, kitchen, around))
}

async function lookAround(db: Db | Tx, kitchens: readonly FileKitchen[]): Promise<Around> {
  const names = kitchens.map(({ name }) => kitchenKey(name))
  const phones = kitchens.flatMap(({ phone }) => (phone === null ? [] : [phone]))
  const found = await db
    .select({ user_id: vendors.user_id, name: vendors.name, phone: vendors.phone, status: vendors.status })
    .from(vendors)
    .where(
      and(
        isNotNull(vendors.name),
        or(
          sql`lower(${vendors.name}) = any(${sql.param(names)}::text[])`,
          sql`${vendors.phone} = any(${sql.param(phones)}::text[])`,
        ),
      ),
    )
    .orderBy(vendors.id)
  const logins = await db
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.email, phones.length > 0 ? phones.map(phoneLogin) : ['']))
  const dishes = await db
    .select()
    .from(food)
    .where(sql`${food.vendor_id} = any(${sql.param(found.map(({ user_id }) => user_id))}::uuid[])`)
  const menus = Map.groupBy(dishes, ({ vendor_id }) => vendor_id)
  return {
    named: Map.groupBy(found, ({ name }) => kitchenKey(name ?? '')),
    numbered: Map.groupBy(found, ({ phone }) => parsePhone(phone ?? '') ?? ''),
    logins: new Set(logins.map(({ email }) => email)),
    landmarks: await landmarkNames(db),
    menus: new Map([...menus].map(([id, menu]) => [id, new Map(menu.map((dish) => [dish.name.toLowerCase(), dish]))])),
  }
}

function planKitchen(file: FileOfKitchens, kitchen: FileKitchen, around: Around): PlannedKitchen {
  const found = whoIsIt(file, kitchen, around)
  if ('wrong' in found) {
    const first = kitchen.lines[0]?.line
    const lines = kitchen.lines.map((line, place) => {
      const because = { column: 'kitchen', problem: `Its kitchen cannot be taken: see line ${first}.` } as const
      return { line, dish: file.cellOf(line, 'dish') ?? '', wrong: place === 0 ? found.wrong : because }
    })
    return { kitchen, lines, is: 'wrong' }
  }
  const menu = found.is === 'known' ? around.menus.get(found.vendor_id) : undefined
  return { kitchen, lines: planDishes(file, kitchen, menu ?? new Map()), ...found }
}

type Found = { is: 'new'; facts: KitchenFacts } | { is: 'known'; vendor_id: string } | { wrong: Wrong }

/** Which kitchen it is; wrong where that is in doubt, so that no dish comes to a menu that was not meant. */
function whoIsIt(file: FileOfKitchens, kitchen: FileKitchen, around: Around): Found {
  const [first] = kitchen.lines
  const typed = (first && file.cellOf(first, 'phone')) ?? ''
  const { phone } = kitchen
  if (typed !== '' && phone === null) return wrong('phone', NO_SUCH_PHONE)
  const named = around.named.get(kitchenKey(kitchen.name)) ?? []
  const meant = phone === null ? named : named.filter((one) => nigerianPhone(one.phone ?? '') === phone)
  const [known, second] = meant
  if (second) return wrong('phone', 'Several kitchens have this name: please write the phone number of one.')
  if (known?.status === 'Inactive') return wrong('kitchen', 'This kitchen is suspended or was turned down.')
  if (known) return { is: 'known', vendor_id: known.user_id }
  if (phone === null) return wrong('phone', 'The phone is missing.')
  if (named.length > 0) return wrong('phone', 'A kitchen of this name is here already, with another phone number.')
  const [other] = around.numbered.get(phone) ?? []
  if (other) return wrong('phone', `${formatPhone(phone)} is the number of ${other.name} already.`)
  if (around.logins.has(phoneLogin(phone))) return wrong('phone', 'Somebody logs in with this phone number already.')
  const { same_phone } = kitchen
  if (same_phone) return wrong('phone', `Line ${same_phone.line} has this number for ${same_phone.name}.`)
  return factsOf(file, kitchen, phone, around.landmarks)
}

const wrong = (column: FileColumn, problem: string) => ({ wrong: { column, problem } })

function factsOf(file: FileOfKitchens, kitchen: FileKitchen, phone: string, landmarks: readonly string[]): Found {
  const [first] = kitchen.lines
  const of = (column: FileColumn) => (first && file.cellOf(first, column)) ?? ''
  const fields = { category: of('category'), address: of('address'), landmark: of('landmark') }
  const typed = { ...fields, name: kitchen.name, phone, description: of('about') }
  const [business, location] = registration_steps
  const errors = [business.safeParse(typed).error, location.safeParse(typed).error]
  const issue = errors.flatMap((error) => error?.issues ?? [])[0]
  if (issue) {
    const field = String(issue.path[0])
    const named = field === 'name' ? 'kitchen' : field === 'description' ? 'about' : field
    const column = kitchen_columns.find((one) => one === named) ?? 'kitchen'
    return wrong(column, issue.message === 'Required' ? `The ${column} is missing.` : issue.message)
  }
  if (!landmarks.includes(typed.landmark.trim())) {
    return wrong('landmark', `${NO_SUCH_LANDMARK.slice(0, -1)}: ${landmarks.join(', ')}.`)
  }
  const { name, category, address, landmark, description } = typed
  return { is: 'new', facts: { name, phone, category, address, landmark, description } }
}

function planDishes(file: FileOfKitchens, kitchen: FileKitchen, menu: ReadonlyMap<string, Dish>): PlannedLine[] {
  const seen = new Map<string, number>()
  let dishes = menu.size
  const [first] = kitchen.lines
  return kitchen.lines.map((line) => {
    const dish = file.cellOf(line, 'dish') ?? ''
    const told = first && line !== first ? toldOtherwise(file, first, line) : null
    if (told) return { line, dish, wrong: told }
    if (line === first && hasNoDish(file, line)) return { line, dish, outcome: 'no_dish' }
    const key = dish.toLowerCase()
    const before = seen.get(key)
    if (dish !== '' && before !== undefined) {
      return { line, dish, ...wrong('dish', `Line ${before} has this dish already.`) }
    }
    const judged = judgeRow(menu.get(key), cellsOf(file, line))
    if ('problem' in judged) return { line, dish, ...wrong(columnOf(judged.column), asDish(judged.problem)) }
    if (judged.outcome === 'added' && dishes >= MOST_DISHES) return { line, dish, ...wrong('dish', MENU_FULL.problem) }
    seen.set(key, line.line)
    if (judged.outcome === 'added') dishes += 1
    return { line, dish, outcome: judged.outcome }
  })
}

/** A line's cells under the names that a file of a menu gives them. */
export const cellsOf =
  (file: FileOfKitchens, line: FileLine): RowCells =>
  (column) =>
    column === 'version' ? undefined : file.cellOf(line, columnOf(column))

const columnOf = (column: MenuColumn): FileColumn => (column === 'name' ? 'dish' : column)
const asDish = (problem: string) => (problem === 'The name is missing.' ? 'The dish is missing.' : problem)

const hasNoDish = (file: FileOfKitchens, line: FileLine) =>
  (['dish', 'price', 'description', 'options'] as const).every((column) => !file.cellOf(line, column))

/** A later line that says something else of its kitchen than the first. */
function toldOtherwise(file: FileOfKitchens, first: FileLine, line: FileLine): Wrong | null {
  for (const column of kitchen_columns) {
    if (column === 'kitchen') continue
    const [said, before] = [file.cellOf(line, column) ?? '', file.cellOf(first, column) ?? '']
    const is_same = column === 'phone' ? parsePhone(said) === parsePhone(before) : said === before
    if (said !== '' && said !== before && !is_same) {
      const problem = before === '' ? 'belongs into' : `says “${before}” in`
      return { column, problem: `The ${column} ${problem} line ${first.line}, the first of this kitchen.` }
    }
  }
  return null
}
