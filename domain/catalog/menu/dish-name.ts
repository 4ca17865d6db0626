import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { food } from '../tables.ts'

/** What a dish of a kitchen is called; null where it has no such dish. */
export async function dishName(db: Db, vendor_id: string, dish_id: number): Promise<string | null> {
  if (!Number.isSafeInteger(dish_id) || dish_id < 1 || dish_id > 2_147_483_647) return null
  const [dish] = await db
    .select({ name: food.name })
    .from(food)
    .where(and(eq(food.id, dish_id), eq(food.vendor_id, vendor_id)))
  return dish?.name ?? null
}
