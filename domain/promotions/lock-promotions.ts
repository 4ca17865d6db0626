import { and, asc, isNotNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { promotions } from './tables.ts'

type Promotion = typeof promotions.$inferSelect
type Limits = Pick<Promotion, 'most_uses' | 'most_uses_each' | 'budget' | 'first_order_only'>

/** Whether a use can be the last: of all, of a phone, or of a budget. */
export const isLimited = ({ most_uses, most_uses_each, budget, first_order_only }: Limits): boolean =>
  most_uses !== null || most_uses_each !== null || budget !== null || first_order_only

const is_limited =
  or(
    isNotNull(promotions.most_uses),
    isNotNull(promotions.most_uses_each),
    isNotNull(promotions.budget),
    promotions.first_order_only,
  ) ?? sql`true`

/**
 * The promotions that match, locked until the commit, in one sequence: those with limits by their number, so that of
 * two who want the last use one comes second; then the others, which only nobody may end meanwhile: an offer for every
 * order lets none wait for another. Answered by their number.
 */
export async function lockPromotions(tx: Tx, which: SQL | undefined): Promise<Promotion[]> {
  const those = (also: SQL) => tx.select().from(promotions).where(and(which, also)).orderBy(asc(promotions.id))
  const limited = await those(is_limited).for('no key update')
  const others = await those(not(is_limited)).for('share')
  return [...limited, ...others].sort((one, other) => one.id - other.id)
}
