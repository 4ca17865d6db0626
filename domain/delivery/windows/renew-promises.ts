import { and, asc, eq, inArray, isNull, lte, ne, not, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Announce } from '../../events.ts'
import { orders } from '../../orders/tables.ts'
import { deliveries, order_promises } from '../tables.ts'
import { expectedWindows } from './expected-windows.ts'
import { whyLater } from './why-later.ts'

/** The most orders checked in a round, those that were promised first, and how many of them in one question. */
const MOST_ORDERS = 2000
const AT_ONCE = 200
/** Changes of at least this many minutes are stored; smaller ones are within the window's own margin. */
const SOONER_MINUTES = 2
const LATER_MINUTES = 5
/** What comes this much later than the customer was told is told again, once. */
const TOLD_LATER_MINUTES = 10

type Deps = { db: Db; announce: Announce }
type Promised = typeof order_promises.$inferSelect

/**
 * Updates the expected windows of orders that no move has changed: riders come on duty or leave, and time passes while
 * nobody takes them, their kitchen says nothing or the food is not ready. The first promise stays. It announces, once
 * each, that somebody is on duty for an order that was paid while nobody was, and that an order comes much later than
 * its customer was told, with the reason. Answers how many it changed.
 */
export async function renewPromises(deps: Deps, now: Date): Promise<number> {
  const promises = await unsettled(deps.db, now)
  let renewed = 0
  for (let first = 0; first < promises.length; first += AT_ONCE) {
    renewed += await renewThese(deps, promises.slice(first, first + AT_ONCE), now)
  }
  return renewed
}

async function renewThese(deps: Deps, promises: readonly Promised[], now: Date): Promise<number> {
  const order_ids = promises.map(({ order_id }) => order_id)
  const { windows, riders_on_duty } = await expectedWindows(deps.db, order_ids, now)
  let renewed = 0
  for (const promise of promises) {
    const window = windows.find(({ order_id }) => order_id === promise.order_id)
    const rider_found = promise.made_without_rider && riders_on_duty > 0
    if (!rider_found && !(window && differs(promise, window.until))) continue
    if (await deps.db.transaction((tx) => renew(tx, deps.announce, promise.order_id, now))) renewed++
  }
  return renewed
}

/** Checks one of them again with its row locked: a move may have stored something newer meanwhile. */
async function renew(tx: Tx, announce: Announce, order_id: number, now: Date): Promise<boolean> {
  const [promise] = await tx
    .select()
    .from(order_promises)
    .where(eq(order_promises.order_id, order_id))
    .for('no key update')
  if (!promise) return false
  const { windows, riders_on_duty } = await expectedWindows(tx, [order_id], now)
  const [window] = windows
  const rider_found = promise.made_without_rider && riders_on_duty > 0
  if (!rider_found && !(window && differs(promise, window.until))) return false
  const told = !window
    ? null
    : rider_found
      ? { kind: 'rider_found' as const }
      : comesMuchLater(promise, window.until)
        ? { kind: 'later' as const, because: await whyLater(tx, order_id, riders_on_duty) }
        : null
  await tx
    .update(order_promises)
    .set({
      ...(window ? { promised_from: window.from, promised_until: window.until } : {}),
      ...(told?.kind === 'later' ? { told_later_at: now, later_because: told.because } : {}),
      ...(told && window ? { told_until: window.until } : {}),
      made_without_rider: promise.made_without_rider && !rider_found,
      updated_at: now,
    })
    .where(eq(order_promises.order_id, order_id))
  if (window) await announce(tx, { kind: 'promise_renewed', order_id, window, told }, now)
  return true
}

/** Whether its customer must hear of it: much later than was told last, and not yet said. */
function comesMuchLater({ told_later_at, told_until, first_promised_until }: Promised, until: Date): boolean {
  const expected = told_until ?? first_promised_until
  return told_later_at === null && until.getTime() - expected.getTime() >= TOLD_LATER_MINUTES * 60_000
}

/**
 * Orders that their customers still wait for and that are not on their way, also those that no kitchen has answered.
 */
async function unsettled(db: Db, now: Date): Promise<Promised[]> {
  const is_begun = or(isNull(orders.begin_at), lte(orders.begin_at, now))
  const rows = await db
    .select({ promise: order_promises })
    .from(orders)
    .innerJoin(order_promises, eq(order_promises.order_id, orders.id))
    .leftJoin(deliveries, eq(deliveries.order_id, orders.id))
    .where(
      and(
        inArray(orders.status, ['Pending', 'Accepted', 'Completed', 'Picked up']).inlineParams(),
        // What was handed on waits for its next rider.
        or(ne(orders.status, 'Picked up'), ne(deliveries.status, 'Picked up')),
        // What waits to be collected has kept its promise.
        or(not(orders.collects), ne(orders.status, 'Completed')),
        or(is_begun, sql`${order_promises.made_without_rider}`),
      ),
    )
    .orderBy(asc(order_promises.first_promised_until), asc(orders.id))
    .limit(MOST_ORDERS)
  return rows.map(({ promise }) => promise)
}

function differs({ promised_until }: Promised, until: Date): boolean {
  const later_minutes = (until.getTime() - promised_until.getTime()) / 60_000
  return later_minutes >= LATER_MINUTES || later_minutes <= -SOONER_MINUTES
}
