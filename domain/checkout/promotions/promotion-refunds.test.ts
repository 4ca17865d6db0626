import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { some } from '../../../test/movers.ts'
import { type PromotionForm, promotionsUnderTest } from '../../../test/promotions.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findClaim } from '../../claims/claim-lists.ts'
import { approveClaim } from '../../claims/decide-claim.ts'
import { claims } from '../../claims/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { kobo, sumKobo } from '../../money.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { decideForSilent, decideMissing } from '../../orders/missing-dish/decide-missing.ts'
import { markMissing } from '../../orders/missing-dish/mark-missing.ts'
import { missingOfOrders } from '../../orders/missing-dish/missing-of-orders.ts'
import { swapsFor } from '../../orders/missing-dish/swaps.ts'
import { cancelOrder } from '../../orders/refunds/cancel-order.ts'
import { giveBack, giveBackCheckout } from '../../orders/refunds/give-back.ts'
import { refundable } from '../../orders/refunds/refundable.ts'
import { rejectOrder } from '../../orders/refunds/reject-order.ts'
import { orders } from '../../orders/tables.ts'
import { settings } from '../../settings/tables.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin', { admin_role: 'owner' })
afterEach(async () => {
  expect(await findViolations(world.deps.db)).toEqual([])
  await world.deps.db.delete(settings)
})

const { promotion, placing, paid, usesOf, backOf } = promotionsUnderTest(
  () => world,
  () => admin,
)

/** A claim about one plate, approved for all that it may be. */
async function claimOne(order_id: number, borne_by: 'vendor' | 'platform') {
  const { db, clock } = world.deps
  const lines = [{ item: 0, name: 'Jollof Rice', quantity: 1, amount_kobo: kobo(1_500_00) }]
  const open = { order_id, kind: 'missing_item' as const, lines, created_at: clock.now() }
  const [made] = await db.insert(claims).values(open).returning()
  const most = (made && (await findClaim(db, made.id))?.most.food_kobo) ?? 0
  if (!made || most === 0) {
    await db.delete(claims).where(eq(claims.id, made?.id ?? ''))
    return
  }
  const how = { with_delivery_fee: false, borne_by, reason: 'As claimed' }
  const done = await approveClaim(world.deps, admin, {
    ...how,
    ...{ claim_id: made.id, amount_kobo: most, confirmed_kobo: most },
  })
  expect(done).toMatchObject({ ok: true })
}

/** A plate is out, and the cheapest that its kitchen has comes instead. */
async function swapOne(owner: Actor, order_id: number) {
  const { db, clock } = world.deps
  await markMissing(world.deps, owner, { order_id, item: 0, quantity: 1, keeps_selling: true })
  const missing = (await missingOfOrders(db, [order_id])).find(({ outcome }) => outcome === null)
  const [order] = await db.select().from(orders).where(eq(orders.id, order_id))
  const of = order && (await refundable(db, order.checkout_id)).orders.find((one) => one.order.id === order_id)
  const swap = missing && of && (await swapsFor(db, of, missing, [missing], clock.now())).at(-1)
  if (!missing || !swap) return
  const choice = { kind: 'swap' as const, dish_id: swap.dish_id, back_kobo: swap.back_kobo }
  await decideMissing(world.deps, { order_id, missing_id: missing.id, choice, by: some('customer') })
}

