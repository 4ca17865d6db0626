import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { may } from '../admin-roles.ts'
import { lockVendor } from '../catalog/own-vendor.ts'
import { loseSamePrice } from '../catalog/same-price.ts'
import type { Clock } from '../clock.ts'
import type { Announce } from '../events.ts'
import { isKobo, type Kobo, kobo } from '../money.ts'
import type { MoveRefusal } from '../move.ts'
import { customer_reason } from '../orders/forms.ts'
import type { LockCarriers } from '../orders/refunds/bearer.ts'
import { isConfirmed, type NotConfirmed } from '../orders/refunds/confirmed-total.ts'
import { type GiveBackRefusal, giveBackWithin } from '../orders/refunds/give-back.ts'
import { lockOrdersOfCheckout, type Refundable, refundable } from '../orders/refunds/refundable.ts'
import { orders } from '../orders/tables.ts'
import type { RefundBearer } from '../payments/lifecycle.ts'
import { isUuid } from '../plain-text.ts'
import { type Accepted, type Refused, refused } from '../refusal.ts'
import { claimRoom, isAllOfDishes } from './claim-room.ts'
import type { ClaimStatus } from './lifecycle.ts'
import { type Decider, lockClaim, moveClaim } from './move-claim.ts'
import { claims } from './tables.ts'

type Deps = { db: Db; clock: Clock; announce: Announce; lockCarriers?: LockCarriers }
type Claim = typeof claims.$inferSelect

type Decision = { food_kobo: Kobo; fee_kobo: Kobo; borne_by: RefundBearer; reason: string }

export type DecideClaimRefusal =
  | MoveRefusal<ClaimStatus>
  | Refused<'bad_reason' | 'bad_amount', undefined>
  /** The most of the food and of the fee that can go back for it. */
  | Refused<'more_than_claimed' | 'still_left', { food_kobo: Kobo; fee_kobo: Kobo }>
  | NotConfirmed
  | GiveBackRefusal

/**
 * An admin approves an open claim: an amount goes back, at most what is left of what it is about, and with
 * `with_delivery_fee` what the order brought of the fee, for a claim about a whole order. One refund, in the same
 * commit. A kitchen whose dishes were dearer than at its counter loses the promise that they are not.
 */
export async function approveClaim(
  deps: Deps,
  actor: Actor,
  claim: {
    claim_id: string
    amount_kobo: number
    with_delivery_fee: boolean
    borne_by: RefundBearer
    reason: string
    confirmed_kobo: number | null
  },
): Promise<Accepted<Claim> | DecideClaimRefusal> {
  if (!may(actor, 'give_back') || !isUuid(claim.claim_id)) return refused('not_found')
  const reason = customer_reason.safeParse(claim.reason)
  if (!reason.success) return refused('bad_reason')
  const { amount_kobo } = claim
  if (!isKobo(amount_kobo) || amount_kobo < 0) return refused('bad_amount')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const found = await orderOf(tx, claim.claim_id)
    if (!found) return refused('not_found')
    const { checkout_id, vendor_id, kind, ordered_at } = found
    // Kitchens are locked before orders.
    if (kind === 'dearer') await lockVendor(tx, vendor_id)
    await lockOrdersOfCheckout(tx, checkout_id)
    const locked = await lockClaim(tx, claim.claim_id)
    if (!locked) return refused('not_found')
    if (locked.status !== 'Open') return refused('not_allowed', { status: locked.status })
    const room = await refundable(tx, checkout_id)
    const most = await claimRoom(tx, room, locked)
    const fee_kobo = claim.with_delivery_fee ? most.fee_kobo : kobo(0)
    const total_kobo = kobo(amount_kobo + fee_kobo)
    if (total_kobo === 0) return refused('bad_amount')
    if (amount_kobo > most.food_kobo) return refused('more_than_claimed', most)
    if (!isConfirmed(claim, total_kobo)) return refused('not_confirmed', { total_kobo })
    const decision = { food_kobo: amount_kobo, fee_kobo, borne_by: claim.borne_by, reason: reason.data }
    const approved = await approveWithin(tx, deps, actor, { claim: locked, room }, decision, now)
    if (approved.ok && kind === 'dearer') {
      const broken = { vendor_id, order_id: locked.order_id, ordered_at, reason: reason.data }
      await loseSamePrice(tx, deps, actor, broken, now)
    }
    return approved
  })
}

/**
 * An admin confirms an open report that dishes were dearer than at their kitchen's counter, of which nothing is left to
 * go back: its kitchen loses the promise all the same, and its customer is told. Refused where something is left, and
 * for other claims, which are about the money alone.
 */
