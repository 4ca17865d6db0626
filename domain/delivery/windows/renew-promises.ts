import { and, asc, eq, inArray, notInArray } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Announce } from '../../events.ts'
import { orders } from '../../orders/tables.ts'
import { deliveries, order_promises } from '../tables.ts'
import { anybodyOnDuty, expectedWindows } from './expected-windows.ts'
import { whyLater } from './why-later.ts'

/** The most orders checked in a round, the oldest first. */
const MOST_ORDERS = 200
/** Changes of at least this many minutes are stored; smaller ones are within the window's own margin. */
const SOONER_MINUTES = 2
const LATER_MINUTES = 5
/** What comes this much later than the customer was told is told again, once. */
const TOLD_LATER_MINUTES = 10

type Deps = { db: Db; announce: Announce }
type Promised = typeof order_promises.$inferSelect

/**
 * Updates the expected windows of orders that no move has changed: riders come on duty or leave, and time passes while
 * nobody takes them or the food is not ready. The first promise stays. It announces, once each, that somebody is on
 * duty for an order that was paid while nobody was, and that an order comes much later than its customer was told, with
 * the reason. Answers how many it changed.
 */
export async function renewPromises(deps: Deps, now: Date): Promise<number> {
  const promises = await unsettled(deps.db)
  if (promises.length === 0) return 0
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

/** Orders that are not on their way, and those paid with nobody on duty whose customers know of no rider yet. */
async function unsettled(db: Db): Promise<Promised[]> {
  const waiting = await db
    .select({ promise: order_promises })
    .from(deliveries)
    .innerJoin(order_promises, eq(order_promises.order_id, deliveries.order_id))
    .where(
      and(
        // Redundant, but open deliveries have an index of their own.
        notInArray(deliveries.status, ['Delivered', 'Cancelled']).inlineParams(),
        inArray(deliveries.status, ['Waiting', 'Offered', 'Assigned', 'At vendor']).inlineParams(),
      ),
    )
    .orderBy(asc(deliveries.id))
    .limit(MOST_ORDERS)
  const known = new Map(waiting.map(({ promise }) => [promise.order_id, promise]))
  if (await anybodyOnDuty(db)) {
    const untold = await db
      .select({ promise: order_promises })
      .from(orders)
      .innerJoin(order_promises, eq(order_promises.order_id, orders.id))
      .where(
        and(
          inArray(orders.status, ['Pending', 'Accepted', 'Completed']).inlineParams(),
          eq(order_promises.made_without_rider, true),
        ),
      )
      .orderBy(asc(orders.id))
      .limit(MOST_ORDERS)
    for (const { promise } of untold) known.set(promise.order_id, promise)
  }
  return [...known.values()]
}

function differs({ promised_until }: Promised, until: Date): boolean {
  const later_minutes = (until.getTime() - promised_until.getTime()) / 60_000
  return later_minutes >= LATER_MINUTES || later_minutes <= -SOONER_MINUTES
}
