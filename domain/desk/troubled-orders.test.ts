import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliveryWorld, vendorActor } from '../../test/delivery.ts'
import { insertRider } from '../../test/rider.ts'
import { insertVendor, worldOfFile } from '../../test/world.ts'
import { ordersAtKitchen } from '../delivery/dispatch/orders-at-kitchen.ts'
import { ridersToAsk } from '../delivery/dispatch/riders-to-ask.ts'
import { latenessOf, lateOrders, promisesOf } from '../delivery/windows/late-orders.ts'
import { acceptOrder } from '../orders/acceptance/accept-order.ts'
import { listOrders } from '../orders/admin-orders.ts'
import { completeOrder } from '../orders/complete-order.ts'
import { orders } from '../orders/tables.ts'
import { troubledOrders } from './troubled-orders.ts'
import { whatWaits } from './what-waits.ts'

const world = await worldOfFile()
const { paidOrders, waiting, assigned, pickedUp, offer } = deliveryWorld(world)
const db = () => world.deps.db
const now = () => world.clock.now()

const linesOf = async (kind: 'late' | 'at_risk') => (await whatWaits(db(), now(), [kind]))[0]?.lines ?? []
const hour = 3600

test('an order is late from its first promise on, and at risk once it is expected five minutes after it', () => {
  const at = (minute: number) => new Date(minute * 60_000)
  const promise = (expected: number) => ({ first_until: at(30), expected_until: at(expected) })
  expect(latenessOf(promise(30), at(30))).toBe(null)
  expect(latenessOf(promise(34), at(30))).toBe(null)
  expect(latenessOf(promise(35), at(30))).toBe('at_risk')
  expect(latenessOf(promise(30), at(31))).toBe('late')
})

test('what is collected is late as what is brought is, with its kitchen to call, until it is ready', async () => {
  const kitchen = await insertVendor(db(), { name: 'Iya Late', phone: '+2348030000009' })
  const [order] = await paidOrders([kitchen], { collects: true })
  const { id: order_id } = order ?? { id: 0 }
  expect(await ordersAtKitchen(db(), now())).toMatchObject([
    { order_id, status: 'Pending', collects: true, vendor_name: 'Iya Late', troubles: [] },
  ])
  await acceptOrder(world.deps, vendorActor(kitchen), { order_id, minutes: 15 })
  expect(await linesOf('late')).toEqual([])
  world.clock.advance(2 * hour)
  expect(await linesOf('late')).toMatchObject([
    { id: order_id, order_id, phone: '+2348030000009', whose_phone: 'Iya Late', promised_until: expect.any(Date) },
  ])
  expect((await linesOf('late'))[0]).not.toHaveProperty('delivery_id')
  expect((await troubledOrders(db(), now())).Late).toEqual([order_id])
  expect((await ordersAtKitchen(db(), now()))[0]?.troubles).toEqual(['late'])
  const among = (await troubledOrders(db(), now())).Late
  const list = (ids: readonly number[]) =>
    listOrders(db(), { search: '', filter: 'All', vendor_id: null, among: ids, place: null })
  expect((await list(among)).rows.map(({ id }) => id)).toEqual([order_id])
  expect((await list([])).rows).toEqual([])
  await completeOrder(world.deps, vendorActor(kitchen), order_id)
  expect(await lateOrders(db(), now())).toEqual([])
  expect((await ordersAtKitchen(db(), now()))[0]).toMatchObject({ status: 'Completed', troubles: [] })
  await db().update(orders).set({ status: 'Cancelled' }).where(eq(orders.id, order_id))
})

test('of what is brought, the kitchen is called until it is ready, and its rider after that', async () => {
  const cooks = await waiting()
  const carried = await pickedUp()
  const promises = await promisesOf(db(), [cooks.order_id, carried.order_id])
  expect([...promises.keys()].sort()).toEqual([cooks.order_id, carried.order_id].sort())
  world.clock.advance(3 * hour)
  const first = (order_id: number) => promises.get(order_id)?.first_until.getTime() ?? 0
  const by_promise = [cooks.order_id, carried.order_id].toSorted((one, other) => first(one) - first(other))
  expect((await lateOrders(db(), now())).map(({ order_id }) => order_id)).toEqual(by_promise)
  const lines = await linesOf('late')
  expect(lines.find(({ id }) => id === cooks.order_id)).toMatchObject({
    delivery_id: cooks.delivery_id,
    has_rider: false,
    whose_phone: cooks.kitchen.name,
  })
  expect(lines.find(({ id }) => id === carried.order_id)).toMatchObject({
    delivery_id: carried.delivery_id,
    has_rider: true,
    whose_phone: 'Musa Bello',
    phone: '+2348031112222',
  })
})

test('what is ordered for later is at no kitchen before it begins', async () => {
  const [order] = await paidOrders([await insertVendor(db())])
  const mine = async () => (await ordersAtKitchen(db(), now())).some(({ order_id }) => order_id === order?.id)
  expect(await mine()).toBe(true)
  await db()
    .update(orders)
    .set({ begin_at: new Date(now().getTime() + hour * 1000) })
    .where(eq(orders.id, order?.id ?? 0))
  expect(await mine()).toBe(false)
})

test('riders who can be asked stand in the sequence of how much they have', async () => {
  await db().execute('update riders set on_duty_since = null')
  const [busy, asked, free] = [
    await insertRider(db(), { name: 'Busy' }),
    await insertRider(db(), { name: 'Asked' }),
    await insertRider(db(), { name: 'Free' }),
  ]
  await insertRider(db(), { name: 'Home', on_duty_since: null })
  await assigned({ rider: busy })
  await offer(asked, [(await waiting()).delivery_id])
  expect(await ridersToAsk(db())).toEqual([
    { user_id: free.user_id, name: 'Free', carrying: 0, has_offer: false },
    { user_id: asked.user_id, name: 'Asked', carrying: 0, has_offer: true },
    { user_id: busy.user_id, name: 'Busy', carrying: 1, has_offer: false },
  ])
})
