import { and, eq, gte, ne, sql } from 'drizzle-orm'
import { noteOrder } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import { countedIn } from '../../orders/runs/join-run.ts'
import { run_shares, runs } from '../../orders/runs/tables.ts'
import type { orders } from '../../orders/tables.ts'
import { GRACE_MINUTES } from '../../promotions/hold-use.ts'
import { checkouts } from '../tables.ts'

const GRACE_MS = GRACE_MINUTES * 60_000
/** So long a payment that has begun holds a place; to begin it anew holds it no longer. */
const HELD_MS = 15 * 60_000

type Checkout = typeof checkouts.$inferSelect

/**
 * Whether the run that a checkout shares still takes it: it gathers, and has a place that neither a paid order has nor
 * a payment that another phone began within 15 minutes: one for each phone. A phone pays one at a time: while its
 * payment for another in the run can still come, it takes no second. The run stays locked, so that of two who
 * pay for the last place one comes second. The checkout is locked, and its kitchens.
 */
export async function hasRoomInRun(
  tx: Tx,
  checkout: Pick<Checkout, 'id' | 'phone' | 'run_id'>,
  now: Date,
): Promise<boolean> {
  const { id, phone, run_id } = checkout
  if (run_id === null) return true
  const [run] = await tx.select().from(runs).where(eq(runs.id, run_id)).for('no key update')
  if (run?.status !== 'Gathering' || run.closes_at <= now) return false
  const [held] = await tx
    .select({
      others: sql<number>`(count(distinct ${checkouts.phone}) filter (where ${checkouts.phone} <> ${phone}
        and ${checkouts.run_held_from} >= ${new Date(now.getTime() - HELD_MS)}))::int`,
      own: sql<number>`(count(*) filter (where ${checkouts.phone} = ${phone}
        and ${checkouts.last_charge_status} is distinct from 'failed'))::int`,
    })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.run_id, run_id),
        ne(checkouts.status, 'Paid'),
        ne(checkouts.id, id),
        gte(checkouts.payable_until, new Date(now.getTime() - GRACE_MS)),
      ),
    )
  if (!held || held.own > 0) return false
  return (await countedIn(tx, run_id)).standing + held.others < run.most
}

/** Writes the share of a paid checkout's only order, in the commit that placed it. */
export async function writeShare(
  tx: Tx,
  checkout: Pick<Checkout, 'run_id' | 'run_single_fee'>,
  placed: readonly (typeof orders.$inferSelect)[],
): Promise<void> {
  const { run_id, run_single_fee: single_fee } = checkout
  const [order] = placed
  if (run_id === null || single_fee === null || !order) return
  const paid_fee = order.own_delivery_fee ?? order.delivery_fee
  await tx.insert(run_shares).values({ order_id: order.id, run_id, single_fee, paid_fee })
  // Their pages say how many share it.
  const others = await tx.select({ id: run_shares.order_id }).from(run_shares).where(eq(run_shares.run_id, run_id))
  for (const { id } of others) noteOrder(tx, id)
}
