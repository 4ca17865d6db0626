import { and, asc, eq, gt, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { type Kobo, kobo, koboFromNaira } from '../../money.ts'
import { payments, refunds } from '../tables.ts'
import { chargebacks } from './tables.ts'

/** What a customer's bank took back of a payment and has not returned, without what refunds were covered by. */
export async function chargedBack(db: Db | Tx, payment_id: string): Promise<Kobo> {
  const [sum] = await db
    .select({ gone: sql<string>`coalesce(sum(${chargebacks.amount}), 0)::text` })
    .from(chargebacks)
    .where(and(eq(chargebacks.payment_id, payment_id), ne(chargebacks.status, 'won')))
  const [covered] = await db
    .select({ by: sql<string>`coalesce(sum(${refunds.amount}), 0)::text` })
    .from(refunds)
    .innerJoin(chargebacks, eq(chargebacks.id, refunds.covered_by))
    .where(and(eq(refunds.payment_id, payment_id), ne(chargebacks.status, 'won')))
  return kobo(Math.max(0, koboFromNaira(sum?.gone ?? '0') - koboFromNaira(covered?.by ?? '0')))
}

/**
 * Whether the bank has taken back what a refund would give: the provider holds less of the payment than that. Only what
 * went out, or may have, counts against it: also what is being sent beside it, and what the provider may have made.
 */
export async function isChargedBack(
  db: Db | Tx,
  refund: Pick<typeof refunds.$inferSelect, 'id' | 'payment_id' | 'amount'>,
): Promise<boolean> {
  const gone = await chargedBack(db, refund.payment_id)
  if (gone === 0) return false
  const [payment] = await db
    .select({ amount: payments.amount })
    .from(payments)
    .where(eq(payments.id, refund.payment_id))
  const [sent] = await db
    .select({ sum: sql<string>`coalesce(sum(${refunds.amount}), 0)::text` })
    .from(refunds)
    .where(
      and(
        eq(refunds.payment_id, refund.payment_id),
        ne(refunds.id, refund.id),
        or(
          inArray(refunds.status, ['Sent', 'Done']),
          and(eq(refunds.status, 'Asked'), gt(refunds.attempts, 0)),
          isNotNull(refunds.possible_refund_id),
        ),
      ),
    )
  return refund.amount > (payment?.amount ?? 0) - koboFromNaira(sent?.sum ?? '0') - gone
}

/** The chargebacks of some payments, oldest first. */
export function chargebacksOf(db: Db, payment_ids: readonly string[]) {
  return db
    .select()
    .from(chargebacks)
    .where(inArray(chargebacks.payment_id, [...payment_ids]))
    .orderBy(asc(chargebacks.raised_at), asc(chargebacks.id))
}
