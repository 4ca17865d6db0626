import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { noteAdmins } from '../../db/after-commit.ts'
import type { Db, Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { lockOwnRider } from '../delivery/riders/own-rider.ts'
import { earnedBy } from '../delivery/riders/rider-pay.ts'
import { deliveries, incidents } from '../delivery/tables.ts'
import type { Deps } from '../events.ts'
import { type Kobo, kobo, sumKobo } from '../money.ts'
import { firstLine } from '../move.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { riderBalance } from './rider-balance.ts'
import { payout_history, payouts } from './tables.ts'

export type RiderPayoutRefusal = Refused<
  'not_found' | 'rider_inactive' | 'no_bank_account' | 'nothing_to_pay',
  undefined
>

/** Delivered by this rider and not claimed by a payout; without the PIN, only if an admin has checked it. */
const eligible = (rider_id: string) =>
  and(
    eq(deliveries.rider_id, rider_id),
    eq(deliveries.status, 'Delivered'),
    isNull(deliveries.payout_id),
    or(isNull(deliveries.no_pin_reason), isNotNull(deliveries.no_pin_seen_at)),
  )

/** A way that this rider rode without a hand-over, that an admin agreed to pay and no payout claims (decision 106). */
const eligibleWay = (rider_id: string) =>
  and(eq(incidents.rider_id, rider_id), isNotNull(incidents.booked_at), isNull(incidents.payout_id))

/** The ways without a hand-over for a payout requested now, oldest first, and their pay (kobo). */
export function payableWays(
  db: Db | Tx,
  rider_id: string,
): Promise<{ id: number; order_id: number; pay: Kobo | null; happened_at: Date }[]> {
  return db
    .select({
      id: incidents.id,
      order_id: deliveries.order_id,
      pay: incidents.pay,
      happened_at: incidents.happened_at,
    })
    .from(incidents)
    .innerJoin(deliveries, eq(deliveries.id, incidents.delivery_id))
    .where(eligibleWay(rider_id))
    .orderBy(asc(incidents.id))
}

/**
 * The deliveries for a payout requested now, oldest first, with pay and tip (kobo); `riderBalance` says what is
 * deducted.
 */
export function payableDeliveries(
  db: Db | Tx,
  rider_id: string,
): Promise<{ id: number; order_id: number; pay: Kobo | null; tip: Kobo; closed_at: Date | null }[]> {
  return db
    .select({
      id: deliveries.id,
      order_id: deliveries.order_id,
      pay: deliveries.pay,
      tip: deliveries.tip,
      closed_at: deliveries.closed_at,
    })
    .from(deliveries)
    .where(eligible(rider_id))
    .orderBy(asc(deliveries.id))
}

/**
 * A rider requests the money of all deliveries, and of ways without a hand-over, that no payout claims yet. Amount
 * (kobo) = the sum of their pay and tips, less the refunds that the rider bears and no payout has deducted; if nothing
 * remains, there is nothing to pay. They are claimed in the same commit, so of two requests at once one finds nothing
 * to pay. An admin decides about it as about a vendor's.
 */
export async function requestRiderPayout(
  deps: Deps,
  actor: Actor,
): Promise<Accepted<typeof payouts.$inferSelect> | RiderPayoutRefusal> {
  return deps.db.transaction(async (tx) => {
    const rider = await lockOwnRider(tx, actor)
    if (!rider) return refused('not_found')
    if (rider.status !== 'Active') return refused('rider_inactive')
    const { bank_name, bank_code, account_number, account_name } = rider
    if (!bank_name || !account_number || !account_name) return refused('no_bank_account')
    const claimed = await tx
      .select({ id: deliveries.id, pay: deliveries.pay, tip: deliveries.tip })
      .from(deliveries)
      .where(eligible(rider.user_id))
      .orderBy(asc(deliveries.id))
      .for('no key update')
    const ways = await tx
      .select({ id: incidents.id, pay: incidents.pay })
      .from(incidents)
      .where(eligibleWay(rider.user_id))
      .orderBy(asc(incidents.id))
      .for('no key update')
    const earned = sumKobo([...claimed.map(earnedBy), ...ways.map(({ pay }) => pay ?? 0)])
    const { to_take_off_kobo } = await riderBalance(tx, rider.user_id)
    const amount = kobo(earned - to_take_off_kobo)
    if (amount <= 0) return refused('nothing_to_pay')
    const [payout] = await tx
      .insert(payouts)
      .values({
        rider_id: rider.user_id,
        amount,
        taken_off: to_take_off_kobo,
        created_at: deps.clock.now(),
        bank_name,
        bank_code,
        account_number,
        account_name,
      })
      .returning()
    if (!payout) throw new Error('The payout was not stored')
    const asked = firstLine(payout, { verb: 'request', by: actor, now: payout.created_at })
    noteAdmins(tx)
    await tx.insert(payout_history).values({ payout_id: payout.id, ...asked })
    const claim = { payout_id: payout.id }
    const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id)
    await tx
      .update(deliveries)
      .set(claim)
      .where(inArray(deliveries.id, idsOf(claimed)))
    await tx
      .update(incidents)
      .set(claim)
      .where(inArray(incidents.id, idsOf(ways)))
    return accepted(payout)
  })
}
