import { inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { vendors } from '../tables.ts'

/** A kitchen by name, and where its customers find it. */
export type KitchenAddress = { vendor_id: string; name: string; where: string }

/** Where the food of these kitchens is collected: the address, then the landmark near it. */
export async function kitchenAddresses(db: Db | Tx, vendor_ids: readonly string[]): Promise<KitchenAddress[]> {
  const rows = await db
    .select()
    .from(vendors)
    .where(inArray(vendors.user_id, [...vendor_ids]))
    .orderBy(vendors.id)
  return rows.map(({ user_id, name, address, landmark }) => ({
    vendor_id: user_id,
    name: name ?? '',
    where: whereIs({ address, landmark }),
  }))
}

/** One kitchen's address in words; what is missing is left out. */
export function whereIs({ address, landmark }: { address: string | null; landmark: string | null }): string {
  const is_in_address = landmark !== null && address?.includes(landmark)
  return [address, is_in_address ? null : landmark].filter(Boolean).join(', ')
}
