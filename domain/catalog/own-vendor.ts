import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { type KitchenRight, kitchenFor } from '../kitchen-roles.ts'
import { food, uploads, vendors } from './tables.ts'

export type Vendor = typeof vendors.$inferSelect

/**
 * The row of the kitchen that somebody acts for, locked, so that two devices of one kitchen take turns. Null for
 * everybody whose role in it does not have the right; verbs answer that with `not_found`.
 */
export async function lockOwnVendor(tx: Tx, actor: Actor, right: KitchenRight): Promise<Vendor | null> {
  const vendor_id = kitchenFor(actor, right)
  return vendor_id === null ? null : lockVendor(tx, vendor_id)
}

/** Any vendor's row, locked; null when there is none. */
export async function lockVendor(tx: Tx, vendor_id: string): Promise<Vendor | null> {
  if (!z.uuid().safeParse(vendor_id).success) return null
  const [vendor] = await tx.select().from(vendors).where(eq(vendors.user_id, vendor_id)).for('no key update')
  return vendor ?? null
}

/**
 * Whether this actor may show a picture: none, the one shown before, or an upload of their own, which is then locked
 * until the caller's commit.
 */
export async function mayShow(
  tx: Tx,
  actor: Actor,
  address: string | null,
  shown_before: string | null = null,
): Promise<boolean> {
  if (address === null || address === shown_before) return true
  const [upload] = await tx.select().from(uploads).where(eq(uploads.address, address)).for('share')
  return upload?.user_id === actor.user_id
}

/** Updates the price by which restaurants are sorted; called in the same commit by every change of a dish. */
export async function keepAveragePrice(tx: Tx, vendor_id: string): Promise<void> {
  const average = sql`(select round(avg(${food.price}), 2) from ${food} where ${food.vendor_id} = ${vendor_id})`
  await tx.update(vendors).set({ avg_price: average }).where(eq(vendors.user_id, vendor_id))
}
