import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { ada, nowhere } from '../../../test/ada.ts'
import { databaseOfFile } from '../../../test/database.ts'
import { blank_promotion, phoneOf } from '../../../test/promotions.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertVendor, jollofFor, LUNCH_TIME } from '../../../test/world.ts'
import { type Actor, founderOf } from '../../accounts/actor.ts'
import { movableClock } from '../../clock.ts'
import { assignDelivery } from '../../delivery/offers/assign-delivery.ts'
import { lockCarriers } from '../../delivery/riders/carriers.ts'
import { deliveries, order_keys } from '../../delivery/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { kobo, sumKobo } from '../../money.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { completeOrder } from '../../orders/complete-order.ts'
import { deliverOrder } from '../../orders/deliver-order.ts'
import { cancelOrder } from '../../orders/refunds/cancel-order.ts'
import { giveBack } from '../../orders/refunds/give-back.ts'
import { rejectOrder } from '../../orders/refunds/reject-order.ts'
import { closeRuns } from '../../orders/runs/close-runs.ts'
import { sharedFee } from '../../orders/runs/ride-fee.ts'
import { SHARED_RIDES } from '../../orders/runs/ride-settings.ts'
import { run_shares, runs } from '../../orders/runs/tables.ts'
import { order_history, orders } from '../../orders/tables.ts'
import { payments, refunds, review_cases } from '../../payments/tables.ts'
import { createPromotion } from '../../promotions/create-promotion.ts'
import { reactions } from '../../reactions.ts'
import { ORDER_RULES } from '../../settings/definitions.ts'
import { settings } from '../../settings/tables.ts'
import { startPayment } from '../payment/start-payment.ts'
import { placeCheckout } from '../place-checkout.ts'
import { acceptShortPayment } from '../review/decide-review.ts'
import { recordCharge } from '../settlement/record-charge.ts'
import { checkouts } from '../tables.ts'
import { withdrawOrder } from '../track/withdraw-order.ts'

/** Replay a failure with the seed that fast-check prints: SEED=… npx vitest run hostel-runs-properties. */
const SEED = Number(process.env.SEED) || 20_261_123

const database = await databaseOfFile(3)
const clock = movableClock(LUNCH_TIME)
const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }
const reason = 'The soup was spilt'
/** What somebody orders besides: a code off the dishes, one that pays the delivery, a tip; or a small order. */
const codes: Readonly<Record<string, string>> = { percent: 'PERCENT33', delivery: 'FREERIDE' }
const extras = ['nothing', 'percent', 'delivery', 'tip', 'small'] as const
type Extra = (typeof extras)[number]

beforeAll(async () => {
  // Percent of NGN 600 that are no whole naira, and no whole kobo.
  const value = { ...SHARED_RIDES.default, two_percent: 71, three_percent: 47, four_percent: 33 }
  const rules = { ...ORDER_RULES.default, small_order_below_kobo: kobo(2_000_00), small_order_fee_kobo: kobo(133_33) }
  await database.db.insert(settings).values([
    { key: SHARED_RIDES.key, value, updated_at: LUNCH_TIME },
    { key: ORDER_RULES.key, value: rules, updated_at: LUNCH_TIME },
  ])
  const deps = { db: database.db, clock }
  const forms = [
    { code: codes['percent'], percent: '33' },
    { code: codes['delivery'], kind: 'free_delivery' },
  ] as const
  for (const form of forms) {
    expect(await createPromotion(deps, admin, { ...blank_promotion, ...form, code: form.code ?? '' })).toMatchObject({
      ok: true,
    })
  }
})

const which = fc.nat(4)
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('join' as const),
      paid: fc.constantFrom('all', 'all', 'none', 'short', 'waived'),
      extra: fc.constantFrom(...extras),
    }),
  },
  ...(['withdraw', 'reject', 'cancel', 'accept', 'complete', 'fee back', 'deliver', 'pay late'] as const).map(
    (verb) => ({ weight: 1, arbitrary: fc.record({ do: fc.constant(verb), which }) }),
  ),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

