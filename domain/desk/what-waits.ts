import { isNull } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { places } from '../places/tables.ts'
import { cutOffOrders } from './cut-off-orders.ts'
import { every_kind, type WaitingKind } from './kinds.ts'
import { waitingCases } from './waiting-cases.ts'
import { openChargebacks } from './waiting-chargebacks.ts'
import type { Waiting, WaitingLine } from './waiting-line.ts'
import {
  doubtfulReferrals,
  failedRefunds,
  openClaims,
  openDifferences,
  openPayouts,
  paymentsOnReview,
  revivedTransfers,
  slowRefunds,
} from './waiting-money.ts'
import { missingDishes, ordersInTrouble, silentKitchens, unacceptedOrders, waysToLookAt } from './waiting-orders.ts'
import {
  missingRiders,
  pendingRiders,
  pendingVendors,
  standingMessages,
  stuckMessages,
  unansweredChats,
  untakenShifts,
} from './waiting-people.ts'

type Ask = (db: Db, now: Date) => Promise<WaitingLine[]>

/** The question that finds each kind; one may find several. Each reads an index or a short table, a bounded number. */
const asks: Readonly<Record<WaitingKind, Ask>> = {
  no_places: withoutPlaces,
  incident: ordersInTrouble,
  late: ordersInTrouble,
  cut_off: cutOffOrders,
  orders_unaccepted: unacceptedOrders,
  at_risk: ordersInTrouble,
  no_rider: ordersInTrouble,
  declined: ordersInTrouble,
  stuck: ordersInTrouble,
  chats_waiting: unansweredChats,
  shift_missed: missingRiders,
  missing_dishes: missingDishes,
  kitchens_silent: silentKitchens,
  messages_stand: standingMessages,
  chargebacks_open: openChargebacks,
  shift_open: untakenShifts,
  payments_on_review: paymentsOnReview,
  claims_open: openClaims,
  refunds_failed: failedRefunds,
  payouts_twice: revivedTransfers,
  payouts_failed: openPayouts,
  refunds_slow: slowRefunds,
  payouts_slow: openPayouts,
  messages_failed: stuckMessages,
  messages_held: stuckMessages,
  cases_due: waitingCases,
  without_pin: waysToLookAt,
  ways_to_see: waysToLookAt,
  payouts_waiting: openPayouts,
  cases_unassigned: waitingCases,
  vendors_pending: pendingVendors,
  riders_pending: pendingRiders,
  referrals_doubtful: doubtfulReferrals,
  chargebacks_answered: openChargebacks,
  differences: openDifferences,
}

/**
 * What waits for an admin, worst kind first, each with its lines, what has waited longest first; only kinds with
 * something waiting. The database is not asked about others than `kinds`.
 */
export async function whatWaits(
  db: Db,
  now: Date,
  kinds: readonly WaitingKind[] = every_kind,
): Promise<readonly Waiting[]> {
  const wanted = [...new Set(kinds.map((kind) => asks[kind]))]
  const found = (await Promise.all(wanted.map((ask) => ask(db, now)))).flat()
  return kinds.flatMap((kind) => {
    const lines = found
      .filter((line) => line.kind === kind)
      .toSorted((left, right) => left.since.getTime() - right.since.getTime())
    return lines.length > 0 ? [{ kind, count: lines.length, lines }] : []
  })
}

async function withoutPlaces(db: Db, now: Date): Promise<WaitingLine[]> {
  const [place] = await db.select({ id: places.id }).from(places).where(isNull(places.retired_at)).limit(1)
  return place ? [] : [{ kind: 'no_places', id: 'campus', since: now }]
}
