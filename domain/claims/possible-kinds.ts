import { and, desc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { promisedSamePriceAt } from '../catalog/same-price.ts'
import { HOUR_MS } from '../clock.ts'
import { order_promises } from '../delivery/tables.ts'
import { order_history, type orders } from '../orders/tables.ts'
import type { ClaimRules } from './claim-rules.ts'
import type { ClaimKind } from './lifecycle.ts'

type Order = Pick<typeof orders.$inferSelect, 'id' | 'status' | 'collects' | 'vendor_id' | 'created_at'>

/**
 * What can be wrong with an order as it stands: dishes once somebody has them, that it never came once somebody says it
 * did or it is later than promised, wherever it is, and a double payment always; that it was dearer than
 * at the counter where its kitchen promised otherwise when it was ordered. Nothing once its time is over.
 */
export async function possibleKinds(db: Db | Tx, order: Order, rules: ClaimRules, now: Date): Promise<ClaimKind[]> {
  const ended = await endOf(db, order)
  if (ended && now.getTime() - ended.at.getTime() > rules.within_hours * HOUR_MS) return []
  const delivered = order.status === 'Delivered' && ended?.verb !== 'not_collected'
  const came = delivered && ended?.verb !== 'not_taken'
  const missing = !order.collects && (delivered || (!ended && (await isLate(db, order, now))))
  return [
    ...(came ? (['missing_item', 'spoiled'] as const) : []),
    ...(came && (await promisedSamePriceAt(db, order.vendor_id, order.created_at)) ? (['dearer'] as const) : []),
    ...(missing ? (['not_arrived'] as const) : []),
    'paid_twice',
  ]
}

/** The move by which an order was delivered or cancelled, and when; null while it is open. */
export async function endOf(db: Db | Tx, { id, status }: Order): Promise<{ verb: string; at: Date } | null> {
  if (status !== 'Delivered' && status !== 'Cancelled') return null
  const [ended] = await db
    .select({ verb: order_history.verb, at: order_history.recorded_at })
    .from(order_history)
    .where(and(eq(order_history.order_id, id), eq(order_history.to_status, status)))
    .orderBy(desc(order_history.id))
    .limit(1)
  return ended ?? null
}

async function isLate(db: Db | Tx, { id }: Order, now: Date): Promise<boolean> {
  const [promise] = await db
    .select({ until: order_promises.first_promised_until })
    .from(order_promises)
    .where(eq(order_promises.order_id, id))
  return promise !== undefined && now > promise.until
}
