import { and, asc, desc, eq, lte } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { eachDue } from '../../lane.ts'
import { the_system } from '../../lifecycle.ts'
import { leaveDuty } from '../riders/duties.ts'
import { carriedBy } from '../riders/go-on-duty.ts'
import { lockRider } from '../riders/own-rider.ts'
import { offers } from '../tables.ts'
import { closeOffer, lockOffer } from './close-offer.ts'

/** A rider who ignores this many offers in a row is not there. */
export const MISSED_IN_A_ROW = 3

/**
 * Ends the offers whose time is over, each in a commit of its own. A rider who ignored three in a row and carries
 * nothing goes off duty: no food should wait for a phone in a pocket. Answers how many it ended.
 */
export async function expireOffers(deps: AnnouncingDeps): Promise<number> {
  const now = deps.clock.now()
  const due = await deps.db
    .select({ id: offers.id, rider_id: offers.rider_id })
    .from(offers)
    .where(and(eq(offers.status, 'Open').inlineParams(), lte(offers.expires_at, now)))
    .orderBy(asc(offers.id))
    .limit(50)
  return eachDue(due, ({ id, rider_id }) =>
    deps.db.transaction(async (tx) => {
      const rider = await lockRider(tx, rider_id)
      const locked = await lockOffer(tx, id)
      if (!rider || locked?.offer.status !== 'Open') return 0
      // An admin gave it more time meanwhile.
      if (locked.offer.expires_at > now) return 0
      await closeOffer(tx, deps.announce, { locked, verb: 'expire', by: the_system, now })
      if (rider.on_duty_since && (await isAway(tx, rider_id, rider.on_duty_since))) {
        const resting = await leaveDuty(tx, rider_id, now)
        await deps.announce(tx, { kind: 'rider_sent_off_duty', rider: resting }, now)
      }
      return 1
    }),
  )
}

async function isAway(tx: Tx, rider_id: string, since: Date): Promise<boolean> {
  const latest = await tx
    .select({ status: offers.status, offered_at: offers.offered_at })
    .from(offers)
    .where(eq(offers.rider_id, rider_id))
    .orderBy(desc(offers.id))
    .limit(MISSED_IN_A_ROW)
  const missed = latest.filter(({ status, offered_at }) => status === 'Expired' && offered_at >= since)
  return missed.length === MISSED_IN_A_ROW && (await carriedBy(tx, rider_id)) === 0
}
