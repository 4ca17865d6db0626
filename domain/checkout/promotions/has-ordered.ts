import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { orders } from '../../orders/tables.ts'

/**
 * Whether a phone number (E.164) has an order that was not cancelled, of a kitchen or of any (null), so that its next
 * one is not its first.
 */
export async function hasOrdered(tx: Tx, phone: string, vendor_id: string | null): Promise<boolean> {
  const [ordered] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.customer_phone, phone),
        ne(orders.status, 'Cancelled'),
        vendor_id === null ? undefined : eq(orders.vendor_id, vendor_id),
      ),
    )
    .limit(1)
  return ordered !== undefined
}
