import { and, count, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Given } from '../../../db/kept-statement.ts'
import type { Deps } from '../../events.ts'
import { orders } from '../../orders/tables.ts'
import { recentAnswer } from '../../recent-answer.ts'
import { carried_statuses } from '../lifecycle.ts'
import { ridersExpected } from '../shifts/expected-riders.ts'
import { type Coming, joinedHours } from '../shifts/joined-hours.ts'
import { deliveries, riders } from '../tables.ts'
import type { Fleet } from './speeds.ts'

export type FleetNow = Required<Fleet>

/** Older unfinished orders are forgotten ones. */
const QUEUE_HOURS = 3
/** More are not counted: for a hundred riders that is half a day. */
const MOST_WAITING = 10_000
/** Shifts that begin later tell nothing of what is ordered now. */
const EXPECTED_MINUTES = 180
/** At a peak a hundred customers in a second ask for the same. */
const KEPT_MS = 1000

/** From when until when an order that is not finished counts. */
export type QueueTimes = { since: Date; now: Date }
export const queueTimes = (now: Date): QueueTimes => ({
  since: new Date(now.getTime() - QUEUE_HOURS * 3_600_000),
  now,
})

/** How many riders there are `now`, and what they have to do. */
export async function readFleet(db: Db | Tx, now: Date): Promise<FleetNow> {
  const busy = db
    .select({ rider_id: deliveries.rider_id })
    .from(deliveries)
    .where(and(inArray(deliveries.status, [...carried_statuses]).inlineParams(), isNotNull(deliveries.rider_id)))
  // The few who carry something are looked up, rather than each on duty among them.
  const busy_on_duty = sql`(select count(*) from ${riders} as also_busy
    where also_busy.on_duty_since is not null and also_busy.user_id in ${busy})`
  const expected = ridersExpected(db, now, EXPECTED_MINUTES)
  const [fleet] = await db
    .select({
      riders_on_duty: count(),
      riders_free: sql<number>`(count(*) - ${busy_on_duty})::int`,
      waiting: waitingCount(queueTimes(now)).mapWith(Number),
      carried: sql<number>`(select count(*) from ${busy} as busy)::int`,
      comings: sql<Coming[]>`(select coalesce(
          json_agg(json_build_array(coming.id, coming.begins_at, coming.ends_at) order by coming.begins_at), '[]')
        from ${expected} as coming)`.mapWith(comingsOf),
    })
    .from(riders)
    .where(isNotNull(riders.on_duty_since))
  if (!fleet) throw new Error('A count has no row')
  return fleet
}

const comingsOf = (rows: [number, string, string][]) =>
  joinedHours(
    rows.map(([rider_id, from, until]) => ({ rider_id, begins_at: new Date(from), ends_at: new Date(until) })),
  )

/** Orders that a rider is still to be found for, also those that no kitchen has taken yet, or not again. */
const waitingOrders = ({ since, now }: QueueTimes | Given<QueueTimes>, which = sql``) => sql`${orders} as ahead
  left join ${deliveries} as theirs on theirs.order_id = ahead.id
  where ahead.status in ('Pending', 'Accepted', 'Completed') and not ahead.collects ${which}
    and coalesce(theirs.status, 'Waiting') in ('Waiting', 'Offered', 'Cancelled')
    and coalesce(ahead.begin_at, ahead.created_at) between ${since}::timestamptz and ${now}::timestamptz`

/** How many there are of those. */
export function waitingCount(times: QueueTimes | Given<QueueTimes>, which = sql``) {
  return sql<string>`(select count(*)
    from (select from ${waitingOrders(times, which)} limit ${MOST_WAITING}) as waiting)`
}

/**
 * The same orders, the first ones first: for many orders, before each of which some of them wait, they are read once.
 */
export async function readWaiting(db: Db | Tx, times: QueueTimes): Promise<{ id: number; checkout_id: string }[]> {
  const { rows } = await db.execute<{ id: number; checkout_id: string }>(
    sql`select ahead.id::float8 as id, ahead.checkout_id from ${waitingOrders(times)}
      order by ahead.id limit ${MOST_WAITING}`,
  )
  return rows
}

export type KnownFleet = {
  ask(): Promise<FleetNow>
  /** What was answered last, for a transaction, which must not wait for a second connection; null if too old. */
  latest(): FleetNow | null
  /** Somebody came on duty, or left, or got something to do. */
  forget(): void
}

/**
 * The fleet as a process knows it: asked for once a second, whoever wants to know, and never older than two (decision
 * 142).
 */
export function knownFleet({ db, clock }: Deps): KnownFleet {
  const nothing = () => ({
    recent: recentAnswer<FleetNow>(clock, { kept_ms: KEPT_MS, good_for_ms: KEPT_MS }),
    latest: null as { fleet: FleetNow; read_at: Date } | null,
  })
  let known = nothing()
  return {
    ask() {
      const mine = known
      return mine.recent(async () => {
        const read_at = clock.now()
        const fleet = await readFleet(db, read_at)
        mine.latest = { fleet, read_at }
        // Whoever reads that nobody is there looks again at once.
        if (fleet.riders_on_duty === 0 && known === mine) known = nothing()
        return fleet
      })
    },
    latest() {
      const { latest } = known
      const is_young = latest && Math.abs(clock.now().getTime() - latest.read_at.getTime()) < 2 * KEPT_MS
      return is_young ? latest.fleet : null
    },
    forget() {
      known = nothing()
    },
  }
}
