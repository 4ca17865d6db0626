import { and, eq, inArray, isNull, lt, ne, notExists } from 'drizzle-orm'
import { anyOf } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/handle.ts'
import { DAY_MS } from '../clock.ts'
import type { Deps } from '../events.ts'
import { run_shares, runs } from '../orders/runs/tables.ts'
import { orders } from '../orders/tables.ts'
import { payments } from '../payments/tables.ts'
import { promotion_uses } from '../promotions/tables.ts'
import { checkouts } from './tables.ts'

/** For this many days a late payment may still arrive and must be handled; /privacy names the figure. */
export const UNPAID_CHECKOUT_DAYS = 30

/** How many rows per commit: a backlog must not hold locks for long. */
const PORTION = 500

/**
 * Deletes checkouts that were unpaid for thirty days, with the names and addresses in them (NDPA 2023: no longer than
 * needed), and the runs that are empty then. Keeps those with a payment or an order, and those that the provider is
 * still asked about; what somebody holds at this moment waits until tomorrow. Deletes a portion, and answers how many
 * went: until that is none, there may be more.
 */
export async function tidyCheckouts({ db, clock }: Deps): Promise<number> {
  const before = new Date(clock.now().getTime() - UNPAID_CHECKOUT_DAYS * DAY_MS)
  const tidied = await db.transaction(async (tx) => {
    const old = await tx
      .select({ id: checkouts.id })
      .from(checkouts)
      .where(
        and(
          ne(checkouts.status, 'Paid'),
          lt(checkouts.created_at, before),
          isNull(checkouts.next_check_at),
          notExists(tx.select().from(payments).where(eq(payments.checkout_id, checkouts.id))),
          notExists(tx.select().from(orders).where(eq(orders.checkout_id, checkouts.id))),
        ),
      )
      .limit(PORTION)
      // A customer who comes back to pay at this very moment holds the row's lock, and goes first.
      .for('update', { skipLocked: true })
    if (old.length === 0) return 0
    const busy = await heldByOthers(
      tx,
      old.map(({ id }) => id),
    )
    const ids = old.map(({ id }) => id).filter((id) => !busy.has(id))
    await tx.delete(checkouts).where(inArray(checkouts.id, ids))
    return ids.length
  })
  await tidyRuns(db, before)
  return tidied
}

/**
 * Those of locked checkouts that cannot go without waiting: somebody holds what they hold of a promotion, which goes
 * with them, or a checkout that gave way to them, which is written to then, and may be about to ask for one of these.
 * What nobody holds is locked.
 */
async function heldByOthers(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string | null>> {
  const uses = () =>
    tx.select({ id: promotion_uses.checkout_id }).from(promotion_uses).where(anyOf(promotion_uses.checkout_id, ids))
  const before = () => tx.select({ id: checkouts.replaced_by }).from(checkouts).where(anyOf(checkouts.replaced_by, ids))
  const all = [...(await uses()), ...(await before())]
  const locked = [
    ...(await uses().for('update', { skipLocked: true })),
    ...(await before().for('no key update', { skipLocked: true })),
  ]
  const count = (rows: typeof all) => new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, of]) => [id, of.length]))
  const mine = count(locked)
  return new Set([...count(all)].filter(([id, rows]) => mine.get(id) !== rows).map(([id]) => id))
}

/** Deletes the runs that closed before and that no checkout shares any more. */
async function tidyRuns(db: Db, before: Date): Promise<void> {
  const empty = db
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        lt(runs.closes_at, before),
        notExists(db.select({ id: checkouts.id }).from(checkouts).where(eq(checkouts.run_id, runs.id))),
        notExists(db.select({ id: run_shares.order_id }).from(run_shares).where(eq(run_shares.run_id, runs.id))),
      ),
    )
    .limit(PORTION)
  await db.delete(runs).where(inArray(runs.id, empty))
}
