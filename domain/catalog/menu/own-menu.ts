import { asc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { kitchenFor } from '../../kitchen-roles.ts'
import type { Kobo } from '../../money.ts'
import { isSoldOut, UNTIL_CHANGED } from '../hours/availability.ts'
import { food } from '../tables.ts'
import type { DishContents } from './dish-contents.ts'
import type { OptionGroup } from './option-groups.ts'
import { dishVersion } from './shown-dish.ts'

export type OwnDish = {
  id: number
  name: string
  description: string | null
  price_kobo: Kobo
  food_image: string | null
  /** The other dishes that show the same photo: an address has the hash of its content. */
  same_photo: readonly string[]
  section: string
  sold_out: 'no' | 'today' | 'until_changed'
  option_groups: readonly OptionGroup[]
  /** Of what its form shows, to notice what a colleague changed meanwhile. */
  version: string
} & DishContents

/** Every dish of the asking vendor, in the order of the menu: section by section. */
export async function ownMenu(db: Db, actor: Actor, now: Date): Promise<OwnDish[]> {
  const vendor_id = kitchenFor(actor, 'run_orders')
  const dishes = vendor_id === null ? [] : await dishesInOrder(db, vendor_id)
  return dishes.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    price_kobo: row.price,
    food_image: row.food_image,
    same_photo: dishes.flatMap(({ id, name, food_image }) =>
      food_image !== null && food_image === row.food_image && id !== row.id ? [name] : [],
    ),
    section: row.section,
    option_groups: row.option_groups,
    diets: row.diets,
    allergens: row.allergens,
    version: dishVersion(row),
    sold_out: !isSoldOut(row, now)
      ? 'no'
      : (row.sold_out_until?.getTime() ?? 0) >= UNTIL_CHANGED.getTime()
        ? 'until_changed'
        : 'today',
  }))
}

/** Sections are ordered by their first dish. */
export function dishesInOrder(db: Db | Tx, vendor_id: string): Promise<(typeof food.$inferSelect)[]> {
  return db
    .select()
    .from(food)
    .where(eq(food.vendor_id, vendor_id))
    .orderBy(
      sql`min(${food.position}) over (partition by ${food.section})`,
      asc(food.section),
      asc(food.position),
      asc(food.id),
    )
}
