import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { type Kobo, koboFromNaira, splitKobo } from '../money.ts'
import { type Entry, paid_kinds } from './ledger.ts'
import { journal_entries, journals } from './tables.ts'

/**
 * The entries of an amount on one account, shared among the orders that the payment paid for, by what each cost; one
 * entry if it paid for none.
 */
export async function partsOfOrders(
  tx: Tx,
  payment_id: string,
  { account, amount }: { account: string; amount: Kobo },
): Promise<Entry[]> {
  const paid = await tx
    .select({ order_id: journal_entries.order_id, cost: sql<string>`(-sum(${journal_entries.amount}))::text` })
    .from(journals)
    .innerJoin(journal_entries, eq(journal_entries.journal_id, journals.id))
    .where(
      and(
        inArray(journals.kind, [...paid_kinds]),
        eq(journals.subject, `payment:${payment_id}`),
        isNotNull(journal_entries.order_id),
      ),
    )
    .groupBy(journal_entries.order_id)
    .orderBy(journal_entries.order_id)
  if (paid.length === 0) return [{ account, amount }]
  const parts = splitKobo(
    amount,
    paid.map(({ cost }) => koboFromNaira(cost)),
  )
  return paid.map(({ order_id }, place) => ({
    account,
    amount: parts[place] ?? 0,
    ...(order_id === null ? {} : { order_id }),
  }))
}
