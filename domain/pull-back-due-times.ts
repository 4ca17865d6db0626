import { type AnyColumn, and, eq, getTableColumns, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/handle.ts'
import { kitchen_pins, kitchen_tablets, rate_limits, sign_in_attempts, two_factors } from './accounts/tables.ts'
import { checkouts } from './checkout/tables.ts'
import { offers, order_keys } from './delivery/tables.ts'
import { messages, sms_submissions } from './notifications/tables.ts'
import { missing_dishes, orders } from './orders/tables.ts'
import { provider_events, refunds } from './payments/tables.ts'
import { payout_transfers } from './payouts/tables.ts'
import { provider_lists } from './reconciliation/tables.ts'

type DueTime = { table: PgTable; column: AnyColumn; longest_minutes: number; only?: SQL }

/** Every column with a time that something waits for, and how far in the future it may be. */
const due_times: readonly DueTime[] = [
  { table: provider_events, column: provider_events.next_attempt_at, longest_minutes: 60 },
  { table: checkouts, column: checkouts.next_check_at, longest_minutes: 120 },
  { table: refunds, column: refunds.next_attempt_at, longest_minutes: 60 },
  { table: payout_transfers, column: payout_transfers.next_attempt_at, longest_minutes: 60 },
  { table: messages, column: messages.next_attempt_at, longest_minutes: 60 },
  { table: sms_submissions, column: sms_submissions.ask_at, longest_minutes: 24 * 60 },
  { table: provider_lists, column: provider_lists.next_read_at, longest_minutes: 60 },
  { table: provider_lists, column: provider_lists.next_compare_at, longest_minutes: 24 * 60 },
  { table: provider_lists, column: provider_lists.next_chargebacks_at, longest_minutes: 60 },
  { table: offers, column: offers.expires_at, longest_minutes: 60, only: eq(offers.status, 'Open') },
  { table: orders, column: orders.reject_at, longest_minutes: 1 },
  {
    table: missing_dishes,
    column: missing_dishes.answer_by,
    longest_minutes: 3 * 24 * 60,
    only: isNull(missing_dishes.outcome),
  },
  { table: order_keys, column: order_keys.pin_paused_until, longest_minutes: 60 },
  { table: sign_in_attempts, column: sign_in_attempts.blocked_until, longest_minutes: 5 },
  { table: sign_in_attempts, column: sign_in_attempts.attempted_at, longest_minutes: 0 },
  { table: rate_limits, column: rate_limits.expire, longest_minutes: 1 },
  { table: kitchen_pins, column: kitchen_pins.paused_until, longest_minutes: 24 * 60 },
  { table: kitchen_tablets, column: kitchen_tablets.paused_until, longest_minutes: 15 },
  { table: kitchen_tablets, column: kitchen_tablets.present_until, longest_minutes: 5 },
  { table: two_factors, column: two_factors.locked_until, longest_minutes: 60 },
]

const MARGIN_MS = 60_000

/**
 * For a clock that was ahead and was corrected: the times it wrote are hours ahead, and paid checkouts, messages and
 * people who mistyped a password would wait that long. Times further ahead than possible become due now; `all` makes
 * everything due that waits, for the moment in which the clock was seen to jump back. Work that is due too early finds
 * nothing to do and is scheduled again. Answers how many were pulled back.
 */
export async function pullBackDueTimes(db: Db, now: Date, { all = false } = {}): Promise<number> {
  let pulled_back = 0
  for (const { table, column, longest_minutes, only } of due_times) {
    const latest = new Date(now.getTime() + (all ? 0 : longest_minutes * 60_000 + MARGIN_MS))
    // In a transaction of its own, so that it is repeated: every process does the same at the same moment.
    const { rowCount } = await db.transaction((tx) =>
      tx
        .update(table)
        .set({ [nameIn(table, column)]: sql`${now}::timestamptz` })
        .where(and(gt(column, latest), only)),
    )
    pulled_back += rowCount ?? 0
  }
  return pulled_back
}

function nameIn(table: PgTable, column: AnyColumn): string {
  const found = Object.entries(getTableColumns(table)).find(([, own]) => own === column)
  if (!found) throw new Error(`${column.name} is not of this table`)
  return found[0]
}
