import { eq, sql } from 'drizzle-orm'
import { DAY_MS } from '../clock.ts'
import { isAlive, type TransferStatus } from './lifecycle.ts'
import { payout_transfers, payouts } from './tables.ts'

/** Joins a payout with the transfer that was tried last; none where it was never sent. */
export const is_latest_transfer = eq(
  payout_transfers.id,
  sql`(select max(latest.id) from ${payout_transfers} latest where latest.payout_id = ${payouts.id})`,
)

/** Whether the provider has neither made nor refused a transfer for more than a day. */
export function isSlowTransfer(transfer: { status: TransferStatus; created_at: Date }, now: Date): boolean {
  return isAlive(transfer.status) && now.getTime() - transfer.created_at.getTime() > DAY_MS
}
