import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { control } from '../../../test/control.ts'
import { vendorActor } from '../../../test/delivery.ts'
import { some } from '../../../test/movers.ts'
import { promotionsUnderTest } from '../../../test/promotions.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../../test/world.ts'
import { food } from '../../catalog/tables.ts'
import { approveClaim } from '../../claims/decide-claim.ts'
import { makeClaim } from '../../claims/make-claim.ts'
import { order_keys } from '../../delivery/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { kobo, sumKobo } from '../../money.ts'
import { messages, notifications } from '../../notifications/tables.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { decideMissing } from '../../orders/missing-dish/decide-missing.ts'
import { markMissing } from '../../orders/missing-dish/mark-missing.ts'
import { missingOfOrders } from '../../orders/missing-dish/missing-of-orders.ts'
import { leftOutBack } from '../../orders/missing-dish/swaps.ts'
import { moveOrder } from '../../orders/move-order.ts'
import { cancelOrder } from '../../orders/refunds/cancel-order.ts'
import { giveBack, giveBackCheckout } from '../../orders/refunds/give-back.ts'
import { refundable } from '../../orders/refunds/refundable.ts'
import { orders } from '../../orders/tables.ts'
import { settleCheckout } from '../settlement/settle-checkout.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin', { admin_role: 'owner' })
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { promotion, paid, usesOf, backOf } = promotionsUnderTest(
  () => world,
  () => admin,
)

