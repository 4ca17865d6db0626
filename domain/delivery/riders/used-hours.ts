import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { deliveries, riders } from '../tables.ts'
import { rider_duties } from './tables.ts'

export type RiderUse = {
  rider_id: string
  name: string
  /** Begun minutes on duty, and those of them in which at least one order was in hand. */
  duty_minutes: number
  in_hand_minutes: number
  delivered: number
}

/**
 * How riders' hours on duty were used in a period, the longest first; of one rider alone where `rider_id` says whose.
 * Duties are known since they are written down (`rider_duties`); one that lasts counts until now. The rider's own
 * record and the admins' table are both made of this, so that they cannot differ (docs/decisions/163).
 */
export async function usesOfRiders(
  db: Db,
  { from, until }: { from: Date; until: Date },
  now: Date,
  rider_id?: string,
): Promise<RiderUse[]> {
  const end = until < now ? until : now
  const part = (began: unknown, ended: unknown) =>
    sql`range_agg(tstzrange(greatest(${began}, ${from}), least(coalesce(${ended}, ${end}), ${end})))`
  const minutes = (ranges: unknown) =>
    sql`coalesce((select sum(extract(epoch from upper(span) - lower(span))) / 60 from unnest(${ranges}) as span), 0)`
  const { rows } = await db.execute<RiderUse>(sql`
    with duty as (
      select ${rider_duties.rider_id} as rider_id, ${part(rider_duties.began_at, rider_duties.ended_at)} as spans
      from ${rider_duties}
      where ${rider_duties.began_at} < ${end}
        and (${rider_duties.ended_at} is null or ${rider_duties.ended_at} > ${from})
        ${rider_id === undefined ? sql`` : sql`and ${rider_duties.rider_id} = ${rider_id}`}
      group by 1
    ), hand as (
      select duty.rider_id, ${part(deliveries.assigned_at, deliveries.closed_at)} as spans,
        count(*) filter (where ${deliveries.status} = 'Delivered' and ${deliveries.closed_at} >= ${from}
          and ${deliveries.closed_at} < ${end})::int as delivered
      from duty join ${deliveries} on ${deliveries.rider_id} = duty.rider_id
      where ${deliveries.assigned_at} < ${end}
        and (${deliveries.closed_at} is null or ${deliveries.closed_at} > ${from})
      group by 1
    )
    select duty.rider_id, coalesce(${riders.name}, 'N/A') as name,
      ceil(${minutes(sql`duty.spans`)})::int as duty_minutes,
      ceil(${minutes(sql`duty.spans * hand.spans`)})::int as in_hand_minutes,
      coalesce(hand.delivered, 0) as delivered
    from duty join ${riders} on ${riders.user_id} = duty.rider_id left join hand on hand.rider_id = duty.rider_id
    order by 3 desc, 2`)
  return rows
}
