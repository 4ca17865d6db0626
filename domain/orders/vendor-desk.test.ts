import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { orderMover } from '../../test/movers.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../test/world.ts'
import { founderOf } from '../accounts/actor.ts'
import { settleCheckout } from '../checkout/settlement/settle-checkout.ts'
import { findViolations } from '../invariants/invariants.ts'
import { the_system } from '../lifecycle.ts'
import { moveOrder } from '../orders/move-order.ts'
import { cancelledLately } from './cancelled-lately.ts'
import { vendorFigures } from './figures/vendor-figures.ts'
import type { OrderVerb } from './lifecycle.ts'
import { giveBack } from './refunds/give-back.ts'
import { giveUpOrder } from './refunds/give-up-order.ts'
import { rejectOrder } from './refunds/reject-order.ts'
import { orders } from './tables.ts'
import { findVendorOrder, listVendorOrders } from './vendor-orders.ts'

const world = await worldOfFile()
const bank = control(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

type Kitchen = { user_id: string }

async function order(kitchen: Kitchen, ...verbs: OrderVerb[]): Promise<number> {
  const checkout = await startedCheckout(world, [jollofFor(kitchen, 1)])
  await bank.pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  const [row] = await world.deps.db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
  const order_id = row?.id ?? 0
  for (const verb of verbs) {
    await world.deps.db.transaction((tx) =>
      moveOrder(tx, world.deps.announce, { order_id, verb, by: orderMover(verb), now: world.clock.now() }),
    )
  }
  return order_id
}

describe("a vendor's orders", () => {
  const list = (kitchen: Kitchen, request: Partial<Parameters<typeof listVendorOrders>[2]> = {}) =>
    listVendorOrders(world.deps.db, kitchen.user_id, {
      ...{ search: '', filter: 'All', page: 1, now: world.clock.now() },
      ...request,
    })
  const idsOf = async (...request: Parameters<typeof list>) => (await list(...request)).orders.map(({ id }) => id)

  test('come newest first, and nobody else sees them', async () => {
    const kitchen = await insertVendor(world.deps.db)
    const ids = [await order(kitchen), await order(kitchen)]
    await order(await insertVendor(world.deps.db))
    expect(await idsOf(kitchen)).toEqual(ids.toReversed())
    expect(await idsOf(await insertVendor(world.deps.db))).toEqual([])
  })

  test('are filtered so that a later status counts where a reader looks for it', async () => {
    const kitchen = await insertVendor(world.deps.db)
    const pending = [await order(kitchen), await order(kitchen, 'accept')]
    const completed = [
      await order(kitchen, 'complete'),
      await order(kitchen, 'complete', 'pick_up'),
      await order(kitchen, 'deliver'),
    ]
    const cancelled = [await order(kitchen)]
    const owner = founderOf({ user_id: kitchen.user_id, email: 'kitchen@example.com' })
    await rejectOrder(world.deps, owner, { order_id: cancelled[0] ?? 0, reason: 'Out of rice' })
    expect((await idsOf(kitchen, { filter: 'Pending' })).toSorted()).toEqual(pending)
    expect((await idsOf(kitchen, { filter: 'Completed' })).toSorted()).toEqual(completed)
    expect(await idsOf(kitchen, { filter: 'Cancelled' })).toEqual(cancelled)
    expect(await idsOf(kitchen)).toHaveLength(6)
  })

  test('are found by id and by dish, whatever is typed', async () => {
    const kitchen = await insertVendor(world.deps.db)
    const id = await order(kitchen)
    for (const search of [String(id), `#${id}`, 'jol', ' JOLLOF rice ', 'jóllof']) {
      expect(await idsOf(kitchen, { search }), search).toContain(id)
    }
    for (const search of ['suya', '%', '_', "'", '0', '-1', '9'.repeat(40)]) {
      expect(await idsOf(kitchen, { search }), search).toEqual([])
    }
  })

  test('come 25 to a page', async () => {
    const kitchen = await insertVendor(world.deps.db)
    const ids: number[] = []
    for (let made = 0; made < 27; made++) ids.push(await order(kitchen))
    const first = await list(kitchen)
    expect(first.orders.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 25))
    expect(first.has_more).toBe(true)
    const second = await list(kitchen, { page: 2 })
    expect(second.orders).toHaveLength(2)
    expect(second.has_more).toBe(false)
    for (const page of [0, -1, Number.NaN]) expect((await list(kitchen, { page })).page).toBe(1)
  })

  test('are shown one by one with their history, to their own vendor only', async () => {
    const kitchen = await insertVendor(world.deps.db)
    const id = await order(kitchen, 'accept')
    const found = await findVendorOrder(world.deps.db, kitchen.user_id, id, world.clock.now())
    expect(found).toMatchObject({ id, customer_name: 'Ada Obi', status: 'Accepted' })
    expect(found?.history.map((move) => move.to_status)).toEqual(['Pending', 'Accepted'])
    const stranger = await insertVendor(world.deps.db)
    expect(await findVendorOrder(world.deps.db, stranger.user_id, id, world.clock.now())).toBeNull()
    expect(await findVendorOrder(world.deps.db, kitchen.user_id, Number.NaN, world.clock.now())).toBeNull()
  })
})