describe('what goes back of an order with a code', () => {
  test('all of it, where its kitchen rejects it: the code costs nothing and counts no more', async () => {
    const { id, code } = await promotion({ percent: '20', most_uses: '1' })
    const { placed, owners, checkout } = await paid(code)
    const [order, owner] = [placed[0], owners[0]]
    if (!order || !owner) throw new Error('nothing was ordered')
    await rejectOrder(world.deps, owner, { order_id: order.id, reason: 'No rice' })
    expect(await backOf([order.id])).toMatchObject([{ amount: checkout.total, promotion: 300_00 }])
    expect(await usesOf(id)).toEqual({ used: 0, held: 0, cost_kobo: 0 })
    expect(await placing(code)).toMatchObject({ ok: true })
  })

  test('a free delivery goes back to the promotion with the last order of its cart', async () => {
    const { id, code } = await promotion({ kind: 'free_delivery' })
    const { placed, owners } = await paid(code, [1, 1])
    for (const [place, order] of placed.entries()) {
      const owner = owners[place]
      if (owner) await rejectOrder(world.deps, owner, { order_id: order.id, reason: 'No rice' })
    }
    const back = await backOf(placed.map((order) => order.id))
    expect(sumKobo(back.map(({ amount }) => amount))).toBe(3_000_00)
    expect(await usesOf(id)).toEqual({ used: 0, held: 0, cost_kobo: 0 })
  })

  test('a dish at what was paid for it: the kitchen loses its price, the promotion has its part again', async () => {
    const { id, code } = await promotion({ percent: '20' })
    const { placed } = await paid(code, [2])
    const order_id = placed[0]?.id ?? 0
    const give = { order_id, reason: 'Cold', borne_by: 'vendor', request_key: randomUUID() } as const
    expect(await giveBack(world.deps, admin, { ...give, lines: [{ item: 0, quantity: 1 }] })).toMatchObject({
      value: [{ amount: 1_200_00, promotion: 300_00 }],
    })
    const [order] = await world.deps.db.select().from(orders).where(eq(orders.id, order_id))
    expect(order?.vendor_share).toBe(1_500_00)
    expect(await usesOf(id)).toEqual({ used: 1, held: 0, cost_kobo: 300_00 })
  })

  test('a missing dish the same', async () => {
    const { code } = await promotion({ percent: '20' })
    const { placed, owners } = await paid(code, [2])
    const [order, owner] = [placed[0], owners[0]]
    if (!order || !owner) throw new Error('nothing was ordered')
    await acceptOrder(world.deps, owner, { order_id: order.id, minutes: 20 })
    await markMissing(world.deps, owner, { order_id: order.id, item: 0, quantity: 1, keeps_selling: true })
    world.clock.advance(5 * 60)
    await decideForSilent(world.deps)
    expect(await backOf([order.id])).toMatchObject([{ amount: 1_200_00, promotion: 300_00, reason: 'missing_dish' }])
  })

  test('never more than was paid, and all of it in the end, in whatever parts and whoever bears it', async () => {
    const parts = fc.array(
      fc.record({
        of: fc.nat(2),
        naira: fc.nat(1_500),
        how: fc.constantFrom('amount', 'lines', 'claim', 'swap', 'reject', 'cancel', 'whole'),
        borne_by: fc.constantFrom('vendor', 'platform'),
      }),
      { maxLength: 6 },
    )
    const terms = fc.constantFrom<Partial<PromotionForm>>(
      { percent: '33' },
      { percent: '90' },
      { kind: 'amount', amount: '777.77' },
      { kind: 'free_delivery' },
    )
    await fc.assert(
      fc.asyncProperty(terms, parts, async (form, steps) => {
        const { id, code } = await promotion(form)
        const { placed, owners, checkout } = await paid(code, [1, 2, 1])
        for (const { of, naira, how, borne_by } of steps) {
          const [order, owner] = [placed[of], owners[of]]
          if (!order || !owner) continue
          const order_id = order.id
          const give = { order_id, reason: 'As decided', request_key: randomUUID() }
          const lines = [{ item: 0, quantity: 1 }]
          if (how === 'amount') await giveBack(world.deps, admin, { ...give, borne_by, amount_kobo: naira * 100 })
          if (how === 'lines') await giveBack(world.deps, admin, { ...give, borne_by, lines })
          if (how === 'claim') await claimOne(order_id, borne_by)
          if (how === 'swap') await swapOne(owner, order_id)
          if (how === 'reject') await rejectOrder(world.deps, owner, { order_id, reason: 'No rice' })
          if (how === 'cancel') await cancelOrder(world.deps, admin, { ...give, refund_kobo: 'all', borne_by })
          if (how === 'whole') await giveBackCheckout(world.deps, admin, { ...give, borne_by })
        }
        const ids = placed.map((order) => order.id)
        const so_far = sumKobo((await backOf(ids)).map(({ amount }) => amount))
        expect(so_far).toBeLessThanOrEqual(checkout.total)
        const rest = { order_id: ids[0] ?? 0, reason: 'The rest', request_key: randomUUID() }
        await giveBackCheckout(world.deps, admin, { ...rest, borne_by: 'vendor' })
        for (const order of await world.deps.db.select().from(orders).where(inArray(orders.id, ids))) {
          const back = (await backOf([order.id])).filter((one) => one.borne_by === 'vendor')
          const promised = sumKobo(back.map((one) => one.promotion))
          expect(promised).toBeLessThanOrEqual(order.discount)
        }
        expect(sumKobo((await backOf(ids)).map(({ amount }) => amount))).toBe(checkout.total)
        expect((await usesOf(id)).used).toBe(0)
        expect(await findViolations(world.deps.db)).toEqual([])
      }),
      { numRuns: 25 },
    )
  })
})
