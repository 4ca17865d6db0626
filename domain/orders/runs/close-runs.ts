import { and, asc, eq, exists, inArray, isNull, lte, or } from 'drizzle-orm'
import { noteOrder } from '../../../db/after-commit.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Clock } from '../../clock.ts'
import type { Announce } from '../../events.ts'
import { eachDue } from '../../lane.ts'
import { the_system } from '../../lifecycle.ts'
import { formatNairaForSms, type Kobo, kobo } from '../../money.ts'
import { refundable } from '../refundable.ts'
import { sendBack } from '../send-back.ts'
import { orders } from '../tables.ts'
import { run_moves } from './lifecycle.ts'
import { sharedFee } from './ride-fee.ts'
import { run_shares, runs } from './tables.ts'

/** The most runs closed in a round, the earliest first; the next round goes on. */
const MOST_RUNS = 50

type Deps = { db: Db; clock: Clock; announce: Announce }
type Share = typeof run_shares.$inferSelect
type Shared = { share: Share; order: typeof orders.$inferSelect }

/**
 * Closes each run whose time has come, or whose kitchen has finished one of its orders, and settles what each share
 * costs in the end: by how many have paid and stand at that moment, and never more than was paid. What was paid beyond
 * it goes back, once (decision 123). A share that was paid after its run had closed is settled by itself: those before
 * keep their fee. Answers how many orders money went back for.
 */
export async function closeRuns(deps: Deps): Promise<number> {
  const now = deps.clock.now()
  const { db } = deps
  const is_begun = exists(
    db
      .select({ id: orders.id })
      .from(run_shares)
      .innerJoin(orders, eq(orders.id, run_shares.order_id))
      .where(and(eq(run_shares.run_id, runs.id), inArray(orders.status, ['Completed', 'Picked up', 'Delivered']))),
  )
  const is_left = exists(
    db
      .select({ id: run_shares.order_id })
      .from(run_shares)
      .where(and(eq(run_shares.run_id, runs.id), isNull(run_shares.settled_at))),
  )
  const due = await db
    .select({ id: runs.id })
    .from(runs)
    .where(
      or(
        and(eq(runs.status, 'Gathering'), or(lte(runs.closes_at, now), is_begun)),
        and(eq(runs.status, 'Closed'), is_left),
      ),
    )
    .orderBy(asc(runs.closes_at), asc(runs.id))
    .limit(MOST_RUNS)
  return eachDue(due, ({ id }) => db.transaction((tx) => settle(tx, deps.announce, id, now)))
}

/** The run is locked before its orders; each is the only one of its checkout, so all of that is locked with it. */
async function settle(tx: Tx, announce: Announce, run_id: number, now: Date): Promise<number> {
  const [run] = await tx.select().from(runs).where(eq(runs.id, run_id)).for('no key update')
  if (!run) throw new Error(`There is no run ${run_id}`)
  const shared = await lockShared(tx, run_id)
  if (run.status === 'Gathering') {
    await tx.update(runs).set({ status: run_moves.close.to, closed_at: now }).where(eq(runs.id, run_id))
  }
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

/** Answers what went back: nothing where a promotion had paid the fee, or where the fee went back before. */
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
  const own_left = Math.max(share.paid_fee - of.fee_given_kobo - final_fee, 0)
  const delivery_fee_kobo = kobo(Math.min(own_left, room.delivery_fee_left_kobo))
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
