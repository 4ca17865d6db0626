import { eq } from 'drizzle-orm'
import { deliveries } from '../../delivery/tables.ts'
import type { Reaction } from '../../events.ts'
import { isReady } from '../../orders/lifecycle.ts'
import { notifyUsers } from '../bell/bell.ts'

/** Tells the kitchen that has not packed it yet, and the rider who fetches it, what the note of an order says now. */
export const tellOfChangedNote: Reaction<'note_changed'> = async (tx, { order }, now) => {
  const { id, customer_note, status, vendor_id } = order
  const [delivery] = await tx
    .select({ rider_id: deliveries.rider_id })
    .from(deliveries)
    .where(eq(deliveries.order_id, id))
  const text = customer_note
    ? `Order ${id}: the customer changed the note to “${customer_note}”`
    : `Order ${id}: the customer took the note out.`
  const readers = [...(isReady(status) ? [] : [vendor_id]), ...(delivery?.rider_id ? [delivery.rider_id] : [])]
  await notifyUsers(
    tx,
    readers.map((user_id) => ({ user_id, kind: 'note_changed' as const, text, order_id: id })),
    now,
  )
}
