import { count, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { vendors } from '../../catalog/tables.ts'
import { orders } from '../../orders/tables.ts'
import { order_promises } from '../tables.ts'
import { judgedIn, type KeptPromises, keptCount } from './kept-promises.ts'

/** How often the first windows of some orders held, beside the promises that were kept. */
export type Calibration = KeptPromises & {
  /** Of these orders it is known how sure their windows were; older ones only count as delivered. */
  known: number
  /** How many of those came within the windows that were to hold 50, 80 and 90 of a hundred. */
  within: Readonly<Record<'50' | '80' | '90', number>>
  /** The minutes of all windows that were told, added up. */
  width_minutes: number
}

export type CalibrationPart = Calibration & {
  vendor_id: string
  vendor_name: string | null
  /** The hour of day on the campus in which it was paid, 0 to 23. */
  hour: number
}

/**
 * The windows of the orders that were there in a period that ends before `until`, by vendor and hour of day. What was
 * given up after its window (`judgedIn`) came within none.
 */
export async function calibrationOf(db: Db, period: { from: Date; until: Date }): Promise<CalibrationPart[]> {
  const { first_promised_from, first_promised_until, basis } = order_promises
  const judged = judgedIn(db, period)
  const took_minutes = sql`extract(epoch from ${judged.at} - ${orders.created_at}) / 60`
  const within = (level: '50' | '80' | '90') =>
    sql<number>`(count(*) filter (where ${took_minutes}
      between (${basis}->'windows'->${sql.raw(`'${level}'`)}->>0)::float8
      and (${basis}->'windows'->${sql.raw(`'${level}'`)}->>1)::float8))::int`
  const hour = sql`extract(hour from ${orders.created_at} at time zone 'UTC' + interval '1 hour')`
  const rows = await db
    .select({
      vendor_id: orders.vendor_id,
      vendor_name: vendors.name,
      hour: sql<number>`${hour}::int`,
      delivered: count(),
      kept: keptCount(judged),
      known: sql<number>`count(${basis}->'windows')::int`,
      within: { 50: within('50'), 80: within('80'), 90: within('90') },
      width_minutes: sql<number>`
        sum(extract(epoch from ${first_promised_until} - ${first_promised_from}) / 60)::float8`,
    })
    .from(judged)
    .innerJoin(order_promises, eq(order_promises.order_id, judged.order_id))
    .innerJoin(orders, eq(orders.id, judged.order_id))
    .innerJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .groupBy(orders.vendor_id, vendors.name, sql`3`)
    .orderBy(vendors.name, sql`3`)
  return rows
}

/** Parts taken together. */
export function together(parts: readonly Calibration[]): Calibration {
  const add = (of: (part: Calibration) => number) => parts.reduce((all, part) => all + of(part), 0)
  return {
    delivered: add((part) => part.delivered),
    kept: add((part) => part.kept),
    known: add((part) => part.known),
    within: {
      50: add((part) => part.within[50]),
      80: add((part) => part.within[80]),
      90: add((part) => part.within[90]),
    },
    width_minutes: add((part) => part.width_minutes),
  }
}
