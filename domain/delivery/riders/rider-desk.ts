import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import type { Kobo } from '../../money.ts'
import type { Point } from '../../places/distance.ts'
import { type DeliveryFacts, deliveryFacts, firstName, packsOf } from '../delivery-facts.ts'
import { carried_statuses, type DeliveryStatus, PIN_TRIES_IN_ALL } from '../lifecycle.ts'
import { pinCheck } from '../steps/check-pin.ts'
import { deliveries, order_keys, riders } from '../tables.ts'

/** A delivery as its rider needs to see it. What is not needed yet is null. */
export type RiderDelivery = {
  delivery_id: number
  order_id: number
  status: DeliveryStatus
  pay: Kobo
  assigned_at: Date | null
  /** The window promised to the customer first. */
  promised_until: Date | null
  /** Whether the vendor has marked it as ready; `ready_by` is what it promised. */
  ready: boolean
  ready_by: Date | null
  /** How many packs to count. */
  packs: number
  items: { name: string; quantity: number }[]
  vendor: {
    name: string
    phone: string | null
    address: string | null
    landmark: string | null
    point: Point | null
  }
  customer: {
    first_name: string
    address: string
    note: string | null
    point: Point | null
    /** To call and message, once the food is on its way. */
    phone: string | null
  }
  /** Signs the steps of this delivery on the phone (docs/decisions/041). */
  step_key: string
  /** The phone checks a PIN with it, once the food is picked up; see `pinCheck`. */
  pin_check: number | null
  /** Null when there is no pause. */
  pin_paused_until: Date | null
  pin_blocked: boolean
}

export type RiderDesk = {
  rider: typeof riders.$inferSelect
  deliveries: RiderDelivery[]
}

/** What a rider works on: duty, and what is carried. Null if this is no rider. */
export async function riderDesk(db: Db, rider_id: string, now: Date): Promise<RiderDesk | null> {
  const [rider] = await db.select().from(riders).where(eq(riders.user_id, rider_id))
  if (!rider) return null
  const carried = await deliveryFacts(
    db,
    and(eq(deliveries.rider_id, rider_id), inArray(deliveries.status, [...carried_statuses])),
  )
  const order_ids = carried.map(({ order }) => order.id)
  const keys = order_ids.length ? await db.select().from(order_keys).where(inArray(order_keys.order_id, order_ids)) : []
  return {
    rider,
    deliveries: carried.map((facts) =>
      asRiderSees(
        facts,
        keys.find((key) => key.order_id === facts.order.id),
        now,
      ),
    ),
  }
}

function asRiderSees(
  { delivery, order, vendor, pickup, drop, promise }: DeliveryFacts,
  key: typeof order_keys.$inferSelect | undefined,
  now: Date,
): RiderDelivery {
  const on_the_way = delivery.status === 'Picked up'
  const step_key = delivery.step_key ?? ''
  return {
    delivery_id: delivery.id,
    order_id: order.id,
    status: delivery.status,
    pay: delivery.pay ?? 0,
    assigned_at: delivery.assigned_at,
    promised_until: promise?.first.until ?? null,
    ready: order.status !== 'Pending' && order.status !== 'Accepted',
    ready_by: order.ready_by,
    packs: delivery.packs ?? packsOf(order.items),
    items: order.items.map(({ name, quantity }) => ({ name, quantity })),
    vendor: {
      name: vendor.name,
      phone: vendor.phone,
      address: vendor.address,
      landmark: vendor.landmark,
      point: pickup,
    },
    customer: {
      first_name: firstName(order.customer_name),
      address: order.customer_address,
      note: order.customer_note,
      point: drop,
      phone: on_the_way ? order.customer_phone : null,
    },
    step_key,
    pin_check: on_the_way && key ? pinCheck({ step_key, delivery_id: delivery.id, pin: key.pin }) : null,
    pin_paused_until: key?.pin_paused_until && key.pin_paused_until > now ? key.pin_paused_until : null,
    pin_blocked: (key?.pin_failures ?? 0) >= PIN_TRIES_IN_ALL,
  }
}
