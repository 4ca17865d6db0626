import { eq, isNotNull } from 'drizzle-orm'
import { acceptShortPayment, closeReviewCase, refundReviewCase } from '../../domain/checkout/review/decide-review.ts'
import { findClaim } from '../../domain/claims/claim-lists.ts'
import { approveClaim, refuseClaim } from '../../domain/claims/decide-claim.ts'
import { claims } from '../../domain/claims/tables.ts'
import { lockCarriers } from '../../domain/delivery/riders/carriers.ts'
import { coverRefund } from '../../domain/payments/chargebacks/cover-refund.ts'
import { refunds, review_cases } from '../../domain/payments/tables.ts'
import { retryRefund, settleRefundByHand, takeProviderRefund } from '../../domain/payments/work-on-refund.ts'
import { approvePayout } from '../../domain/payouts/approve-payout.ts'
import { cancelPayout } from '../../domain/payouts/cancel-payout.ts'
import { payout_transfers, payouts } from '../../domain/payouts/tables.ts'
import { lookUpTransfer } from '../../domain/payouts/transfers/look-up-transfer.ts'
import { retryTransfer } from '../../domain/payouts/transfers/retry-transfer.ts'
import { askComparison } from '../../domain/reconciliation/ask-comparison.ts'
import { reconciliation_cases } from '../../domain/reconciliation/tables.ts'
import { askAgain, settleDifference } from '../../domain/reconciliation/work-on-case.ts'
import { move } from '../move.ts'
import type { World } from '../world.ts'
import { anAdmin } from './admin.ts'

const reason = 'As decided'

async function aPayout({ db, chance }: World) {
  const all = await db.select().from(payouts).orderBy(payouts.id)
  const open = all.filter(({ status }) => status === 'Pending')
  const payout = chance.any(open.length > 0 && chance.of(0.9) ? open : all)
  if (!payout) return null
  const { id: payout_id, amount, bank_name, account_number, account_name } = payout
  const seen = { amount, bank_name, account_number, account_name }
  return { payout_id, seen, about: `payout ${payout_id} (${payout.status})` }
}

async function aCase({ db, chance }: World) {
  const found = chance.any(await db.select().from(review_cases).orderBy(review_cases.id))
  return (
    found && { decision: { case_id: found.id, reason }, about: `case ${found.id} (${found.kind}, ${found.status})` }
  )
}

async function aFailedRefund({ db, chance }: World) {
  const refund = chance.any(await db.select().from(refunds).where(eq(refunds.status, 'Failed')).orderBy(refunds.id))
  return refund && { refund, about: `refund ${refund.id}` }
}

async function aDifference({ db, chance }: World) {
  const found = chance.any(await db.select().from(reconciliation_cases).orderBy(reconciliation_cases.id))
  return found && { id: found.id, about: `difference ${found.id} (${found.kind}, ${found.status})` }
}

/**
 * An admin looks at the provider's page before a refund is sent or paid again. What the provider lists as made or under
 * way and no other refund of ours has, is this one.
 */
export function isAtProvider({ outside }: World, refund: typeof refunds.$inferSelect): boolean {
  const possible = outside.sandbox.refunds.find(Number(refund.possible_refund_id ?? 0))
  return possible !== undefined && possible.status !== 'failed' && possible.comments.includes(refund.id)
}

