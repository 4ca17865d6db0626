import { and, count, eq, isNotNull, isNull, lte, min } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { vendors } from '../../catalog/tables.ts'
import { handedOverWithoutPin } from '../../delivery/dispatch/dispatch-board.ts'
import {
  type DeliveryTrouble,
  delivery_troubles,
  watchedDeliveries,
} from '../../delivery/dispatch/watched-deliveries.ts'
import { waysToSee } from '../../delivery/incidents/ways-to-see.ts'
import { begun_at } from '../../orders/begun-at.ts'
import { orders } from '../../orders/tables.ts'
import { refunds, review_cases } from '../../payments/tables.ts'
import { payouts } from '../../payouts/tables.ts'
import { places } from '../../places/tables.ts'
import { ESCALATION } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { messages } from '../tables.ts'

export type Attention = {
  kind:
    | DeliveryTrouble
    | 'without_pin'
    | 'ways_to_see'
    | 'orders_unaccepted'
    | 'payments_on_review'
    | 'payouts_waiting'
    | 'vendors_pending'
    | 'refunds_failed'
    | 'messages_failed'
    | 'messages_held'
    | 'no_places'
  count: number
  /** Since when the oldest of them has waited. */
  since: Date | null
}

/**
 * What waits for an admin, worst first, with how many and since when; only kinds with something waiting. An order is
 * listed from the minute at which the admins are called about it (decision 045).
 */
export async function needsAttention(db: Db, now: Date): Promise<Attention[]> {
  const { call_minutes } = await readSetting(db, ESCALATION)
  const unaccepted_since = new Date(now.getTime() - call_minutes * 60_000)
  const asked: [Attention['kind'], PromiseLike<{ count: number; since: Date | null }[]>][] = [
    [
      'orders_unaccepted',
      db
        .select({ count: count(), since: min(begun_at).mapWith(orders.created_at) })
        .from(orders)
        .where(and(eq(orders.status, 'Pending').inlineParams(), lte(begun_at, unaccepted_since))),
    ],
    [
      'payments_on_review',
      db
        .select({ count: count(), since: min(review_cases.created_at) })
        .from(review_cases)
        .where(eq(review_cases.status, 'Open').inlineParams()),
    ],
    [
      'refunds_failed',
      db
        .select({ count: count(), since: min(refunds.created_at) })
        .from(refunds)
        .where(eq(refunds.status, 'Failed').inlineParams()),
    ],
    [
      'payouts_waiting',
      db
        .select({ count: count(), since: min(payouts.created_at) })
        .from(payouts)
        .where(eq(payouts.status, 'Pending').inlineParams()),
    ],
    [
      'vendors_pending',
      db
        .select({ count: count(), since: min(vendors.created_at) })
        .from(vendors)
        .where(and(eq(vendors.status, 'Pending').inlineParams(), isNotNull(vendors.name))),
    ],
    [
      'messages_failed',
      db
        .select({ count: count(), since: min(messages.created_at) })
        .from(messages)
        .where(eq(messages.status, 'Failed').inlineParams()),
    ],
    [
      'messages_held',
      db
        .select({ count: count(), since: min(messages.created_at) })
        .from(messages)
        .where(eq(messages.status, 'Held').inlineParams()),
    ],
  ]
  const [places_count, on_the_way, ...answers] = await Promise.all([
    db.$count(places, isNull(places.retired_at)),
    deliveriesInTrouble(db, now),
    ...asked.map(async ([kind, rows]) => ({ kind, count: 0, since: null, ...(await rows)[0] })),
  ])
  const campus: Attention = { kind: 'no_places', count: places_count === 0 ? 1 : 0, since: null }
  return [campus, ...on_the_way, ...answers].filter((one) => one.count > 0)
}

/** Deliveries in trouble, as on the dispatch board, and since when the oldest of their customers has waited. */
async function deliveriesInTrouble(db: Db, now: Date): Promise<Attention[]> {
  const [watched, without_pin, ways] = await Promise.all([
    watchedDeliveries(db, now),
    handedOverWithoutPin(db),
    waysToSee(db),
  ])
  const troubled = delivery_troubles.map((kind) => {
    const paid = watched.flatMap(({ facts, troubles }) => (troubles.includes(kind) ? [facts.order.created_at] : []))
    return { kind, count: paid.length, since: oldest(paid) }
  })
  const handed_over = without_pin.flatMap(({ at }) => at ?? [])
  return [
    ...troubled,
    { kind: 'without_pin', count: without_pin.length, since: oldest(handed_over) },
    { kind: 'ways_to_see', count: ways.length, since: oldest(ways.map(({ at }) => at)) },
  ]
}

function oldest(instants: readonly Date[]): Date | null {
  return instants.toSorted((left, right) => left.getTime() - right.getTime())[0] ?? null
}
