import { and, eq, inArray, sql } from 'drizzle-orm'
import { noteScreen } from '../../../db/after-commit.ts'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { orders } from '../../orders/tables.ts'
import { inServiceArea } from '../../places/delivery-fee.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { DELIVERY_SETTINGS } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { position_form } from '../forms.ts'
import { carried_statuses } from '../lifecycle.ts'
import { deliveries, riders } from '../tables.ts'
import { beginDuty, leaveDuty } from './duties.ts'
import { lockOwnRider, type Rider } from './own-rider.ts'
import { releaseRider } from './release-rider.ts'

export type DutyRefusal =
  | Refused<'not_found', undefined>
  /** Only an Active rider takes offers. */
  | Refused<'rider_inactive', { status: Rider['status'] }>
  /** Food is on its way, or a vendor expects the rider; `deliveries` says how many. */
  | Refused<'carrying', { deliveries: number }>

/** A rider begins to take offers. Refused unless Active; called again, the duty still counts from its start. */
export async function goOnDuty(deps: AnnouncingDeps, actor: Actor): Promise<Accepted<Rider> | DutyRefusal> {
  return deps.db.transaction(async (tx) => {
    const rider = await lockOwnRider(tx, actor)
    if (!rider) return refused('not_found')
    if (rider.status !== 'Active') return refused('rider_inactive', { status: rider.status })
    if (rider.on_duty_since) return accepted(rider)
    const now = deps.clock.now()
    const on_duty = await beginDuty(tx, rider.user_id, now)
    await deps.announce(tx, { kind: 'rider_on_duty', rider: on_duty }, now)
    return accepted(on_duty)
  })
}

/** A rider takes no more offers; an open one is withdrawn. Refused while something is carried. */
export async function goOffDuty(deps: AnnouncingDeps, actor: Actor): Promise<Accepted<Rider> | DutyRefusal> {
  return deps.db.transaction(async (tx) => {
    const rider = await lockOwnRider(tx, actor)
    if (!rider) return refused('not_found')
    const carried = await carriedBy(tx, rider.user_id)
    if (carried > 0) return refused('carrying', { deliveries: carried })
    const now = deps.clock.now()
    await releaseRider(tx, deps.announce, { rider_id: rider.user_id, actor, now })
    return accepted(await leaveDuty(tx, rider.user_id, now))
  })
}

/** How many deliveries a rider has in hand. */
export function carriedBy(db: Db | Tx, rider_id: string): Promise<number> {
  return db.$count(
    deliveries,
    and(eq(deliveries.rider_id, rider_id), inArray(deliveries.status, [...carried_statuses])),
  )
}

/**
 * Stores where a rider's phone is, and tells the customers whose food it carries. Only the last position is kept, and
 * only while on duty. Refuses an invalid position and one far from the campus.
 */
export async function reportPosition(
  deps: Pick<AnnouncingDeps, 'db' | 'clock'>,
  actor: Actor,
  input: { latitude: unknown; longitude: unknown },
): Promise<Accepted<undefined> | Refused<'not_found' | 'bad_position', undefined>> {
  if (actor.role !== 'rider') return refused('not_found')
  const position = position_form.safeParse(input)
  if (!position.success) return refused('bad_position')
  if (!inServiceArea(position.data, await readSetting(deps.db, DELIVERY_SETTINGS))) return refused('bad_position')
  const located = await deps.db
    .update(riders)
    .set({ ...position.data, located_at: deps.clock.now() })
    .where(and(eq(riders.user_id, actor.user_id), sql`${riders.on_duty_since} is not null`))
    .returning({ user_id: riders.user_id })
  if (located.length === 0) return refused('not_found')
  const carried = await deps.db
    .selectDistinct({ checkout_id: orders.checkout_id })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.order_id))
    .where(and(eq(deliveries.rider_id, actor.user_id), eq(deliveries.status, 'Picked up')))
  // Only their customers may look (tracked-orders.ts).
  for (const { checkout_id } of carried) noteScreen(deps.db, mapKey(checkout_id))
  return accepted(undefined)
}

/** What the screens hear on which a checkout's rider is shown; its other screens have no news of a position. */
export const mapKey = (checkout_id: string): string => `map:${checkout_id}`
