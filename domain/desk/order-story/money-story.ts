import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { checkouts } from '../../checkout/tables.ts'
import { chargebacksOf } from '../../payments/chargebacks/charged-back.ts'
import { review_cases } from '../../payments/tables.ts'
import { provider_transactions } from '../../reconciliation/tables.ts'
import { MOST_OF_AN_ORDER } from './delivery-story.ts'

/**
 * How the checkout of an order came to be paid: the checkout itself, the attempts that the provider lists as not
 * successful, the cases of its payments on the review list, and what banks asked back of them, oldest first, at most
 * `MOST_OF_AN_ORDER` of each.
 */
export async function moneyStory(db: Db, of: { checkout_id: string; tx_ref: string; payment_ids: readonly string[] }) {
  const [[checkout], attempts, reviews, charged_back] = await Promise.all([
    db
      .select({
        created_at: checkouts.created_at,
        total: checkouts.total,
        payment_started_at: checkouts.payment_started_at,
      })
      .from(checkouts)
      .where(eq(checkouts.id, of.checkout_id)),
    db
      .select()
      .from(provider_transactions)
      .where(
        and(
          // By the index of references, which holds them in small letters.
          eq(sql`lower(${provider_transactions.tx_ref})`, of.tx_ref.toLowerCase()),
          eq(provider_transactions.tx_ref, of.tx_ref),
          ne(provider_transactions.status, 'successful'),
        ),
      )
      .orderBy(asc(provider_transactions.created_at))
      .limit(MOST_OF_AN_ORDER),
    of.payment_ids.length === 0
      ? []
      : db
          .select()
          .from(review_cases)
          .where(inArray(review_cases.payment_id, [...of.payment_ids]))
          .orderBy(asc(review_cases.created_at))
          .limit(MOST_OF_AN_ORDER),
    of.payment_ids.length === 0 ? [] : chargebacksOf(db, of.payment_ids),
  ])
  return { checkout: checkout ?? null, attempts, reviews, charged_back }
}
