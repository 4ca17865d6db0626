import { and, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { food } from '../tables.ts'
import {
  type Allergen,
  allergen_names,
  type Diet,
  type DishContents,
  diet_names,
  type Needs,
  suits,
} from './dish-contents.ts'

/** Dishes of one kitchen of which the same was said. */
type Told = DishContents & { vendor_id: string; option_groups: readonly unknown[]; dishes: number }

/** What these kitchens say of their dishes, for a list that is narrowed by it. */
export async function toldDishes(db: Db, vendor_ids: readonly string[]) {
  const has_choices = sql<boolean>`jsonb_array_length(${food.option_groups}) > 0`
  const rows = await db
    .select({
      vendor_id: food.vendor_id,
      diets: food.diets,
      allergens: food.allergens,
      has_choices,
      dishes: sql<number>`count(*)::int`,
    })
    .from(food)
    .where(
      and(inArray(food.vendor_id, [...vendor_ids]), or(sql`cardinality(${food.diets}) > 0`, isNotNull(food.allergens))),
    )
    .groupBy(food.vendor_id, food.diets, food.allergens, has_choices)
  const told: readonly Told[] = rows.map(({ has_choices: has, ...row }) => ({
    ...row,
    option_groups: has ? [has] : [],
  }))
  return {
    /** Those that one of these dishes suits. */
    diets: diet_names.filter((name: Diet) => told.some(({ diets }) => diets.includes(name))),
    /** What is in one of them. */
    allergens: allergen_names.filter((name: Allergen) => told.some(({ allergens }) => allergens?.includes(name))),
    /** How many dishes of a kitchen suit somebody, as it says itself: what was not said is not guessed. */
    suiting: (vendor_id: string, needs: Needs) =>
      told
        .filter((one) => one.vendor_id === vendor_id && suits(one, needs) === true)
        .reduce((sum, { dishes }) => sum + dishes, 0),
  }
}
