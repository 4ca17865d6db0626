import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ada, nowhere } from '../../test/ada.ts'
import { databaseOfFile } from '../../test/database.ts'
import { sendDueRefunds } from '../../test/due-work.ts'
import { type MoneyStep, money_step } from '../../test/money-steps.ts'
import { approveAsShown } from '../../test/payouts-under-test.ts'
import { codesOfAll } from '../../test/promotions.ts'
import { insertRider } from '../../test/rider.ts'
import { insertVendor, jollofFor, LUNCH_TIME } from '../../test/world.ts'
import { type Actor, founderOf } from '../accounts/actor.ts'
import { placeCheckout } from '../checkout/place-checkout.ts'
import { recordCharge } from '../checkout/settlement/record-charge.ts'
import { checkouts } from '../checkout/tables.ts'
import { withdrawOrder } from '../checkout/track/withdraw-order.ts'
import { movableClock } from '../clock.ts'
import { assignDelivery } from '../delivery/offers/assign-delivery.ts'
import { lockCarriers } from '../delivery/riders/carriers.ts'
import { pickUp } from '../delivery/steps/take-step.ts'
import { deliveries, order_keys } from '../delivery/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { kobo } from '../money.ts'
import { acceptOrder } from '../orders/acceptance/accept-order.ts'
import { completeOrder } from '../orders/complete-order.ts'
import { deliverOrder } from '../orders/deliver-order.ts'
import { cancelOrder } from '../orders/refunds/cancel-order.ts'
import { giveBack, giveBackCheckout } from '../orders/refunds/give-back.ts'
import { rejectOrder } from '../orders/refunds/reject-order.ts'
import { orders } from '../orders/tables.ts'
import { recordBankSettlement } from '../payments/record-bank-settlement.ts'
import { payments, refunds } from '../payments/tables.ts'
import { retryRefund, settleRefundByHand } from '../payments/work-on-refund.ts'
import { reactions } from '../reactions.ts'
import { cancelPayout } from './cancel-payout.ts'
import { requestPayout } from './request-payout.ts'
import { requestRiderPayout } from './request-rider-payout.ts'
import { riderBalance } from './rider-balance.ts'
import { payouts } from './tables.ts'

/** Replay a failure with the seed and path that fast-check prints: SEED=… npx vitest run money-properties. */
const SEED = Number(process.env.SEED) || 20_260_312

const database = await databaseOfFile(3)
const clock = movableClock(LUNCH_TIME)
const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }

test('whatever customers, vendors and admins do in whatever sequence, every kobo is where it belongs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(money_step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
      const world = await newWorld()
      await world.take({ do: 'buy', plates: [2, 1, 3], too_much: false, code: 1 })
      await world.take({ do: 'buy', plates: [1, 0, 0], too_much: true, code: 4 })
      for (const next of steps) {
        await world.take(next)
        expect(await findViolations(database.db)).toEqual([])
        await world.expectNothingInventedOrLost()
      }
    }),
    { seed: SEED, numRuns: 15, endOnFailure: true },
  )
  // The sequences must have met the hard cases: refunds that a rider bears, payouts of riders, tips, promotions.
  const borne = await database.db.$count(refunds, eq(refunds.borne_by, 'rider'))
  const paid = await database.db.$count(payouts, and(isNotNull(payouts.rider_id), eq(payouts.status, 'Paid')))
  const rarer = await Promise.all([
    database.db.$count(deliveries, gt(deliveries.tip, kobo(0))),
    database.db.$count(refunds, gt(refunds.tip, kobo(0))),
    database.db.$count(orders, gt(orders.vendor_promotion, kobo(0))),
    database.db.$count(refunds, gt(refunds.promotion, kobo(0))),
    database.db.$count(refunds, gt(refunds.free_fee, kobo(0))),
  ])
  expect([borne, paid, ...rarer].every((count) => count > 0)).toBe(true)
}, 240_000)

