import { and, asc, between, eq, exists, gt, inArray, isNull, lte, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { noteOrder } from '../../../db/after-commit.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import { DAY_MS } from '../../clock.ts'
import type { Announce, AnnouncingDeps } from '../../events.ts'
import { eachDue } from '../../lane.ts'
import { the_system } from '../../lifecycle.ts'
import { formatNairaForSms, type Kobo, kobo } from '../../money.ts'
import { refundable } from '../refunds/refundable.ts'
import { sendBack } from '../refunds/send-back.ts'
import { order_history, orders } from '../tables.ts'
import { undoableSince } from '../undo-window.ts'
import { lockRun, moveRun } from './move-run.ts'
import { sharedFee } from './ride-fee.ts'
import { run_shares, runs } from './tables.ts'

/** The most runs closed in a round, the earliest first; the next round goes on. */
const MOST_RUNS = 50

type Share = typeof run_shares.$inferSelect
type Shared = { share: Share; order: typeof orders.$inferSelect }

/**
 * Closes each run whose time has come, or whose kitchen has finished one of its orders and can no longer take that
 * back. Once the kitchen has answered all its orders, so that none can be withdrawn any more, it settles what each
 * share costs in the end: by how many have paid and stand at that moment, and never more than was paid. What was paid
 * beyond it goes back, once (decision 123). A share that was paid after its run was settled is settled by itself: those
 * before keep their fee. A run that nobody is in stays as it is: who joins asks for its time. Answers how many orders
 * money went back for.
 */
export async function closeRuns(deps: AnnouncingDeps): Promise<number> {
  const now = deps.clock.now()
  const { db } = deps
  const is_begun = exists(
    db
      .select({ id: orders.id })
      .from(run_shares)
      .innerJoin(orders, eq(orders.id, run_shares.order_id))
      .where(
        and(
          eq(run_shares.run_id, runs.id),
          inArray(orders.status, ['Completed', 'Picked up', 'Delivered']),
          not(movedJustNow(db, eq(order_history.verb, 'complete'), now)),
        ),
      ),
  )
  const of_run = and(eq(run_shares.run_id, runs.id), isUnanswered(db, now))
  const has_unanswered = exists(
    db.select({ id: orders.id }).from(run_shares).innerJoin(orders, eq(orders.id, run_shares.order_id)).where(of_run),
  )
  const is_to_close = and(ne(runs.status, 'Closed'), or(lte(runs.closes_at, now), is_begun))
  // Of the runs that strangers opened most have nobody.
  const unsettled = db.select({ id: run_shares.run_id }).from(run_shares).where(isNull(run_shares.settled_at))
  const due = await db
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        inArray(runs.id, unsettled.union(withoutShares(db, now))),
        or(is_to_close, and(eq(runs.status, 'Closed'), not(has_unanswered))),
      ),
    )
    .orderBy(asc(runs.closes_at), asc(runs.id))
    .limit(MOST_RUNS)
  return eachDue(due, ({ id }) => db.transaction((tx) => settle(tx, deps.announce, id, now)))
}

/**
 * The runs closed within a day of which a paid order has no share: the release before, which runs beside, writes none.
 */
function withoutShares(db: Db, now: Date) {
  const share = sql`select from run_shares s join orders o on o.id = s.order_id where o.checkout_id = c.id`
  return db
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        between(runs.closes_at, new Date(now.getTime() - DAY_MS), now),
        sql`exists (
          select from checkouts c where c.run_id = ${runs.id} and c.status = 'Paid' and not exists (${share}))`,
      ),
    )
}

async function addMissingShares(tx: Tx, run_id: number): Promise<void> {
  await tx.execute(sql`
    insert into run_shares (order_id, run_id, single_fee, paid_fee)
    select o.id, c.run_id, c.run_single_fee, coalesce(o.own_delivery_fee, o.delivery_fee)
    from checkouts c join orders o on o.checkout_id = c.id
    where c.run_id = ${run_id} and c.status = 'Paid'
    on conflict do nothing`)
}

