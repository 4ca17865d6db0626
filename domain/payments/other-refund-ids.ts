import { and, eq, ne } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { refunds } from './tables.ts'

/**
 * The provider's ids of the payment's other refunds, failed sendings among them, since two orders of one payment may
 * cost the same. What may be another is not among them: it may as well be this one.
 */
export async function otherRefundIds(
  db: Db | Tx,
  refund: Pick<typeof refunds.$inferSelect, 'id' | 'payment_id'>,
): Promise<string[]> {
  const others = await db
    .select({ now: refunds.provider_refund_id, earlier: refunds.earlier_refund_ids })
    .from(refunds)
    .where(and(eq(refunds.payment_id, refund.payment_id), ne(refunds.id, refund.id)))
  return others.flatMap(({ now, earlier }) => (now === null ? earlier : [...earlier, now]))
}
