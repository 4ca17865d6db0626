import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { type Given, kept } from '../../../db/kept-statement.ts'
import { slotEnd } from '../../orders/acceptance/begun-at.ts'
import type { PromisedWindow } from '../delivery-facts.ts'
import type { DeliveryVerb, LaterReason, ToldBefore } from '../lifecycle.ts'
import { order_promises } from '../tables.ts'
import { basisOf, minutesToDoor, windowOf } from './estimate.ts'
import { expectedWindows, factsOfOrders } from './expected-windows.ts'
import type { FleetNow } from './fleet.ts'

/**
 * Promises the customer of each paid order a first window, in the commit that made the orders: the one by which it was
 * paid (`told`, by order), else what is expected now. It never changes; later estimates are stored beside it. The
 * `fleet` is asked for unless it is known.
 */
export async function makePromises(
  tx: Tx,
  order_ids: readonly number[],
  now: Date,
  fleet: FleetNow | null,
  told: ReadonlyMap<number, PromisedWindow>,
): Promise<void> {
  const { orders, riders_on_duty } = await factsOfOrders(tx, order_ids, now, fleet)
  if (orders.length === 0) return
  await insertPromises(
    tx,
    {},
    orders.map(({ order_id, facts }) => {
      const spread = minutesToDoor(facts)
      const { slot_from } = facts
      const { from, until } = slot_from
        ? { from: slot_from, until: slotEnd(slot_from) }
        : (told.get(order_id) ?? windowOf(spread, now))
      return {
        order_id,
        promised_from: from,
        promised_until: until,
        first_promised_from: from,
        first_promised_until: until,
        made_without_rider: riders_on_duty === 0 && !facts.collects && !slot_from,
        // A slot is chosen, not estimated: it tells nothing of how good estimates are.
        basis: slot_from ? null : basisOf(facts, spread),
        updated_at: now,
      }
    }),
  )
}

const insertPromises = kept((tx, _, promises: readonly Given<typeof order_promises.$inferInsert>[]) =>
  tx.insert(order_promises).values([...promises]),
)

/** By when an order was promised first, and by when it is expected now; null for orders older than windows. */
export async function promiseOf(db: Db, order_id: number): Promise<{ promised_by: Date; expected_by: Date } | null> {
  const [found] = await db
    .select({
      promised_by: order_promises.first_promised_until,
      expected_by: order_promises.promised_until,
    })
    .from(order_promises)
    .where(eq(order_promises.order_id, order_id))
  return found ?? null
}

/** The moves of a delivery that may change when it is expected. */
export function changesPromise(verb: DeliveryVerb): boolean {
  return ['accept', 'assign', 'arrive', 'give_back', 'unassign', 'hand_on', 'come_back'].includes(verb)
}

/**
 * Updates the expected window after an order's or a delivery's move. Finished orders, and those older than windows,
 * stay as they are. `told`: the customer reads the new window in a message of this commit; `later`: and why it comes
 * later. `untold`: that message is taken back in this commit, that it was accepted, or that it comes later.
 */
export async function updatePromise(
  tx: Tx,
  order_id: number,
  now: Date,
  news: { told?: boolean; later?: LaterReason | null; untold?: 'accepted' | 'later' | null } = {},
): Promise<void> {
  const { told = false, later = null, untold = null } = news
  for (const { from, until } of (await expectedWindows(tx, [order_id], now)).windows) {
    await tx
      .update(order_promises)
      .set({
        ...{ promised_from: from, promised_until: until, updated_at: now },
        ...(told ? { told_until: until } : {}),
        ...(untold === 'accepted' ? { told_until: null } : {}),
        ...(untold === 'later' ? as_told_before : {}),
        ...(later ? { told_later_at: now, later_because: later, told_before: told_now } : {}),
      })
      .where(eq(order_promises.order_id, order_id))
  }
}

const told_now = sql<ToldBefore>`jsonb_build_object('told_until', ${order_promises.told_until},
  'told_later_at', ${order_promises.told_later_at}, 'later_because', ${order_promises.later_because})`

const before = (column: keyof ToldBefore) => sql`${order_promises.told_before} ->> ${sql.raw(`'${column}'`)}`

const as_told_before = {
  told_until: sql<Date | null>`(${before('told_until')})::timestamptz`,
  told_later_at: sql<Date | null>`(${before('told_later_at')})::timestamptz`,
  later_because: sql<LaterReason | null>`${before('later_because')}`,
}
