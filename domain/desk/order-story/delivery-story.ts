import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import type { DeliveryVerb } from '../../delivery/lifecycle.ts'
import { deliveries, delivery_history, incidents, offer_deliveries, offers, riders } from '../../delivery/tables.ts'

/** The most that is read of anything that one order has several of. */
export const MOST_OF_AN_ORDER = 200

/** What only the delivery tells: every other move of it is one of the order too, or the answer to an offer. */
const told_here = ['make', 'give_back', 'arrive', 'hand_on', 'assign', 'unassign', 'reopen'] as const satisfies (
  | DeliveryVerb
  | 'make'
)[]

/**
 * What happened to the delivery of an order, each part oldest first and at most `MOST_OF_AN_ORDER` of it: the delivery
 * with the rider who has it, its moves, which riders were asked and what they said, and what stood in the way of
 * handing it over. Null where nothing is delivered. Pay is in kobo.
 */
export async function deliveryStory(db: Db, order_id: number) {
  const [found] = await db
    .select({ delivery: deliveries, rider: { user_id: riders.user_id, name: riders.name, phone: riders.phone } })
    .from(deliveries)
    .leftJoin(riders, eq(riders.user_id, deliveries.rider_id))
    .where(eq(deliveries.order_id, order_id))
  if (!found) return null
  const { id } = found.delivery
  const [moves, asked, stood_in_the_way] = await Promise.all([
    db
      .select({ move: delivery_history, rider_name: riders.name })
      .from(delivery_history)
      .leftJoin(riders, eq(riders.user_id, delivery_history.rider_id))
      .where(and(eq(delivery_history.delivery_id, id), inArray(delivery_history.verb, [...told_here])))
      .orderBy(asc(delivery_history.id))
      .limit(MOST_OF_AN_ORDER),
    db
      .select({ offer: offers, pay: offer_deliveries.pay, rider_name: riders.name })
      .from(offer_deliveries)
      .innerJoin(offers, eq(offers.id, offer_deliveries.offer_id))
      .innerJoin(riders, eq(riders.user_id, offers.rider_id))
      .where(eq(offer_deliveries.delivery_id, id))
      .orderBy(asc(offers.id))
      .limit(MOST_OF_AN_ORDER),
    db
      .select({ incident: incidents, rider_name: riders.name })
      .from(incidents)
      .innerJoin(riders, eq(riders.user_id, incidents.rider_id))
      .where(eq(incidents.delivery_id, id))
      .orderBy(asc(incidents.id))
      .limit(MOST_OF_AN_ORDER),
  ])
  return { ...found, moves, offers: asked, incidents: stood_in_the_way }
}

export type DeliveryStory = NonNullable<Awaited<ReturnType<typeof deliveryStory>>>