test('whatever joins, leaves, fails or goes back, nobody pays more than was promised, to the kobo', async () => {
  let settled = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24, size: 'max' }), async (steps) => {
      clock.set(LUNCH_TIME)
      const ride = await newRide()
      await ride.take({ do: 'join', paid: 'all', extra: 'nothing' })
      for (const next of steps) {
        await ride.take(next)
        expect(await findViolations(database.db)).toEqual([])
      }
      settled += await ride.expectPromisesKept()
      expect(await findViolations(database.db)).toEqual([])
    }),
    { seed: SEED, numRuns: 8, endOnFailure: true },
  )
  expect(settled).toBeGreaterThan(8)
}, 240_000)

/** One kitchen's run to Jadesola Hall, and everything that can happen to it. */
async function newRide() {
  const { db } = database
  const announce = reactions({ public_url: 'http://localhost:3000' })
  const geocoder = { reverse: async () => null, search: async () => null }
  const deps = { db, clock, announce, lockCarriers, geocoder, payments: { name: 'flutterwave' } }
  const kitchen = await insertVendor(db)
  const owner = founderOf(kitchen)
  const rider = await insertRider(db)
  const slot_from = new Date(LUNCH_TIME.getTime() + 120 * 60_000)
  let customers = 0
  const unpaid: string[] = []

  async function join(paid: string, extra: Extra): Promise<void> {
    const cart = [jollofFor(kitchen, extra === 'small' ? 1 : 2)]
    const placed = await placeCheckout(deps, {
      ...{ idempotency_key: randomUUID(), form: { ...ada, phone: phoneOf(++customers) }, cart },
      ...{ place: nowhere, slot_from, shares_ride: true, code: codes[extra] ?? '' },
      tip_kobo: extra === 'tip' ? 333_00 : 0,
    })
    if (!placed.ok) return expect(['cannot_share', 'slot_gone']).toContain(placed.reason)
    const started = await startPayment(deps, placed.value.link_token, { accepts_wait: true })
    if (!started.ok) return expect(['ride_gone', 'slot_gone']).toContain(started.reason)
    if (paid === 'none') unpaid.push(started.value.tx_ref)
    else await pay(started.value.tx_ref, paid === 'short' ? 1_00 : paid === 'waived' ? 101_01 : 0)
    if (paid === 'waived') await accept(started.value.tx_ref)
  }

  async function pay(tx_ref: string, missing: number): Promise<void> {
    const [checkout] = await db.select().from(checkouts).where(eq(checkouts.tx_ref, tx_ref))
    if (!checkout) throw new Error('no checkout')
    await recordCharge(deps, {
      ...{ provider_transaction_id: randomUUID(), tx_ref, amount: kobo(checkout.total - missing), currency: 'NGN' },
      ...{ status: 'successful', payment_type: 'card', created_at: clock.now(), provider_fee: kobo(0) },
    })
  }

  async function accept(tx_ref: string): Promise<void> {
    const [found] = await db
      .select({ id: review_cases.id })
      .from(review_cases)
      .innerJoin(payments, eq(payments.id, review_cases.payment_id))
      .where(eq(payments.tx_ref, tx_ref))
    expect(await acceptShortPayment(deps, admin, { case_id: found?.id ?? '', reason })).toMatchObject({ ok: true })
  }

  const own = () => db.select().from(orders).where(eq(orders.vendor_id, kitchen.user_id)).orderBy(orders.id)

  async function deliver(order_id: number): Promise<void> {
    const [delivery] = await db.select().from(deliveries).where(eq(deliveries.order_id, order_id))
    if (delivery) await assignDelivery(deps, admin, { delivery_id: delivery.id, rider_id: rider.user_id })
    await deliverOrder(deps, admin, { order_id })
  }

  async function withdraw(order_id: number): Promise<void> {
    const [key] = await db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
    await withdrawOrder(deps, key?.track_token ?? '')
  }

  async function take(next: Step): Promise<void> {
    if (next.do === 'join') return join(next.paid, next.extra)
    if (next.do === 'close') return close()
    if (next.do === 'pay late') {
      const tx_ref = unpaid.pop()
      return tx_ref === undefined ? undefined : pay(tx_ref, 0)
    }
    const all = await own()
    const order_id = all[next.which % Math.max(1, all.length)]?.id
    if (order_id === undefined) return
    const verbs = {
      withdraw: () => withdraw(order_id),
      reject: () => rejectOrder(deps, owner, { order_id, reason }),
      cancel: () => cancelOrder(deps, admin, { order_id, reason, refund_kobo: 'all', borne_by: 'platform' }),
      accept: () => acceptOrder(deps, owner, { order_id, minutes: 15 }),
      complete: () => completeOrder(deps, owner, order_id),
      'fee back': () =>
        giveBack(deps, admin, {
          ...{ order_id, amount_kobo: 0, with_delivery_fee: true, reason },
          ...{ borne_by: 'platform', request_key: randomUUID() },
        }),
      deliver: () => deliver(order_id),
    }
    await verbs[next.do]()
  }

  async function close(): Promise<void> {
    const [run] = await db.select().from(runs).where(eq(runs.vendor_id, kitchen.user_id)).orderBy(desc(runs.id))
    if (run && clock.now() < run.closes_at) clock.set(new Date(clock.now().getTime() + 25 * 60_000))
    await closeRuns(deps)
  }

  /** Answers for how many it was looked at. */
  async function expectPromisesKept(): Promise<number> {
    clock.set(slot_from)
    await closeRuns(deps)
    for (const { id, status } of await own()) {
      if (status === 'Pending') await acceptOrder(deps, owner, { order_id: id, minutes: 15 })
    }
    clock.set(new Date(slot_from.getTime() + 60_000))
    await closeRuns(deps)
    // Whoever was counted could not leave any more.
    const left = await db
      .select({ id: run_shares.order_id })
      .from(run_shares)
      .innerJoin(
        order_history,
        and(eq(order_history.order_id, run_shares.order_id), eq(order_history.verb, 'withdraw')),
      )
      .where(isNotNull(run_shares.final_fee))
    expect(left).toEqual([])
    const rows = await db
      .select({ share: run_shares, run: runs, order: orders, waived: checkouts.waived })
      .from(run_shares)
      .innerJoin(runs, eq(runs.id, run_shares.run_id))
      .innerJoin(orders, eq(orders.id, run_shares.order_id))
      .innerJoin(checkouts, eq(checkouts.id, orders.checkout_id))
      .where(eq(orders.vendor_id, kitchen.user_id))
    for (const { share, run, order, waived } of rows) {
      expect(share.settled_at).not.toBe(null)
      if (share.final_fee === null || share.sharers === null) continue
      const given = await db.select().from(refunds).where(eq(refunds.order_id, order.id))
      // Whose way a promotion paid has nothing back of it.
      if (order.free_delivery) {
        expect(given.filter((refund) => refund.reason === 'shared_ride')).toEqual([])
        continue
      }
      const kept = share.paid_fee - waived - sumKobo(given.map(({ delivery_fee }) => delivery_fee))
      expect(kept).toBeLessThanOrEqual(share.final_fee)
      expect(share.final_fee).toBeLessThanOrEqual(sharedFee(share.single_fee, run.percents, share.sharers))
      // Where nothing else went back, the parts are the whole.
      if (given.every((refund) => refund.reason === 'shared_ride')) {
        expect(kept).toBe(Math.min(share.final_fee, share.paid_fee - waived))
      }
    }
    return rows.filter(({ share }) => share.final_fee !== null).length
  }

  return { take, expectPromisesKept }
}
