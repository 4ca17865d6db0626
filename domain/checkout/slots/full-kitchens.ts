import { and, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { vendors } from '../../catalog/tables.ts'
import { orders } from '../../orders/tables.ts'
import { GRACE_MINUTES } from '../../promotions/hold-use.ts'
import { checkouts } from '../tables.ts'

/** A cart; `id` where it is stored. */
type InSlot = { id?: string | null; lines: readonly { vendor_id: string }[] }

/** Locks the kitchens of a checkout, so that of two who pay for the last place of a slot one comes second. */
export async function lockKitchens(tx: Tx, { lines }: InSlot): Promise<void> {
  await tx
    .select({ id: vendors.id })
    .from(vendors)
    .where(inArray(vendors.user_id, kitchensOf(lines)))
    .orderBy(vendors.user_id)
    .for('no key update')
}

/** Whether a kitchen of a cart takes no more orders in its slot. */
export async function isSlotFull(db: Db | Tx, cart: InSlot & { slot_from: Date | null }, now: Date): Promise<boolean> {
  return cart.slot_from !== null && (await fullSlots(db, cart, [cart.slot_from], now)).size > 0
}

/**
 * Those of some slots (as milliseconds) in which a kitchen of a cart takes no more orders, by the number it has set:
 * paid ones count, and those of others that can still be paid, or were in time and may not be recorded yet.
 */
export async function fullSlots(
  db: Db | Tx,
  { id = null, lines }: InSlot,
  slots: readonly Date[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const wanted = sql`unnest(${sql.param(slots.map((slot) => slot.toISOString()))}::timestamptz[]) as wanted(slot)`
  const paid = sql`(select count(*) from ${orders}
    where ${orders.vendor_id} = ${vendors.user_id} and ${orders.slot_from} = wanted.slot
      and ${orders.status} <> 'Cancelled')`
  const heard_since = new Date(now.getTime() - GRACE_MINUTES * 60_000)
  const held = sql`(select count(*) from ${checkouts}
    where ${checkouts.slot_from} = wanted.slot and ${checkouts.status} <> 'Paid'
      and ${checkouts.id} is distinct from ${id}::uuid and ${checkouts.payable_until} >= ${heard_since}
      and ${checkouts.lines} @> jsonb_build_array(jsonb_build_object('vendor_id', ${vendors.user_id})))`
  const rows = await db
    .selectDistinct({ slot: sql<Date>`wanted.slot`.mapWith(orders.slot_from) })
    .from(vendors)
    .innerJoin(wanted, lte(vendors.slot_orders, sql<number>`${paid} + ${held}`))
    .where(and(inArray(vendors.user_id, kitchensOf(lines)), isNotNull(vendors.slot_orders)))
  return new Set(rows.map(({ slot }) => slot.getTime()))
}

const kitchensOf = (lines: InSlot['lines']) => [...new Set(lines.map(({ vendor_id }) => vendor_id))]
