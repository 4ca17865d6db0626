import { and, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'
import { orders } from '../orders/tables.ts'
import { checkouts } from './tables.ts'

type InSlot = Pick<typeof checkouts.$inferSelect, 'id' | 'lines' | 'slot_from'>

/** Locks the kitchens of a checkout, so that of two who pay for the last place of a slot one comes second. */
export async function lockKitchens(tx: Tx, { lines }: InSlot): Promise<void> {
  await tx
    .select({ id: vendors.id })
    .from(vendors)
    .where(inArray(vendors.user_id, kitchensOf(lines)))
    .orderBy(vendors.user_id)
    .for('no key update')
}

/**
 * Whether a kitchen of a checkout takes no more orders in its slot, by the number it has set: paid ones count, and those
 * of others that can still be paid.
 */
export async function isSlotFull(db: Db | Tx, checkout: InSlot, now: Date): Promise<boolean> {
  const { id, slot_from, lines } = checkout
  const paid = sql`(select count(*) from ${orders}
    where ${orders.vendor_id} = ${vendors.user_id} and ${orders.slot_from} = ${slot_from}
      and ${orders.status} <> 'Cancelled')`
  const held = sql`(select count(*) from ${checkouts}
    where ${checkouts.slot_from} = ${slot_from} and ${checkouts.status} <> 'Paid' and ${checkouts.id} <> ${id}
      and ${checkouts.payable_until} > ${now}
      and ${checkouts.lines} @> jsonb_build_array(jsonb_build_object('vendor_id', ${vendors.user_id})))`
  const [full] = await db
    .select({ id: vendors.id })
    .from(vendors)
    .where(
      and(
        inArray(vendors.user_id, kitchensOf(lines)),
        isNotNull(vendors.slot_orders),
        lte(vendors.slot_orders, sql<number>`${paid} + ${held}`),
      ),
    )
    .limit(1)
  return full !== undefined
}

const kitchensOf = (lines: InSlot['lines']) => [...new Set(lines.map(({ vendor_id }) => vendor_id))]
