import { and, desc, eq, gt, gte, isNull, lte } from 'drizzle-orm'
import { noteAdmins, noteOrder } from '../../../db/after-commit.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Announce } from '../../events.ts'
import { order_history, orders } from '../../orders/tables.ts'
import { type Accepted, accepted, refused } from '../../refusal.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { isHandedOn } from '../delivery-facts.ts'
import type { Delivery, MoveDeliveryRefusal } from '../steps/move-delivery.ts'
import { deliveries, incidents } from '../tables.ts'
import { INCIDENTS } from './incident-settings.ts'
import { NOBODY_AT_KITCHEN } from './lifecycle.ts'
import { type Incident, type LockedIncident, lockIncident } from './lock-incident.ts'

/**
 * The rider stands at the kitchen and nobody is there: a clock of set minutes begins, of which the kitchen and the
 * admins are told. In the caller's commit; `at` is when it happened. The clock runs from `now`, since the kitchen,
 * which may have to pay, hears of it only then. No delivery points at it, since the food is where it was. Refused
 * unless the rider has arrived and the food is at the kitchen; said twice, the first time counts, until somebody there
 * answered.
 */
export async function waitAtKitchen(
  tx: Tx,
  announce: Announce,
  actor: Actor,
  wait: { delivery_id: number; at: Date; now: Date },
): Promise<Accepted<Delivery> | MoveDeliveryRefusal> {
  const { at, now } = wait
  const locked = await lockIncident(tx, actor, wait.delivery_id)
  if (!locked) return refused('not_found')
  const { delivery, order } = locked
  if (!isAtKitchen(locked)) return refused('not_allowed', { status: delivery.status })
  if (await unansweredWait(tx, delivery, at)) return accepted(delivery)
  const { wait_minutes } = await readSetting(tx, INCIDENTS)
  const [noted] = await tx
    .insert(incidents)
    .values({
      ...{ delivery_id: delivery.id, rider_id: delivery.rider_id, reason: NOBODY_AT_KITCHEN, happened_at: at },
      waits_until: new Date(now.getTime() + wait_minutes * 60_000),
    })
    .returning()
  if (!noted) throw new Error('A wait at a kitchen was not stored')
  noteAdmins(tx)
  noteOrder(tx, order.id)
  await announce(tx, { kind: 'incident_noted', incident: noted, order_id: order.id, step: 'waits', by: actor }, now)
  return accepted(delivery)
}

/** Whether its rider stands where the food is to be fetched, and that is the kitchen. */
export function isAtKitchen({ delivery, incident }: LockedIncident): boolean {
  return delivery.status === 'At vendor' && !isHandedOn({ incident })
}

/** The wait of this rider at the kitchen, which is not over by the pick-up or otherwise; null for none. */
export async function waitedAtKitchen(
  db: Db | Tx,
  { id, rider_id, assigned_at }: Pick<Delivery, 'id' | 'rider_id' | 'assigned_at'>,
): Promise<Incident | null> {
  if (rider_id === null || assigned_at === null) return null
  const [wait] = await db
    .select()
    .from(incidents)
    .where(
      and(
        ...[eq(incidents.delivery_id, id), eq(incidents.rider_id, rider_id), isNull(incidents.way_out)],
        ...[eq(incidents.reason, NOBODY_AT_KITCHEN), gte(incidents.happened_at, assigned_at)],
      ),
    )
    .orderBy(desc(incidents.id))
    .limit(1)
  return wait ?? null
}

/** The same while nobody in the kitchen has done anything since it began, until `at`. */
export async function unansweredWait(
  db: Db | Tx,
  delivery: Pick<Delivery, 'id' | 'rider_id' | 'assigned_at'>,
  at: Date,
): Promise<Incident | null> {
  const wait = await waitedAtKitchen(db, delivery)
  return wait && (await kitchenActed(db, delivery.id, { since: wait.happened_at, until: at })) ? null : wait
}

/** When somebody in the kitchen of a delivery last did something with an order, in these hours; null for nobody. */
export async function kitchenActed(
  db: Db | Tx,
  delivery_id: number,
  { since, until }: { since: Date; until: Date },
): Promise<Date | null> {
  const [own] = await db
    .select({ vendor_id: orders.vendor_id })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.order_id))
    .where(eq(deliveries.id, delivery_id))
  if (!own) return null
  const [last] = await db
    .select({ at: order_history.moved_at })
    .from(order_history)
    .innerJoin(orders, eq(orders.id, order_history.order_id))
    .where(
      and(
        ...[eq(orders.vendor_id, own.vendor_id), eq(order_history.role, 'vendor')],
        ...[gt(order_history.moved_at, since), lte(order_history.moved_at, until)],
      ),
    )
    .orderBy(desc(order_history.moved_at))
    .limit(1)
  return last?.at ?? null
}