export async function confirmDearer(
  deps: Omit<Deps, 'lockCarriers'>,
  actor: Actor,
  claim: { claim_id: string; reason: string },
): Promise<Accepted<Claim> | DecideClaimRefusal> {
  if (!may(actor, 'give_back') || !isUuid(claim.claim_id)) return refused('not_found')
  const said = customer_reason.safeParse(claim.reason)
  if (!said.success) return refused('bad_reason')
  const [now, reason] = [deps.clock.now(), said.data]
  return deps.db.transaction(async (tx) => {
    const found = await orderOf(tx, claim.claim_id)
    if (found?.kind !== 'dearer') return refused('not_found')
    await lockVendor(tx, found.vendor_id)
    await lockOrdersOfCheckout(tx, found.checkout_id)
    const locked = await lockClaim(tx, claim.claim_id)
    if (!locked) return refused('not_found')
    const room = await refundable(tx, found.checkout_id)
    const most = await claimRoom(tx, room, locked)
    const of = room.orders.find(({ order }) => order.id === locked.order_id)
    if (!of) throw new Error('A locked order disappeared')
    if (locked.status === 'Open' && most.food_kobo > 0) return refused('still_left', most)
    const moved = await moveClaim(tx, deps.announce, { claim_id: locked.id, verb: 'approve', by: actor, reason, now })
    if (!moved.ok) return moved
    await loseSamePrice(tx, deps, actor, { ...found, order_id: locked.order_id, reason }, now)
    await deps.announce(tx, { kind: 'claim_confirmed', claim_id: locked.id, order: of.order, reason }, now)
    return moved
  })
}

/**
 * Gives back and moves an open claim, in the caller's commit and under its lock of the checkout's orders; `room` is
 * what can be refunded of that. All that was paid for the claimed dishes takes them out of the order.
 */
export async function approveWithin(
  tx: Tx,
  deps: { announce: Announce; lockCarriers?: LockCarriers },
  by: Decider,
  { claim, room }: { claim: Claim; room: Refundable },
  { food_kobo, fee_kobo, borne_by, reason }: Decision,
  now: Date,
): Promise<Accepted<Claim> | DecideClaimRefusal> {
  const of = room.orders.find(({ order }) => order.id === claim.order_id)
  const is_whole = of !== undefined && isAllOfDishes(of, claim.lines, food_kobo)
  const given = await giveBackWithin(
    tx,
    deps,
    by,
    {
      order_id: claim.order_id,
      fee_kobo,
      reason,
      borne_by,
      request_key: claim.id,
      ...(is_whole ? { lines: claim.lines } : { amount_kobo: food_kobo }),
    },
    now,
  )
  if (!given.ok) return given
  const [refund] = given.value
  if (!refund) throw new Error('Nothing went back for an approved claim')
  return moveClaim(tx, deps.announce, {
    ...{ claim_id: claim.id, verb: 'approve', by, reason, now },
    refund_id: refund.id,
  })
}

/** An admin refuses an open claim and says why; its customer is told. */
export async function refuseClaim(
  { db, clock, announce }: Deps,
  actor: Actor,
  claim: { claim_id: string; reason: string },
): Promise<Accepted<Claim> | MoveRefusal<ClaimStatus> | Refused<'bad_reason', undefined>> {
  if (!may(actor, 'give_back') || !isUuid(claim.claim_id)) return refused('not_found')
  const reason = customer_reason.safeParse(claim.reason)
  if (!reason.success) return refused('bad_reason')
  const now = clock.now()
  return db.transaction(async (tx) => {
    const { claim_id } = claim
    const moved = await moveClaim(tx, announce, { claim_id, verb: 'refuse', by: actor, reason: reason.data, now })
    if (!moved.ok) return moved
    const [order] = await tx.select().from(orders).where(eq(orders.id, moved.value.order_id))
    if (!order) throw new Error('A claim has no order')
    await announce(tx, { kind: 'claim_refused', claim_id, order, reason: reason.data }, now)
    return moved
  })
}

async function orderOf(tx: Tx, claim_id: string) {
  const [found] = await tx
    .select({
      checkout_id: orders.checkout_id,
      vendor_id: orders.vendor_id,
      ordered_at: orders.created_at,
      kind: claims.kind,
    })
    .from(claims)
    .innerJoin(orders, eq(orders.id, claims.order_id))
    .where(eq(claims.id, claim_id))
  return found ?? null
}
