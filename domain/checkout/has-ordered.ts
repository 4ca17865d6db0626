import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { orders } from '../orders/tables.ts'

/** Whether a phone number (E.164) has an order that was not cancelled, so that its next one is not its first. */
export async function hasOrdered(tx: Tx, phone: string): Promise<boolean> {
  const [ordered] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.customer_phone, phone), ne(orders.status, 'Cancelled')))
    .limit(1)
  return ordered !== undefined
}
