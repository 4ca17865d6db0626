import { type AnyColumn, and, eq, exists, getTableColumns, gt, isNull, ne, not, type SQL, sql } from 'drizzle-orm'
import { type PgTable, QueryBuilder } from 'drizzle-orm/pg-core'
import { noteOrder } from '../db/after-commit.ts'
import type { Db } from '../db/handle.ts'
import { kitchen_pins, kitchen_tablets, rate_limits, sign_in_attempts, two_factors } from './accounts/tables.ts'
import { reopenCohortDays } from './analytics/cohorts.ts'
import { checkouts } from './checkout/tables.ts'
import { EXTENDED_SECONDS } from './delivery/offers/overrule-offer.ts'
import { offers, order_keys } from './delivery/tables.ts'
import { LEASE_SECONDS } from './due.ts'
import { messages, sms_submissions } from './notifications/tables.ts'
import { reopenDays } from './orders/figures/close-days.ts'
import { UNDO_SECONDS } from './orders/lifecycle.ts'
import { missing_dishes, orders } from './orders/tables.ts'
import { reopenMonths } from './payments/close-months.ts'
import { provider_events, refunds } from './payments/tables.ts'
import { payout_transfers } from './payouts/tables.ts'
import { provider_lists } from './reconciliation/tables.ts'

type DueTime = {
  table: PgTable
  column: AnyColumn
  longest_minutes: number
  /** What is pulled back is due so much later than now; what is due sooner stays. */
  spare_seconds?: number
  /** The number of the order on whose screens it counts down. */
  order?: AnyColumn
  only?: SQL | undefined
}

/**
 * A call that moves money may be under way: it is not asked again before the provider's list shows it, as after one
 * without an answer (docs/providers.md#flutterwave-errors).
 */
const CALL_SECONDS = 90
/** The longest that a customer may be given to choose (`MISSING_DISHES`), unless until the order's own time. */
const CHOICE_MINUTES = 60

const answerInOwnTime = new QueryBuilder()
  .select({ id: orders.id })
  .from(orders)
  .where(and(eq(orders.id, missing_dishes.order_id), eq(orders.begin_at, missing_dishes.answer_by)))

/** Every column with a time that something waits for, and how far in the future it may be. */
const due_times: readonly DueTime[] = [
  { table: provider_events, column: provider_events.next_attempt_at, longest_minutes: 60 },
  { table: checkouts, column: checkouts.next_check_at, longest_minutes: 120 },
  { table: refunds, column: refunds.next_attempt_at, longest_minutes: 60, spare_seconds: CALL_SECONDS },
  {
    table: payout_transfers,
    column: payout_transfers.next_attempt_at,
    longest_minutes: 60,
    spare_seconds: CALL_SECONDS,
    only: ne(payout_transfers.status, 'Failed'),
  },
  {
    table: payout_transfers,
    column: payout_transfers.next_attempt_at,
    longest_minutes: 24 * 60,
    only: eq(payout_transfers.status, 'Failed'),
  },
  // One that is being sent is not sent beside it, and what its kitchen may undo is not told before.
  { table: messages, column: messages.next_attempt_at, longest_minutes: 60, spare_seconds: LEASE_SECONDS },
  { table: sms_submissions, column: sms_submissions.ask_at, longest_minutes: 24 * 60 },
  { table: provider_lists, column: provider_lists.next_read_at, longest_minutes: 60 },
  { table: provider_lists, column: provider_lists.next_compare_at, longest_minutes: 24 * 60 },
  { table: provider_lists, column: provider_lists.next_chargebacks_at, longest_minutes: 60 },
  {
    table: offers,
    column: offers.expires_at,
    longest_minutes: 60,
    spare_seconds: EXTENDED_SECONDS,
    only: eq(offers.status, 'Open'),
  },
  { table: orders, column: orders.reject_at, longest_minutes: 1, spare_seconds: UNDO_SECONDS, order: orders.id },
  {
    table: missing_dishes,
    column: missing_dishes.answer_by,
    longest_minutes: CHOICE_MINUTES,
    spare_seconds: CHOICE_MINUTES * 60,
    order: missing_dishes.order_id,
    only: and(isNull(missing_dishes.outcome), not(exists(answerInOwnTime))),
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
 * nothing to do and is scheduled again; a call under way, and time that somebody was given, is spared
 * (`spare_seconds`). Days and months that were closed too early are open again, and are counted when they are over.
 * Answers how many rows it corrected.
 */
export async function pullBackDueTimes(db: Db, now: Date, { all = false } = {}): Promise<number> {
  let pulled_back = 0
  for (const { table, column, longest_minutes, spare_seconds = 0, order, only } of due_times) {
    const due_at = new Date(now.getTime() + spare_seconds * 1000)
    const latest = all ? due_at : new Date(now.getTime() + longest_minutes * 60_000 + MARGIN_MS)
    // In a transaction of its own, so that it is repeated: every process does the same at the same moment.
    pulled_back += await db.transaction(async (tx) => {
      const pulled = await tx
        .update(table)
        .set({ [nameIn(table, column)]: sql`${due_at}::timestamptz` })
        .where(and(gt(column, latest), only))
        .returning({ order_id: sql<number | null>`${order ?? null}`.mapWith(Number) })
      for (const { order_id } of pulled) if (typeof order_id === 'number') noteOrder(tx, order_id)
      return pulled.length
    })
  }
  for (const reopen of [reopenDays, reopenMonths, reopenCohortDays]) {
    pulled_back += await db.transaction((tx) => reopen(tx, now))
  }
  return pulled_back
}

function nameIn(table: PgTable, column: AnyColumn): string {
  const found = Object.entries(getTableColumns(table)).find(([, own]) => own === column)
  if (!found) throw new Error(`${column.name} is not of this table`)
  return found[0]
}
