import { inArray } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { food } from '../tables.ts'
import type { CartLineName } from './cart-line.ts'
import { sameName } from './fit-choices.ts'

/** The pictures of these dishes, in their order; null where a dish has none, or is no longer on its menu. */
export async function dishPictures(
  db: Db,
  dishes: readonly Pick<CartLineName, 'vendor_id' | 'name'>[],
): Promise<(string | null)[]> {
  const vendor_ids = [...new Set(dishes.map(({ vendor_id }) => vendor_id))]
  const rows = await db
    .select({ vendor_id: food.vendor_id, name: food.name, food_image: food.food_image })
    .from(food)
    .where(inArray(food.vendor_id, vendor_ids))
  return dishes.map(
    (dish) => rows.find((row) => row.vendor_id === dish.vendor_id && sameName(row.name, dish.name))?.food_image ?? null,
  )
}
