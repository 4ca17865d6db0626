import { eq } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { checkouts } from '../domain/checkout/tables.ts'
import { kobo } from '../domain/money.ts'
import { run_shares, runs } from '../domain/orders/runs/tables.ts'
import { orders } from '../domain/orders/tables.ts'

const TWO_HOURS_MS = 2 * 60 * 60_000

/**
 * Puts a paid order on a shared ride of its own that closes now, whose way would have cost twice as much; nothing where
 * it is on one. What its two sharers pay is half, so that one alone has nothing again.
 */
export async function putOnRide(db: Db, order_id: number, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ order: orders, place_id: checkouts.place_id })
      .from(orders)
      .innerJoin(checkouts, eq(checkouts.id, orders.checkout_id))
      .where(eq(orders.id, order_id))
      .for('no key update')
    // Nobody rides for what is collected.
    if (!found || found.place_id === null) return
    const { order, place_id } = found
    const [known] = await tx.select().from(run_shares).where(eq(run_shares.order_id, order_id))
    if (known) return
    const slot_from = new Date(now.getTime() + TWO_HOURS_MS)
    const [run] = await tx
      .insert(runs)
      .values({
        vendor_id: order.vendor_id,
        place_id,
        slot_from,
        percents: [50],
        most: 4,
        opened_at: now,
        closes_at: now,
      })
      .onConflictDoNothing()
      .returning()
    if (!run) return
    const paid_fee = order.own_delivery_fee ?? order.delivery_fee
    const single_fee = kobo(paid_fee * 2)
    await tx.update(orders).set({ slot_from }).where(eq(orders.id, order_id))
    await tx
      .update(checkouts)
      .set({ slot_from, run_id: run.id, run_single_fee: single_fee })
      .where(eq(checkouts.id, order.checkout_id))
    await tx.insert(run_shares).values({ order_id, run_id: run.id, single_fee, paid_fee })
  })
}
