import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { deliveries, offers } from './tables.ts'

/** The riders who have a delivery, an offer or an order's food at this moment, for whoever tells them that it changed. */
export async function ridersAround(
  db: Db,
  numbers: { delivery_id: number; offer_id: number; order_id: number },
): Promise<string[]> {
  const { delivery_id, offer_id, order_id } = numbers
  const carries = { carrier: deliveries.rider_id, asked: offers.rider_id }
  const around = (column: typeof deliveries.id | typeof deliveries.order_id, value: number) =>
    Number.isSafeInteger(value)
      ? db
          .select(carries)
          .from(deliveries)
          .leftJoin(offers, eq(offers.id, deliveries.offer_id))
          .where(eq(column, value))
      : []
  const asked = Number.isSafeInteger(offer_id)
    ? db
        .select({ carrier: offers.rider_id, asked: offers.rider_id })
        .from(offers)
        .where(eq(offers.id, offer_id))
    : []
  const rows = await Promise.all([
    around(deliveries.id, delivery_id),
    around(deliveries.order_id, order_id),
    asked,
  ])
  return rows
    .flat()
    .flatMap(({ carrier, asked: has_offer }) => [carrier, has_offer].filter((id) => id !== null))
}
