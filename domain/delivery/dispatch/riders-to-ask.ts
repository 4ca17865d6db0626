import { asc, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { riders } from '../tables.ts'

/** A rider whom an admin may give an order; `carrying` is how many they have in hand. */
export type RiderToAsk = { user_id: string; name: string; carrying: number; has_offer: boolean }

/** Riders on duty, those with nothing in hand first. The table names are written out: else drizzle leaves them out. */
export async function ridersToAsk(db: Db): Promise<RiderToAsk[]> {
  const carrying = sql<number>`(select count(*)::int from deliveries where deliveries.rider_id = riders.user_id
    and deliveries.status in ('Assigned', 'At vendor', 'Picked up'))`
  const has_offer = sql<boolean>`exists (select from offers where offers.rider_id = riders.user_id
    and offers.status = 'Open')`
  const rows = await db
    .select({ user_id: riders.user_id, name: riders.name, email: riders.email, carrying, has_offer })
    .from(riders)
    .where(isNotNull(riders.on_duty_since))
    .orderBy(asc(carrying), asc(has_offer), asc(riders.id))
  return rows.map(({ name, email, ...rider }) => ({ ...rider, name: name ?? email }))
}
