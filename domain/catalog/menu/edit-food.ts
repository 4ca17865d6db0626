import { and, eq, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '../../../db/handle.ts'
import { type Actor, moverOf } from '../../accounts/actor.ts'
import type { Deps } from '../../events.ts'
import type { KitchenRight } from '../../kitchen-roles.ts'
import { formatNaira, sumKobo } from '../../money.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { type FoodField, food_form } from '../forms.ts'
import { type DeedLine, recordDeed } from '../kitchen-history.ts'
import { keepAveragePrice, lockOwnVendor, mayShow } from '../own-vendor.ts'
import { food } from '../tables.ts'
import {
  type Allergen,
  allergen_names,
  allergens as allergen_words,
  contradiction,
  type Diet,
} from './dish-contents.ts'
import { option_group_list } from './option-group-form.ts'
import { DEAREST_WITH_CHOICES_KOBO } from './option-groups.ts'
import { type Dish, dishAfter, type StaleDish, sameDish } from './shown-dish.ts'

/** A menu longer than this is a program's mistake. */
export const MOST_DISHES = 500

/** A message per field; for a choice the key is its path: `option_groups.0.options.1.price`. */
export type FoodErrors = Partial<Record<FoodField | `option_groups${string}`, string>>
export type FoodRefusal =
  | Refused<'fields', FoodErrors>
  | Refused<'name_taken', undefined>
  | StaleDish
  | Refused<'full', undefined>
  | Refused<'not_your_picture', undefined>
  | Refused<'not_found', undefined>

type FoodInput = z.input<typeof food_with_choices>
type FoodAnswer = Promise<Accepted<{ id: number }> | FoodRefusal>

/**
 * Adds a dish at the end of the acting vendor's menu. Refuses what docs/product.md#menu forbids, a name that is on the
 * menu already (a cart knows a dish by it) and a picture that somebody else uploaded. Sent twice, it is added once.
 */
export async function addFood({ db, clock }: Deps, actor: Actor, input: FoodInput): FoodAnswer {
  const read = readFood(input)
  if (!read.ok) return read
  return db.transaction((tx) => addReadFood(tx, actor, read.value, clock.now()))
}

/**
 * Changes a dish of the acting vendor. Refuses what `addFood` refuses; another vendor's dish is `not_found`. A form
 * that was shown with the dish of `version`, a `dishVersion`, changes only what its author did (`dishAfter`).
 */
export async function editFood(
  { db, clock }: Deps,
  actor: Actor,
  id: number,
  input: FoodInput,
  version = '',
): FoodAnswer {
  const read = readFood(input)
  if (!read.ok) return read
  return db.transaction(async (tx) => {
    const dish = await lockOwnDish(tx, actor, id, 'change_menu')
    if (!dish) return refused('not_found')
    const decided = dishAfter<ReadFood>(dish, read.value, version)
    if (!decided.ok) return decided
    const after = decided.value
    if (isTooDear(after)) return refused('fields', TOO_DEAR)
    if (await findByName(tx, dish.vendor_id, after.name, id)) return refused('name_taken')
    if (!(await mayShow(tx, actor, after.food_image, dish.food_image))) return refused('not_your_picture')
    await tx.update(food).set(after).where(eq(food.id, id))
    await recordDishChange(tx, actor, dish, after, clock.now())
    await keepAveragePrice(tx, dish.vendor_id)
    return accepted({ id })
  })
}

/** Takes a dish of the acting vendor off the menu. Orders keep what they sold. */
export async function deleteFood(
  { db, clock }: Deps,
  actor: Actor,
  id: number,
): Promise<Accepted<undefined> | Refused<'not_found', undefined>> {
  return db.transaction(async (tx) => {
    const dish = await lockOwnDish(tx, actor, id, 'change_menu')
    if (!dish) return refused('not_found')
    await tx.delete(food).where(eq(food.id, id))
    const line = { did: 'dish_deleted', about: dish.name, before: formatNaira(dish.price) } as const
    await recordDeed(tx, dish.vendor_id, moverOf(actor), line, clock.now())
    await keepAveragePrice(tx, dish.vendor_id)
    return accepted(undefined)
  })
}

const food_with_choices = food_form.extend({ option_groups: option_group_list.default([]) })

export type ReadFood = Dish & { diets: Diet[]; allergens: Allergen[] | null }

/** What was typed, as the table holds it; refused with a message per field. */
export function readFood(input: FoodInput): Accepted<ReadFood> | Refused<'fields', FoodErrors> {
  const { data, error } = food_with_choices.safeParse(input)
  if (!data) {
    const errors: FoodErrors = {}
    for (const { path, message } of error.issues) errors[path.join('.') as FoodField] ??= message
    return refused('fields', errors)
  }
  if (isTooDear(data)) return refused('fields', TOO_DEAR)
  const { description, food_image, contains, ...rest } = data
  const allergens = contains.length === 0 ? null : allergen_names.filter((name) => contains.includes(name))
  const wrong = contradiction({ diets: rest.diets, allergens })
  if (wrong) return refused('fields', { diets: `What is ${wrong.diet} has no ${allergen_words[wrong.has]} in it.` })
  return accepted({ ...rest, allergens, description: description || null, food_image: food_image || null })
}

export const TOO_DEAR: FoodErrors = { option_groups: 'With everything chosen, a dish costs at most 10000000 naira.' }

export function isTooDear({ price, option_groups }: Pick<ReadFood, 'price' | 'option_groups'>): boolean {
  const added = option_groups.flatMap(({ options }) => options.map((option) => option.price_kobo))
  return sumKobo([price, ...added]) > DEAREST_WITH_CHOICES_KOBO
}

/** `addFood` for a dish that was already read, within the caller's commit. */
export async function addReadFood(tx: Tx, actor: Actor, dish: ReadFood, now: Date): FoodAnswer {
  const vendor = await lockOwnVendor(tx, actor, 'change_menu')
  if (!vendor) return refused('not_found')
  const vendor_id = vendor.user_id
  const namesake = await findByName(tx, vendor_id, dish.name)
  if (namesake) {
    return sameDish(namesake, dish) ? accepted({ id: namesake.id }) : refused('name_taken')
  }
  if (!(await mayShow(tx, actor, dish.food_image))) return refused('not_your_picture')
  const [menu] = await tx
    .select({
      dishes: sql<number>`count(*)::int`,
      next: sql<number>`coalesce(max(${food.position}) + 1, 0)::int`,
    })
    .from(food)
    .where(eq(food.vendor_id, vendor_id))
  if ((menu?.dishes ?? 0) >= MOST_DISHES) return refused('full')
  const [added] = await tx
    .insert(food)
    .values({ ...dish, vendor_id, position: menu?.next ?? 0 })
    .returning({ id: food.id })
  if (!added) throw new Error('A dish was not stored')
  await keepAveragePrice(tx, vendor_id)
  const line = { did: 'dish_added', about: dish.name, after: formatNaira(dish.price) } as const
  await recordDeed(tx, vendor_id, moverOf(actor), line, now)
  return accepted(added)
}

/** What became of a dish, for the kitchen's history: its price on a line of its own, nothing where all stayed. */
export async function recordDishChange(
  tx: Tx,
  actor: Actor,
  before: typeof food.$inferSelect,
  after: ReadFood,
  now: Date,
): Promise<void> {
  const record = (line: DeedLine) => recordDeed(tx, before.vendor_id, moverOf(actor), line, now)
  const about = after.name
  const prices = { before: formatNaira(before.price), after: formatNaira(after.price) }
  if (before.price !== after.price) await record({ did: 'price_changed', about, ...prices })
  if (sameDish({ ...before, price: after.price }, after)) return
  await record({ did: 'dish_changed', about, ...(before.name === about ? {} : { before: before.name }) })
}

/** A dish of the acting vendor, with the vendor locked; null for another vendor's and one that does not exist. */
export async function lockOwnDish(
  tx: Tx,
  actor: Actor,
  id: number,
  right: KitchenRight,
): Promise<typeof food.$inferSelect | null> {
  const vendor = Number.isSafeInteger(id) ? await lockOwnVendor(tx, actor, right) : null
  if (!vendor) return null
  const [dish] = await tx
    .select()
    .from(food)
    .where(and(eq(food.id, id), eq(food.vendor_id, vendor.user_id)))
  return dish ?? null
}

async function findByName(tx: Tx, vendor_id: string, name: string, but_id = 0) {
  const [dish] = await tx
    .select()
    .from(food)
    .where(and(eq(food.vendor_id, vendor_id), eq(sql`lower(${food.name})`, sql`lower(${name})`), ne(food.id, but_id)))
  return dish ?? null
}