/** What admins do about refunds, charges that fit nothing, payouts and differences. */
export const admin_money = [
  move('approves a transfer', 4, async (world) => {
    const found = await aPayout(world)
    const approval = { ...found, method: 'transfer' } as never
    return found && { about: found.about, act: () => approvePayout(world.deps, anAdmin(world), approval) }
  }),
  move('pays a payout by hand', 1, async (world) => {
    const found = await aPayout(world)
    if (!found) return null
    const hand = { method: 'hand', bank_reference: 'REF-1', paid_on: '2026-03-10' } as const
    return { about: found.about, act: () => approvePayout(world.deps, anAdmin(world), { ...found, ...hand }) }
  }),
  move('sends a transfer again', 2, async (world) => {
    const found = await aPayout(world)
    return found && { about: found.about, act: () => retryTransfer(world.deps, anAdmin(world), found) }
  }),
  move('cancels a payout', 1, async (world) => {
    const found = await aPayout(world)
    const cancel = { payout_id: found?.payout_id ?? 0, reason, wrong_account: false }
    return found && { about: found.about, act: () => cancelPayout(world.deps, anAdmin(world), cancel) }
  }),
  move('says what came of a transfer', 1, async (world) => {
    const in_doubt = await world.db.select().from(payout_transfers).where(isNotNull(payout_transfers.doubt))
    const found = world.chance.any(in_doubt.toSorted((one, other) => one.id - other.id))
    if (!found) return null
    const { id: transfer_id, payout_id, reference } = found
    const act = () => lookUpTransfer(world.deps, anAdmin(world), { payout_id, transfer_id, note: 'It failed there' })
    return { about: reference, act }
  }),
  move('sends money of a case back', 1, async (world) => {
    const found = await aCase(world)
    return found && { about: found.about, act: () => refundReviewCase(world.deps, anAdmin(world), found.decision) }
  }),
  move('accepts a short payment', 1, async (world) => {
    const found = await aCase(world)
    return found && { about: found.about, act: () => acceptShortPayment(world.deps, anAdmin(world), found.decision) }
  }),
  move('closes a case', 0.3, async (world) => {
    const found = await aCase(world)
    return found && { about: found.about, act: () => closeReviewCase(world.deps, anAdmin(world), found.decision) }
  }),
  move('decides about a failed refund', 3, async (world) => {
    const found = await aFailedRefund(world)
    if (!found) return null
    const { deps, chance } = world
    const { id: refund_id, possible_refund_id } = found.refund
    const looked_up = chance.of(0.9) ? possible_refund_id : null
    const actor = anAdmin(world)
    const way = isAtProvider(world, found.refund)
      ? () => takeProviderRefund(deps, actor, { refund_id, provider_refund_id: possible_refund_id ?? '' })
      : chance.of(0.1)
        ? () => coverRefund(deps, actor, { refund_id, looked_up })
        : chance.of(0.7)
          ? () => retryRefund(deps, actor, { refund_id, reason, looked_up })
          : () => settleRefundByHand(deps, actor, { refund_id, bank_reference: 'BY-HAND', looked_up })
    return { about: found.about, act: way }
  }),
  move('asks for a comparison', 0.3, async (world) => ({
    about: 'the provider’s lists',
    act: () => askComparison(world.deps, anAdmin(world)),
  })),
  move('decides about a claim', 2, async (world) => {
    const { deps, chance, db } = world
    const claim = chance.any(await db.select().from(claims).orderBy(claims.created_at, claims.order_id))
    if (!claim) return null
    const about = `claim of order ${claim.order_id} (${claim.status})`
    const decision = { claim_id: claim.id, reason }
    if (chance.of(0.3)) return { about, act: () => refuseClaim(deps, anAdmin(world), decision) }
    const { food_kobo = 0, fee_kobo = 0 } = (await findClaim(db, claim.id))?.most ?? {}
    const amount_kobo = chance.whole(0, food_kobo + 100)
    const with_delivery_fee = chance.of(0.3)
    const money = { amount_kobo, confirmed_kobo: amount_kobo + (with_delivery_fee ? fee_kobo : 0), with_delivery_fee }
    const borne_by = chance.one(['vendor', 'platform', 'rider'] as const)
    const approval = { ...decision, ...money, borne_by }
    return { about, act: () => approveClaim({ ...deps, lockCarriers }, anAdmin(world), approval) }
  }),
  move('looks into a difference', 1, async (world) => {
    const found = await aDifference(world)
    const look = world.chance.one([askAgain, settleDifference])
    return found && { about: found.about, act: () => look(world.deps, anAdmin(world), found.id) }
  }),
]
