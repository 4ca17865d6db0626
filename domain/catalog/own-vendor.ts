import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import { food, uploads, vendors } from './tables.ts'

/**
 * The vendor row of the one who acts, locked, so that two devices of one vendor take turns. Null for everybody else,
 * which a verb answers like something that does not exist.
 */
export async function lockOwnVendor(tx: Tx, actor: Actor): Promise<typeof vendors.$inferSelect | null> {
  if (actor.role !== 'vendor') return null
  const [vendor] = await tx.select().from(vendors).where(eq(vendors.user_id, actor.user_id)).for('update')
  return vendor ?? null
}

/**
 * Whether a picture may be shown by this actor: none, the one shown before, or an upload of their own, which then stays
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

/** Spec §2 sorts restaurants by average price: kept by whoever changes a dish, in the same commit. */
export async function keepAveragePrice(tx: Tx, vendor_id: string): Promise<void> {
  const average = sql`(select round(avg(${food.price}), 2) from ${food} where ${food.vendor_id} = ${vendor_id})`
  await tx.update(vendors).set({ avg_price: average }).where(eq(vendors.user_id, vendor_id))
}