/** Three kitchens with different commissions and everything that can be done to their orders. */
async function newWorld() {
  const { db } = database
  const announce = reactions({ public_url: 'http://localhost:3000' })
  const knowsNone = { findRefund: () => Promise.resolve(null) } as never
  const deps = { db, clock, announce, lockCarriers, payments: { name: 'flutterwave' } }
  const bank = { bank_name: 'Access Bank', bank_code: '044', account_number: '0690000031', account_name: 'X' }
  const kitchens = await Promise.all(
    [null, 10, 33.33].map((commission_percent) => insertVendor(db, { ...bank, commission_percent })),
  )
  const owners = kitchens.map(founderOf)
  const ids = owners.map(({ user_id }) => user_id)
  const couriers = [await insertRider(db), await insertRider(db)]
  const courier_ids = couriers.map(({ user_id }) => user_id)

  const codes = await codesOfAll(deps, admin, owners)

  async function buy({ plates, too_much, code }: Extract<MoneyStep, { do: 'buy' }>): Promise<void> {
    const cart = kitchens.flatMap((kitchen, place) => (plates[place] ? [jollofFor(kitchen, plates[place])] : []))
    if (cart.length === 0) return
    const placing = (typed: string) =>
      placeCheckout(
        { ...deps, geocoder: { reverse: async () => null, search: async () => null } },
        {
          idempotency_key: randomUUID(),
          code: typed,
          form: ada,
          cart,
          place: nowhere,
          // No amount that two or three riders share without a rest.
          tip_kobo: (plates[0] ?? 0) * 111_11,
        },
      )
    const with_code = await placing(codes[code] ?? '')
    const placed = with_code.ok ? with_code : await placing('')
    if (!placed.ok) throw new Error(placed.reason)
    const [checkout] = await db
      .update(checkouts)
      .set({ payable_until: new Date(clock.now().getTime() + 60_000) })
      .where(eq(checkouts.link_token, placed.value.link_token))
      .returning()
    if (!checkout) throw new Error('no checkout')
    const charge = {
      provider_transaction_id: randomUUID(),
      tx_ref: checkout.tx_ref,
      amount: kobo(checkout.total + (too_much ? 123_45 : 0)),
      currency: 'NGN',
      status: 'successful' as const,
      payment_type: 'card',
      created_at: clock.now(),
    }
    await recordCharge(deps, { ...charge, provider_fee: null })
    await recordCharge(deps, { ...charge, provider_fee: kobo(Math.round(charge.amount * 0.014)) })
  }

  const allOrders = () => db.select().from(orders).where(inArray(orders.vendor_id, ids)).orderBy(orders.id)
  /** The orders that a rider could bear a refund of. */
  const carriedOrders = async () => {
    const carried = await db.select().from(deliveries).where(isNotNull(deliveries.picked_up_at))
    return (await allOrders()).filter(({ id }) => carried.some(({ order_id }) => order_id === id))
  }
  const allPayouts = () =>
    db
      .select()
      .from(payouts)
      .where(or(inArray(payouts.vendor_id, ids), inArray(payouts.rider_id, courier_ids)))
      .orderBy(payouts.id)
  const owedTo = async (rider_id: string) => {
    const { earned_kobo: earned, borne_kobo: borne, paid_kobo: paid } = await riderBalance(db, rider_id)
    return earned - borne - paid
  }
  const failedRefunds = () =>
    db.select().from(refunds).where(eq(refunds.status, 'Failed')).orderBy(refunds.created_at, refunds.id)
  const pick = <Row>(rows: readonly Row[], place: number): Row | undefined => rows[place % rows.length]

  /** A provider that answers every refund alike; one that hangs has done nothing. */
  const providerThat = (outcome: 'done' | 'pending' | 'failed' | 'refused' | 'hangs') => {
    const answer = (request: { provider_transaction_id: string; amount: number; comment: string }) => {
      if (outcome === 'hangs') throw Object.assign(new Error('no answer'), { name: 'ProviderUnavailable' })
      const status = outcome === 'refused' ? ('failed' as const) : outcome
      return { ...request, provider_refund_id: `r-${request.comment}`, status }
    }
    return {
      name: 'flutterwave',
      refund: async (request: Parameters<typeof answer>[0]) =>
        outcome === 'refused'
          ? { accepted: false as const, message: 'Insufficient balance' }
          : { accepted: true as const, refund: answer(request) },
      findRefund: async (request: Parameters<typeof answer>[0] & { provider_refund_id: string | null }) =>
        request.provider_refund_id ? { refund: answer(request), certain: true } : null,
    } as never
  }

  async function take(next: MoneyStep): Promise<unknown> {
    const reason = 'As decided'
    switch (next.do) {
      case 'buy':
        return buy(next)
      case 'send_refunds': {
        clock.advance(2 * 3600)
        return sendDueRefunds({ ...deps, payments: providerThat(next.outcome) }, 50)
      }
      case 'request_payout': {
        const payee = pick([...owners, ...couriers], next.which)
        if (payee?.role === 'rider') return requestRiderPayout(deps, payee)
        return payee && requestPayout(deps, payee)
      }
      case 'pay_payout':
      case 'cancel_payout': {
        const payout = pick(await allPayouts(), next.which)
        if (!payout) return
        const payout_id = payout.id
        if (next.do === 'cancel_payout')
          return cancelPayout({ ...deps, transfers: {} as never }, admin, { payout_id, reason })
        const owed = payout.rider_id ? await owedTo(payout.rider_id) : payout.amount
        const by_hand = { method: 'hand', bank_reference: `REF-${payout_id}`, paid_on: '2026-03-10' } as const
        const paid = await approveAsShown({ ...deps, transfers: {} as never }, admin, {
          payout_id,
          ...by_hand,
        })
        if (paid.ok) expect(payout.amount).toBeLessThanOrEqual(owed)
        return paid
      }
      case 'retry_refund':
      case 'refund_by_hand': {
        const refund = pick(await failedRefunds(), next.which)
        if (!refund) return
        return next.do === 'retry_refund'
          ? retryRefund(deps, admin, { refund_id: refund.id, reason })
          : settleRefundByHand({ ...deps, payments: knowsNone }, admin, {
              refund_id: refund.id,
              bank_reference: 'BY-HAND',
            })
      }
      case 'bank_settlement':
        return recordBankSettlement(deps, admin, {
          provider: 'flutterwave',
          reference: randomUUID(),
          amount_kobo: next.percent * 100_00,
          settled_on: '2026-03-10',
        })
    }
    const carried = 'bearer' in next && next.bearer === 'rider' ? await carriedOrders() : []
    const order = pick(carried.length > 0 ? carried : await allOrders(), next.which)
    const owner = owners.find(({ user_id }) => user_id === order?.vendor_id)
    if (!order || !owner) return
    const order_id = order.id
    const decision = { order_id, reason, request_key: randomUUID() }
    const with_delivery_fee = 'fee' in next && next.fee
    switch (next.do) {
      case 'accept':
        return acceptOrder(deps, owner, { order_id, minutes: 20 })
      case 'complete':
        return completeOrder(deps, owner, order_id)
      case 'reject':
        return rejectOrder(deps, owner, { order_id, reason })
      case 'withdraw': {
        const [key] = await db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
        return withdrawOrder(deps, key?.track_token ?? '')
      }
      case 'carry': {
        await completeOrder(deps, owner, order_id)
        const [delivery] = await db.select().from(deliveries).where(eq(deliveries.order_id, order_id))
        const courier = pick(couriers, next.which)
        if (!delivery || !courier) return
        await assignDelivery(deps, admin, { delivery_id: delivery.id, rider_id: courier.user_id })
        await pickUp(deps, courier, { delivery_id: delivery.id, packs: 2 })
        return next.to_the_door && deliverOrder(deps, admin, { order_id })
      }
      case 'deliver':
        return deliverOrder(deps, admin, { order_id })
      case 'cancel': {
        const refund_kobo = next.percent === null ? 'all' : partOf(order.total_price, next.percent)
        return cancelOrder(deps, admin, { order_id, reason, refund_kobo, borne_by: next.bearer })
      }
      case 'give_items': {
        const lines = next.quantity ? [{ item: 0, quantity: next.quantity }] : []
        return giveBack(deps, admin, { ...decision, lines, with_delivery_fee, borne_by: next.bearer })
      }
      case 'give_amount': {
        const amount_kobo = partOf(order.total_price, next.percent)
        return giveBack(deps, admin, { ...decision, amount_kobo, with_delivery_fee, borne_by: next.bearer })
      }
      case 'give_checkout':
        return giveBackCheckout(deps, admin, { ...decision, borne_by: next.bearer })
    }
  }

  /** Checked once more without the invariants' own queries: no share below zero, no refund above its payment. */
  async function expectNothingInventedOrLost(): Promise<void> {
    const all = await allOrders()
    for (const order of all) {
      expect(order.vendor_share).toBeGreaterThanOrEqual(0)
      expect(order.vendor_share + order.commission).toBeLessThanOrEqual(order.total_price)
    }
    const over = await db
      .select({ id: payments.id })
      .from(payments)
      .innerJoin(refunds, eq(refunds.payment_id, payments.id))
      .groupBy(payments.id)
      .having(sql`sum(${refunds.amount}) > ${payments.amount}`)
    expect(over).toEqual([])
    await expectTipsWithTheirOwners(all)
    const paid = await db
      .select()
      .from(payouts)
      .where(and(inArray(payouts.vendor_id, ids), inArray(payouts.status, ['Paid', 'Pending'])))
    const claimed = all.filter(({ payout_id }) => payout_id !== null)
    expect(sum(paid.map(({ amount }) => amount))).toBe(sum(claimed.map(({ vendor_share }) => vendor_share)))
  }

  /** Each tip is its rider's, its customer's again, or under way. */
  async function expectTipsWithTheirOwners(all: readonly (typeof orders.$inferSelect)[]): Promise<void> {
    const of_orders = all.map(({ id }) => id)
    const earned = await db.select().from(deliveries).where(inArray(deliveries.order_id, of_orders))
    const back = await db.select().from(refunds).where(inArray(refunds.order_id, of_orders))
    const is_over = ({ status }: { status: string }) => status === 'Delivered' || status === 'Cancelled'
    expect(sum(all.filter(is_over).map(({ tip }) => tip))).toBe(sum([...earned, ...back].map(({ tip }) => tip)))
  }

  return { take, expectNothingInventedOrLost }
}

const partOf = (amount: number, percent: number) => Math.max(1, Math.floor((amount * percent) / 100))
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
