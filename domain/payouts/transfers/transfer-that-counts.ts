import { and, eq, inArray, isNull, lt, notInArray, sql } from 'drizzle-orm'
import { DAY_MS } from '../../clock.ts'
import { alive_statuses, isAlive, type TransferStatus } from '../lifecycle.ts'
import { payout_transfers, payouts } from '../tables.ts'

/**
 * The transfer that says how a payout stands: the one that has not failed, of which there is one at most, else the
 * newest; none where it was never sent. An earlier one may count again, because a retry revives it. `oldest_first`: all
 * transfers of the payout.
 */
export function transferThatCounts<Transfer extends { status: TransferStatus }>(
  oldest_first: readonly Transfer[],
): Transfer | undefined {
  return oldest_first.find(({ status }) => status !== 'Failed') ?? oldest_first.at(-1)
}

/** The same in SQL: joins a payout with that transfer. */
export const is_transfer_that_counts = eq(
  payout_transfers.id,
  sql`(select one.id from ${payout_transfers} one where one.payout_id = ${payouts.id}
    order by one.status = 'Failed', one.id desc limit 1)`,
)

/** Whether the provider has neither made nor refused a transfer for more than a day. */
export function isSlowTransfer(transfer: { status: TransferStatus; created_at: Date }, now: Date): boolean {
  return isAlive(transfer.status) && now.getTime() - transfer.created_at.getTime() > DAY_MS
}

/** What the transfer that counts says of a payout, in SQL: there is none, it failed, or it is slow. */
export const whatIsWrong = (now: Date) => ({
  unsent: isNull(payout_transfers.id),
  failed: notInArray(payout_transfers.status, [...alive_statuses]),
  slow: and(
    inArray(payout_transfers.status, [...alive_statuses]),
    lt(payout_transfers.created_at, new Date(now.getTime() - DAY_MS)),
  ),
})
