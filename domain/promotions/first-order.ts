import { and, eq, gte, isNull, ne, or } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { promotion_uses, promotions } from './tables.ts'

type Promotion = typeof promotions.$inferSelect

/** Whether a phone number has an order that was not cancelled, of a kitchen or of any (null). */
export type HasOrdered = (vendor_id: string | null) => Promise<boolean>

/**
 * Whether a phone pays another checkout just now that has a promotion for a first order, so that a second such
 * promotion would take off twice for it. Of two kitchens' promotions each is for its own first order. Sure only under
 * `lockPhone`; whether it has ordered is asked for afterwards, as what was paid meanwhile is an order by then.
 */
export async function paysFirstOrder(
  db: Db | Tx,
  { vendor_id }: Pick<Promotion, 'vendor_id'>,
  { phone, checkout_id }: { phone: string; checkout_id: string | null },
  now: Date,
): Promise<boolean> {
  const [paying] = await db
    .select({ id: promotion_uses.checkout_id })
    .from(promotion_uses)
    .innerJoin(promotions, eq(promotions.id, promotion_uses.promotion_id))
    .where(
      and(
        eq(promotion_uses.phone, phone),
        eq(promotion_uses.status, 'Held'),
        eq(promotion_uses.is_being_paid, true),
        gte(promotion_uses.held_until, now),
        checkout_id === null ? undefined : ne(promotion_uses.checkout_id, checkout_id),
        eq(promotions.first_order_only, true),
        vendor_id === null ? undefined : or(isNull(promotions.vendor_id), eq(promotions.vendor_id, vendor_id)),
      ),
    )
    .limit(1)
  return paying !== undefined
}