test('what was given back of an order is neither to be cooked nor paid for, in the list and alone', async () => {
  const { db } = world.deps
  const kitchen = await insertVendor(db)
  const checkout = await startedCheckout(world, [jollofFor(kitchen, 3)])
  await bank.pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  const [placed] = await db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
  const order_id = placed?.id ?? 0
  const admin = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'admin@example.com' } as const
  const give = (what: { lines: { item: number; quantity: number }[] } | { amount_kobo: number }) =>
    giveBack(world.deps, admin, {
      ...what,
      order_id,
      with_delivery_fee: true,
      reason: 'Out of rice',
      borne_by: 'vendor',
      request_key: randomUUID(),
    })
  const seen = async () => {
    const alone = await findVendorOrder(db, kitchen.user_id, order_id, world.clock.now())
    const { orders: list } = await listVendorOrders(db, kitchen.user_id, {
      search: '',
      filter: 'All',
      now: world.clock.now(),
      page: 1,
    })
    expect(list[0]).toMatchObject({ items: alone?.items, total_left_kobo: alone?.total_left_kobo })
    return alone
  }
  expect(await seen()).toMatchObject({ items: [{ quantity: 3, left: 3 }], total_left_kobo: 4_500_00 })
  expect(await give({ lines: [{ item: 0, quantity: 1 }] })).toMatchObject({ ok: true })
  expect(await seen()).toMatchObject({
    items: [{ quantity: 3, left: 2 }],
    total_left_kobo: 3_000_00,
    total_price: 4_500_00,
  })
  expect(await give({ amount_kobo: 250_00 })).toMatchObject({ ok: true })
  expect(await seen()).toMatchObject({ items: [{ left: 2 }], total_left_kobo: 2_750_00 })
  // A cancelled order was refunded fully, as its status says.
  const owner = founderOf(kitchen)
  expect(await rejectOrder(world.deps, owner, { order_id, reason: 'Out of rice' })).toMatchObject({
    ok: true,
  })
  expect(await seen()).toMatchObject({ items: [{ quantity: 3, left: 3 }], total_left_kobo: 4_500_00 })
})

test('a kitchen knows what was cancelled in the last two hours, and all day what it left unanswered', async () => {
  const { db } = world.deps
  const kitchen = await insertVendor(db)
  const actor = founderOf(kitchen)
  const known = async (of: Kitchen = kitchen, seconds = 0) =>
    (await cancelledLately(db, of.user_id, new Date(world.clock.now().getTime() + seconds * 1000))).map(({ id }) => id)
  await order(kitchen, 'accept')
  const cancelled = [await order(kitchen, 'accept'), await order(kitchen)]
  for (const order_id of cancelled) await rejectOrder(world.deps, actor, { order_id, reason: 'Out of rice' })
  expect(await known()).toEqual(cancelled.toReversed())
  expect(await known(await insertVendor(db))).toEqual([])
  expect(await known(kitchen, 2 * 60 * 60 + 1)).toEqual([])
  // A screen that slept for hours says what nobody answered, until the day is over.
  const lapsed = await order(kitchen)
  const [row] = await db.select().from(orders).where(eq(orders.id, lapsed))
  if (!row) throw new Error('no order')
  const lapse = { order: row, verb: 'lapse', by: the_system, explanation: 'Nobody answered' } as const
  await db.transaction((tx) => giveUpOrder(tx, world.deps.announce, { ...lapse, now: world.clock.now() }))
  expect(await known(kitchen, 5 * 60 * 60)).toEqual([lapsed])
  expect(await known(kitchen, 24 * 60 * 60)).toEqual([])
})

test("an owner's figures: what was cancelled earned nothing, today stands beside a week ago", async () => {
  const kitchen = await insertVendor(world.deps.db)
  const lunch = world.clock.now()
  await order(kitchen)
  world.clock.advance(2 * 60 * 60)
  await order(kitchen)
  world.clock.set(new Date(lunch.getTime() + 7 * 24 * 60 * 60 * 1000))
  await order(kitchen)
  const rejected = await order(kitchen)
  const actor = founderOf(kitchen)
  await rejectOrder(world.deps, actor, { order_id: rejected, reason: 'Out of rice' })
  const ready = await order(kitchen)
  world.clock.advance(18 * 60)
  await world.deps.db.transaction((tx) =>
    moveOrder(tx, world.deps.announce, {
      order_id: ready,
      verb: 'complete',
      by: orderMover('complete'),
      now: world.clock.now(),
    }),
  )

  const by_hour = Array.from({ length: 24 }, (_, hour) => (hour === 12 ? 3 : 0))
  expect(await vendorFigures(world.deps.db, kitchen.user_id, world.clock.now())).toEqual({
    orders: 5,
    menu_items: 2,
    earnings: 6_000_00,
    today: { orders: 3, earnings: 3_000_00 },
    week_ago: { orders: 1, earnings: 1_500_00 },
    by_hour,
    best_dishes: [{ name: 'Jollof Rice', quantity: 4 }],
    minutes_to_ready: 18,
  })
})

test('a new kitchen has figures too', async () => {
  const kitchen = await insertVendor(world.deps.db)
  expect(await vendorFigures(world.deps.db, kitchen.user_id, world.clock.now())).toMatchObject({
    orders: 0,
    earnings: 0,
    best_dishes: [],
    minutes_to_ready: null,
  })
})
