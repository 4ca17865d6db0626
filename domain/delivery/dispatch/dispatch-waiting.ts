import { and, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { eachDue } from '../../lane.ts'
import { deliveryFacts } from '../delivery-facts.ts'
import { expireOffers } from '../offers/expire-offers.ts'
import { makeOffer } from '../offers/make-offer.ts'
import { deliveries, delivery_history } from '../tables.ts'
import { renewPromises } from '../windows/renew-promises.ts'
import { campus_parameters } from './campus-parameters.ts'
import { keptCampusWays } from './campus-ways.ts'
import type { Trip } from './dispatch-rule.ts'
import { dispatchSnapshot } from './dispatch-snapshot.ts'
import { planAhead } from './plan-ahead.ts'
import { waitsTooLong } from './watched-deliveries.ts'

/** Any number, the same in every process: the holder of this lock decides, the others do nothing. */
const DISPATCH_LOCK = 7_130_002
const ROUND_SECONDS = 15

/**
 * The dispatcher: ends unanswered offers, tells the admins what waits too long, updates the expected times, and asks
 * the rule which offers to make. It runs a round every 15 seconds, and as soon as something moved. `run` answers how
 * many offers were made; only one dispatcher decides at a time, however many processes run. `timed` decides, and may
 * measure how long that takes.
 */
export function dispatcher(
  deps: AnnouncingDeps,
  timed: <Decision>(decide: () => Decision) => Decision = (decide) => decide(),
): () => Promise<number> {
  let next_ms = 0
  let seen: number | null = null
  let tentative: readonly Trip[] = []
  const waysOf = keptCampusWays()
  const round = async () => {
    const now = deps.clock.now()
    const latest = await latestMove(deps.db)
    const rest_ms = next_ms - now.getTime()
    // It is more than a round ahead only if the clock was set back.
    if (latest === seen && rest_ms > 0 && rest_ms <= ROUND_SECONDS * 1000) return 0
    seen = latest
    next_ms = now.getTime() + ROUND_SECONDS * 1000
    const decide = async () => {
      const decided = await dispatchRound(deps, { tentative, waysOf, timed }, now)
      tentative = decided?.tentative ?? []
      return decided?.offers ?? 0
    }
    return inTurn([() => alarmOfWaiting(deps, now), () => renewPromises(deps, now)], decide)
  }
  return () => inTurn([() => expireOffers(deps)], round)
}

/** One after the other, whatever another throws; answers what the last one does. */
const inTurn = (before: readonly (() => Promise<unknown>)[], last: () => Promise<number>) =>
  eachDue([...before.map((part) => () => part().then(() => 0)), last], (part) => part())

/** What the dispatcher keeps from round to round. */
type Known = {
  tentative: readonly Trip[]
  waysOf: ReturnType<typeof keptCampusWays>
  timed: <Decision>(decide: () => Decision) => Decision
}

/** One decision and its offers. Null while another process decides. */
async function dispatchRound(deps: AnnouncingDeps, known: Known, now: Date) {
  return deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${DISPATCH_LOCK}) as mine`,
    )
    if (!rows[0]?.mine) return null
    // All that a decision has to know is read only where there is something to decide.
    if (!(await anyWaits(deps.db))) return { offers: 0, tentative: [] }
    const { snapshot, rider_ids, expected } = await dispatchSnapshot(deps.db, now, known.tentative, known.waysOf)
    const decision = known.timed(() => planAhead(snapshot, campus_parameters))
    let made = 0
    // Each offer is a commit of its own: a change meanwhile spoils one offer and not the round.
    const later: Trip[] = []
    for (const trip of decision.commit) {
      // Their shift has not begun: the plan stands, and the offer is made once they are on duty.
      if (expected.has(trip.rider_id)) {
        later.push(trip)
        continue
      }
      const rider_id = rider_ids.get(trip.rider_id)
      if (!rider_id) throw new Error(`The rule chose rider ${trip.rider_id}, who is not there`)
      const offer = await makeOffer(deps, { rider_id, delivery_ids: trip.order_ids, now })
      if (offer.ok) made++
    }
    return { offers: made, tentative: [...later, ...decision.tentative] }
  })
}

/** Tells the admins, once per wait, of each delivery without a rider whose food is ready or will be soon. */
async function alarmOfWaiting(deps: AnnouncingDeps, now: Date): Promise<void> {
  const without = await deliveryFacts(
    deps.db,
    and(inArray(deliveries.status, ['Waiting', 'Offered']).inlineParams(), isNull(deliveries.alarmed_at)),
  )
  for (const { delivery } of without.filter((facts) => waitsTooLong(facts, now))) {
    await deps.db.transaction(async (tx) => {
      const [alarmed] = await tx
        .update(deliveries)
        .set({ alarmed_at: now })
        .where(
          and(
            eq(deliveries.id, delivery.id),
            isNull(deliveries.alarmed_at),
            inArray(deliveries.status, ['Waiting', 'Offered']).inlineParams(),
          ),
        )
        .returning()
      if (alarmed) await deps.announce(tx, { kind: 'delivery_unclaimed', delivery: alarmed }, now)
    })
  }
}

async function anyWaits(db: Db): Promise<boolean> {
  const [found] = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.status, 'Waiting').inlineParams())
    .limit(1)
  return found !== undefined
}

async function latestMove(db: Db): Promise<number | null> {
  const [row] = await db.select({ id: max(delivery_history.id) }).from(delivery_history)
  return row?.id ?? null
}