/** Its kitchen has not answered it, or can still take that back: until then its customer may withdraw it. */
function isUnanswered(db: Db | Tx, now: Date): SQL | undefined {
  const just_answered = movedJustNow(db, eq(order_history.from_status, 'Pending'), now)
  return or(eq(orders.status, 'Pending'), and(inArray(orders.status, ['Accepted', 'Completed']), just_answered))
}

/** Whether an order was moved like this so lately that it can be taken back. */
function movedJustNow(db: Db | Tx, how: SQL, now: Date): SQL {
  const lately = gt(order_history.moved_at, undoableSince(now))
  return exists(
    db
      .select({ id: order_history.id })
      .from(order_history)
      .where(and(eq(order_history.order_id, orders.id), how, lately)),
  )
}

/** The run is locked before its orders; each is the only one of its checkout, so all of that is locked with it. */
async function settle(tx: Tx, announce: Announce, run_id: number, now: Date): Promise<number> {
  const run = await lockRun(tx, run_id)
  if (!run) throw new Error(`There is no run ${run_id}`)
  await addMissingShares(tx, run_id)
  const shared = await lockShared(tx, run_id)
  // One that is closed already is refused, and only settled.
  const closed = await moveRun(tx, announce, { run_id, verb: 'close', by: the_system, now })
  const order_ids = shared.map(({ order }) => order.id)
  if (closed.ok) for (const id of order_ids) noteOrder(tx, id)
  if ((await tx.$count(orders, and(inArray(orders.id, order_ids), isUnanswered(tx, now)))) > 0) return 0
  const sharers = shared.filter(({ order }) => order.status !== 'Cancelled').length
  let refunded = 0
  for (const { share, order } of shared) {
    if (share.settled_at !== null) continue
    const stands = order.status !== 'Cancelled'
    const final_fee = kobo(Math.min(share.paid_fee, sharedFee(share.single_fee, run.percents, sharers)))
    const back = stands ? await giveBackOverpaid(tx, announce, { share, order }, { final_fee, sharers, now }) : 0
    if (back > 0) refunded++
    await tx
      .update(run_shares)
      .set({ settled_at: now, back, ...(stands ? { final_fee, sharers } : {}) })
      .where(eq(run_shares.order_id, order.id))
    noteOrder(tx, order.id)
  }
  return refunded
}

async function lockShared(tx: Tx, run_id: number): Promise<Shared[]> {
  return tx
    .select({ share: run_shares, order: orders })
    .from(run_shares)
    .innerJoin(orders, eq(orders.id, run_shares.order_id))
    .where(eq(run_shares.run_id, run_id))
    .orderBy(orders.id)
    .for('no key update', { of: orders })
}

/**
 * Answers what went back: nothing where a promotion had paid the fee, or where the fee was waived or went back before.
 */
async function giveBackOverpaid(
  tx: Tx,
  announce: Announce,
  { share, order }: Shared,
  { final_fee, sharers, now }: { final_fee: Kobo; sharers: number; now: Date },
): Promise<Kobo> {
  if (share.paid_fee === final_fee) return kobo(0)
  const room = await refundable(tx, order.checkout_id)
  const of = room.orders.find((one) => one.order.id === order.id)
  if (!of) throw new Error('A locked order disappeared')
  // What of the fee is the customer's still, without what a small order costs besides: nothing that was waived.
  const way_left = room.delivery_fee_left_kobo - (order.delivery_fee - share.paid_fee)
  const own_left = Math.min(way_left, share.paid_fee - of.fee_given_kobo)
  const delivery_fee_kobo = kobo(Math.max(own_left - final_fee, 0))
  if (delivery_fee_kobo === 0) return kobo(0)
  const explanation = `${sharers} orders go together, so its delivery costs ${formatNairaForSms(final_fee)}`
  const sent = await sendBack(tx, {
    payment_id: room.payment_id,
    of,
    borne_by: 'platform',
    food_kobo: kobo(0),
    delivery_fee_kobo,
    reason: 'shared_ride',
    explanation,
    by: the_system,
    now,
  })
  if (!sent.refund) return kobo(0)
  await announce(
    tx,
    { kind: 'orders_given_back', given: [{ order: sent.order, refund: sent.refund }], explanation },
    now,
  )
  return delivery_fee_kobo
}
