import { eq, sql } from 'drizzle-orm'
import { payout_transfers, payouts } from './tables.ts'

/** Joins a payout with the transfer that was tried last; none where it was never sent. */
export const is_latest_transfer = eq(
  payout_transfers.id,
  sql`(select max(latest.id) from ${payout_transfers} latest where latest.payout_id = ${payouts.id})`,
)
