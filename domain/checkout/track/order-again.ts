import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import type { CartLine } from '../../catalog/menu/cart-line.ts'
import { choicesKey } from '../../catalog/menu/option-groups.ts'
import type { Kobo } from '../../money.ts'
import { orders } from '../../orders/tables.ts'
import { checkouts } from '../tables.ts'
import { checkoutOfTrackToken } from './tracked-orders.ts'

/**
 * What was ordered with the order of a tracking link, as a cart to be priced anew, and what was paid for it; null for a
 * link that does not exist. A dish that was swapped is the one that came.
 */
export async function orderAgain(db: Db, track_token: string): Promise<{ lines: CartLine[]; total_kobo: Kobo } | null> {
  const found = await checkoutOfTrackToken(db, track_token)
  if (!found) return null
  const rows = await db
    .select({ vendor_id: orders.vendor_id, items: orders.items, total_kobo: checkouts.total })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkout_id))
    .where(eq(orders.checkout_id, found.checkout_id))
    .orderBy(orders.id)
  const [first] = rows
  if (!first) return null
  const lines: CartLine[] = []
  for (const { vendor_id, items } of rows) {
    for (const { name, price_kobo, quantity, options } of items) {
      const line = { vendor_id, name, price_kobo, quantity, ...(options ? { options } : {}) }
      const known = lines.findIndex((one) => isSame(one, line))
      if (known < 0) lines.push(line)
      else lines[known] = { ...line, quantity: (lines[known]?.quantity ?? 0) + quantity }
    }
  }
  return { lines, total_kobo: first.total_kobo }
}

const isSame = (left: CartLine, right: CartLine) =>
  left.vendor_id === right.vendor_id &&
  left.name === right.name &&
  choicesKey(left.options) === choicesKey(right.options)