describe('of an order with a code goes back', () => {
  /** An order of one kitchen with a second dish, so that there are several kinds. */
  async function ofTwoDishes(code: string, { plates = 1, delivered = false } = {}) {
    const { db, announce, clock } = world.deps
    const kitchen = await insertVendor(db)
    await db.insert(food).values({ vendor_id: kitchen.user_id, name: 'Eba', price: kobo(1_500_00) })
    const line = jollofFor(kitchen, plates)
    const checkout = await startedCheckout(
      world,
      [line, { ...line, name: 'Eba', price_kobo: kobo(1_500_00), quantity: 1 }],
      {
        code,
      },
    )
    await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
    await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
    const [order] = await db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
    if (!order) throw new Error('nothing was ordered')
    const [key] = await db.select().from(order_keys).where(eq(order_keys.order_id, order.id))
    const move = { order_id: order.id, verb: 'deliver' as const, by: some('admin'), now: clock.now() }
    if (delivered) await db.transaction((tx) => moveOrder(tx, announce, move))
    return { order_id: order.id, token: key?.track_token ?? '', checkout, owner: vendorActor(kitchen), kitchen }
  }
  const orderOf = async (order_id: number) => {
    const [order] = await world.deps.db.select().from(orders).where(eq(orders.id, order_id))
    if (!order) throw new Error('no order')
    return order
  }
  const promotionOf = async (order_id: number) => {
    const back = await backOf([order_id])
    return sumKobo(back.map((one) => one.promotion))
  }

  test('a claimed dish the same, and it is off the order', async () => {
    const { id, code } = await promotion({ percent: '20' })
    const { order_id, token } = await ofTwoDishes(code, { delivered: true })
    const dishes = [{ item: 0, quantity: 1 }]
    const made = await makeClaim(world.deps, token, { kind: 'missing_item', words: '', dishes })
    if (!made.ok) throw new Error(made.reason)
    const decision = { reason: 'It was missing', with_delivery_fee: false, borne_by: 'vendor' as const }
    const approved = { ...decision, claim_id: made.value.id, amount_kobo: 1_200_00, confirmed_kobo: 1_200_00 }
    expect(await approveClaim(world.deps, admin, approved)).toMatchObject({ ok: true })
    expect(await backOf([order_id])).toMatchObject([{ amount: 1_200_00, promotion: 300_00, lines: [{ item: 0 }] }])
    expect((await orderOf(order_id)).vendor_share).toBe(1_500_00)
    expect((await usesOf(id)).cost_kobo).toBe(300_00)
    const again = { order_id, reason: 'Again', request_key: randomUUID(), borne_by: 'vendor' as const, lines: dishes }
    expect(await giveBack(world.deps, admin, again)).toMatchObject({ reason: 'more_than_sold' })
  })

  test('a part of a claimed dish is an amount, and leaves the promotion alone', async () => {
    const { code } = await promotion({ percent: '20' })
    const { order_id, token } = await ofTwoDishes(code, { delivered: true })
    const told = { kind: 'missing_item', words: '', dishes: [{ item: 0, quantity: 1 }] }
    const made = await makeClaim(world.deps, token, told)
    if (!made.ok) throw new Error(made.reason)
    const decision = { reason: 'Half', with_delivery_fee: false, borne_by: 'vendor' as const, claim_id: made.value.id }
    await approveClaim(world.deps, admin, { ...decision, amount_kobo: 600_00, confirmed_kobo: 600_00 })
    expect(await backOf([order_id])).toMatchObject([{ amount: 600_00, promotion: 0, lines: null }])
  })

  test('a missing dish that is left out as the customer was promised', async () => {
    const { code } = await promotion({ percent: '20' })
    const { order_id, owner, checkout } = await ofTwoDishes(code)
    await markMissing(world.deps, owner, { order_id, item: 1, quantity: 1, keeps_selling: true })
    const [missing] = await missingOfOrders(world.deps.db, [order_id])
    const [of] = (await refundable(world.deps.db, checkout.id)).orders
    if (!missing || !of) throw new Error('nothing is missing')
    expect(leftOutBack(of, missing)).toBe(1_200_00)
    const decision = { order_id, missing_id: missing.id, choice: { kind: 'leave_out' }, by: some('customer') } as const
    expect(await decideMissing(world.deps, decision)).toMatchObject({ value: { back: 1_200_00 } })
  })

  test('a swap and then all that is left sum to what was paid, to the kobo', async () => {
    const { id, code } = await promotion({ kind: 'amount', amount: '500' })
    const { order_id, owner, kitchen } = await ofTwoDishes(code, { plates: 2 })
    await world.deps.db.insert(food).values({ vendor_id: kitchen.user_id, name: 'Fufu', price: kobo(1_300_00) })
    await acceptOrder(world.deps, owner, { order_id, minutes: 20 })
    const marked = await markMissing(world.deps, owner, { order_id, item: 1, quantity: 1, keeps_selling: true })
    if (!marked.ok) throw new Error(marked.reason)
    const [fufu] = await world.deps.db
      .select()
      .from(food)
      .where(and(eq(food.vendor_id, kitchen.user_id), eq(food.name, 'Fufu')))
    const choice = { kind: 'swap', dish_id: fufu?.id ?? 0, back_kobo: 177_78 } as const
    const missing_id = (await missingOfOrders(world.deps.db, [order_id]))[0]?.id ?? 0
    expect(await decideMissing(world.deps, { order_id, missing_id, choice, by: some('customer') })).toMatchObject({
      ok: true,
    })
    const lines = [
      { item: 0, quantity: 2 },
      { item: 1, quantity: 1 },
    ]
    const give = { order_id, reason: 'All cold', borne_by: 'vendor', request_key: randomUUID(), lines } as const
    expect(await giveBack(world.deps, admin, give)).toMatchObject({ ok: true })
    expect(sumKobo((await backOf([order_id])).map(({ amount }) => amount))).toBe(4_000_00)
    expect(await promotionOf(order_id)).toBe(500_00)
    expect((await orderOf(order_id)).vendor_share).toBe(0)
    expect((await usesOf(id)).cost_kobo).toBe(0)
  })

  test('a whole checkout at its kitchen’s cost leaves it nothing, and the promotion has its part', async () => {
    const { id, code } = await promotion({ percent: '20' })
    const { placed, checkout } = await paid(code)
    const order_id = placed[0]?.id ?? 0
    const give = { order_id, reason: 'All cold', borne_by: 'vendor', request_key: randomUUID() } as const
    expect(await giveBackCheckout(world.deps, admin, give)).toMatchObject({
      value: [{ amount: checkout.total, promotion: 300_00 }],
    })
    expect((await orderOf(order_id)).vendor_share).toBe(0)
    expect(await usesOf(id)).toEqual({ used: 0, held: 0, cost_kobo: 0 })
  })

  test('and its customer reads that all they paid comes back, its kitchen what it loses', async () => {
    const { code } = await promotion({ percent: '20' })
    const { placed, owners } = await paid(code, [2])
    const order_id = placed[0]?.id ?? 0
    const give = { order_id, reason: 'Cold', borne_by: 'vendor', request_key: randomUUID() } as const
    await giveBack(world.deps, admin, { ...give, lines: [{ item: 0, quantity: 1 }] })
    const [bell] = await world.deps.db
      .select()
      .from(notifications)
      .where(and(eq(notifications.user_id, owners[0]?.user_id ?? ''), eq(notifications.kind, 'order_refunded')))
    expect(bell?.text).toBe(
      `Order ${order_id}: ₦1,200 goes back to the customer, and ₦300 to a promotion that had paid it, ` +
        'out of your share: Cold. You keep ₦1,500.',
    )
    const whole = (await paid(code)).placed[0]?.id ?? 0
    const cancel = { order_id: whole, reason: 'Called off', refund_kobo: 'all', borne_by: 'vendor' } as const
    const cancelled = await cancelOrder(world.deps, admin, cancel)
    const refund_id = cancelled.ok ? cancelled.value.refund?.id : null
    const [sms] = await world.deps.db
      .select()
      .from(messages)
      .where(eq(messages.dedupe_key, `refund_sms:${refund_id}`))
    expect(sms?.body).toContain('1,800 is on its way')
  })

  test.each([
    ['vendor', 300_00, 0],
    ['platform', 300_00, 0],
  ] as const)(
    'a cancellation with nothing left for the customer undoes the rest, though the platform gave its fee back (%s)',
    async (borne_by, promotion_kobo, share_kobo) => {
      const { code } = await promotion({ percent: '20' })
      const { placed } = await paid(code)
      const order_id = placed[0]?.id ?? 0
      const give = { order_id, reason: 'Cold', request_key: randomUUID() }
      await giveBack(world.deps, admin, { ...give, borne_by, amount_kobo: 1_200_00 })
      const fee = { ...give, request_key: randomUUID(), amount_kobo: 0, with_delivery_fee: true }
      world.clock.advance(60)
      await giveBack(world.deps, admin, { ...fee, borne_by: 'platform' })
      const cancel = { order_id, reason: 'Called off', refund_kobo: 'all', borne_by: 'vendor' } as const
      expect(await cancelOrder(world.deps, admin, cancel)).toMatchObject({ ok: true })
      expect(await promotionOf(order_id)).toBe(promotion_kobo)
      expect((await orderOf(order_id)).vendor_share).toBe(share_kobo)
    },
  )
})
