import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { promotionsUnderTest } from '../../../test/promotions.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { cancelOrder } from '../../orders/refunds/cancel-order.ts'
import { giveBack } from '../../orders/refunds/give-back.ts'
import { rejectOrder } from '../../orders/refunds/reject-order.ts'
import { orders } from '../../orders/tables.ts'
import { moneyBackOf } from '../../payments/money-back.ts'
import { refunds } from '../../payments/tables.ts'
import { messages } from '../tables.ts'
import { orderNotes } from '../words/money-back-words.ts'

const world = await worldOfFile()
const { db } = world.deps
const admin = await insertAccount(db, 'admin', { admin_role: 'owner' })
afterEach(async () => expect(await findViolations(db)).toEqual([]))
const { promotion, paid } = promotionsUnderTest(
  () => world,
  () => admin,
)

type Paid = Awaited<ReturnType<typeof paid>>
const idOf = ({ placed }: Paid, place = 0) => placed[place]?.id ?? 0
const cancel = (order_id: number, refund_kobo: number | 'all' = 'all') =>
  cancelOrder(world.deps, admin, { order_id, refund_kobo, reason: 'No rider today', borne_by: 'platform' })
/** A minute before what comes next. */
async function giveSome(order_id: number, amount_kobo: number, with_delivery_fee = false) {
  const give = { order_id, amount_kobo, with_delivery_fee, reason: 'It was cold', borne_by: 'platform' as const }
  expect(await giveBack(world.deps, admin, { ...give, request_key: randomUUID() })).toMatchObject({ ok: true })
  world.clock.advance(60)
}
const rejectBy = (of: Paid, place = 0) =>
  rejectOrder(world.deps, of.owners[place] ?? admin, { order_id: idOf(of, place), reason: 'No rice' })

/** How much of how much goes back, as the customer reads it last: in the SMS, in the mail and on the page. */
async function told(order_id: number): Promise<string[]> {
  const [order] = await db.select().from(orders).where(eq(orders.id, order_id))
  const own = await db.select().from(refunds).where(eq(refunds.order_id, order_id)).orderBy(refunds.created_at)
  const id = own.at(-1)?.id
  if (!order || !id) throw new Error('nothing went back')
  const keys = ['refund_sms', 'refund_mail'].map((kind) => `${kind}:${id}`)
  const sent = await db.select().from(messages).where(inArray(messages.dedupe_key, keys))
  const ended = { verb: 'cancel', reason: null }
  const notes = orderNotes({ ...order, ended }, await moneyBackOf(db, order.checkout_id), world.clock.now())
  const sums = [...sent.map(({ body }) => body), notes.at(-1) ?? ''].map((text) => {
    const [found] = text.match(/(₦|NGN )[\d,.]+\d( of (₦|NGN )[\d,.]+\d)?/) ?? []
    return found?.replaceAll('NGN ', '₦') ?? text
  })
  expect(sums).toHaveLength(3)
  return [...new Set(sums)]
}

describe('how much of how much goes back reads the same everywhere', () => {
  test('one order of a cart with the fee of its own way is all of it, and the other too', async () => {
    const cart = await paid('', [2, 2])
    await rejectBy(cart)
    expect(await told(idOf(cart))).toEqual(['₦3,600'])
    await rejectBy(cart, 1)
    expect(await told(idOf(cart, 1))).toEqual(['₦3,600'])
  })

  test('where one fee is for the whole cart, the last order brings it', async () => {
    const cart = await paid('', [2, 2])
    await db.update(orders).set({ own_delivery_fee: null }).where(eq(orders.checkout_id, cart.checkout.id))
    await rejectBy(cart)
    expect(await told(idOf(cart))).toEqual(['₦3,000'])
    await rejectBy(cart, 1)
    expect(await told(idOf(cart, 1))).toEqual(['₦4,200'])
  })

  test('a part of the food, with the tip that nobody earned', async () => {
    const alone = await paid('', [2], { tip_kobo: 100_00 })
    await cancel(idOf(alone), 1_000_00)
    expect(await told(idOf(alone))).toEqual(['₦1,100 of ₦3,100'])
  })

  test('the rest, after some of the food went back before', async () => {
    const cart = await paid('', [2, 2])
    await giveSome(idOf(cart), 500_00)
    await rejectBy(cart)
    expect(await told(idOf(cart))).toEqual(['₦3,100 of ₦3,600'])
  })

  test('the food, after the fee went back before', async () => {
    const alone = await paid('', [2])
    await giveSome(idOf(alone), 0, true)
    await rejectBy(alone)
    expect(await told(idOf(alone))).toEqual(['₦3,000'])
  })

  test('what a promotion had paid of food and delivery was never the customer’s', async () => {
    const { code } = await promotion({ percent: '20' })
    const cart = await paid(code, [2, 2])
    await giveSome(idOf(cart), 400_00)
    await rejectBy(cart)
    expect(await told(idOf(cart))).toEqual(['₦2,600 of ₦3,000'])
    const free = await promotion({ kind: 'free_delivery' })
    const carried = await paid(free.code, [2, 2])
    await cancel(idOf(carried), 1_000_00)
    expect(await told(idOf(carried))).toEqual(['₦1,000 of ₦3,000'])
  })
})
