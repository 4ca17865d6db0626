import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { food } from '../domain/catalog/tables.ts'
import { deliveries } from '../domain/delivery/tables.ts'
import { order_statuses } from '../domain/orders/lifecycle.ts'
import { orders } from '../domain/orders/tables.ts'

/** What the people of the simulation see on their screens, in a fixed sequence. */

export async function dishOf(db: Db, vendor_id: string) {
  const [dish] = await db.select().from(food).where(eq(food.vendor_id, vendor_id)).orderBy(food.id).limit(1)
  return dish ? { id: dish.id, name: dish.name, price_kobo: dish.price } : null
}

/** How many packs a rider counts at the kitchen. */
export async function packsOf(db: Db, order_id: number): Promise<number> {
  const [order] = await db.select({ items: orders.items }).from(orders).where(eq(orders.id, order_id))
  return (order?.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
}

type OrderStatus = (typeof order_statuses)[number]

export function ordersIn(db: Db, statuses: readonly OrderStatus[] = order_statuses) {
  return db
    .select()
    .from(orders)
    .where(inArray(orders.status, [...statuses]))
    .orderBy(orders.id)
}

export function ordersOf(db: Db, vendor_id: string) {
  return db.select().from(orders).where(eq(orders.vendor_id, vendor_id)).orderBy(orders.id)
}

export function allDeliveries(db: Db) {
  return db.select().from(deliveries).orderBy(deliveries.id)
}
