import { eq, inArray } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { deliveryWorld, vendorActor } from '../../../test/delivery.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, worldOfFile } from '../../../test/world.ts'
import { founderOf } from '../../accounts/actor.ts'
import { collectOrder } from '../../delivery/collecting/collect-order.ts'
import { handOver, pickUp } from '../../delivery/steps/take-step.ts'
import { order_keys } from '../../delivery/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { giveMoreTime } from '../../orders/acceptance/give-more-time.ts'
import { completeOrder } from '../../orders/complete-order.ts'
import { cancelOrder } from '../../orders/refunds/cancel-order.ts'
import { rejectOrder } from '../../orders/refunds/reject-order.ts'
import { orders } from '../../orders/tables.ts'
import { undoneUntil } from '../../orders/undo-window.ts'
import { markAsRead, readBell } from '../bell/bell.ts'
import { messages } from '../tables.ts'

const world = await worldOfFile()
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { paidOrders, waiting, assigned, pinOf } = deliveryWorld(world)

async function textsOf(order_id: number): Promise<Record<string, string>> {
  const kinds = ['accepted_sms', 'on_the_way_sms', 'delivered_sms']
  const keys = kinds.map((kind) => `${kind}:${order_id}`)
  const rows = await world.deps.db.select().from(messages).where(inArray(messages.dedupe_key, keys))
  return Object.fromEntries(rows.map((row) => [row.dedupe_key.split(':')[0], row.body]))
}

/** When a message is to be sent; undefined if there is none. */
async function queued(dedupe_key: string): Promise<Date | null | undefined> {
  const [message] = await world.deps.db.select().from(messages).where(eq(messages.dedupe_key, dedupe_key))
  return message?.next_attempt_at
}

test('a customer hears each step once: taken with the window, on the way with the PIN, delivered', async () => {
  const carried = await assigned({ ready: true })
  const { order_id, delivery_id, rider } = carried
  const [keys] = await world.deps.db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  const link = `http://localhost:3000/track/${keys?.track_token}`
  expect(await textsOf(order_id)).toEqual({
    accepted_sms: expect.stringMatching(/Expect it \d\d:\d\d-\d\d:\d\d\. Follow it: http/),
  })
  await pickUp(world.deps, rider, { delivery_id, packs: 2 })
  const on_the_way = (await textsOf(order_id))['on_the_way_sms']
  expect(on_the_way).toContain(`PIN ${await pinOf(order_id)}:`)
  expect(on_the_way).toContain(link)
  await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })
  expect((await textsOf(order_id))['delivered_sms']).toContain(`Tell us in a minute: ${link}`)
})

test('a new order stays new on its kitchen’s bell until it is answered, whatever is pressed', async () => {
  const [order, later] = await paidOrders([await insertVendor(world.deps.db), await insertVendor(world.deps.db)])
  if (!order || !later) throw new Error('no orders')
  const actor = founderOf({ user_id: order.vendor_id, email: 'kitchen@example.com' })
  const bell = () => readBell(world.deps.db, actor, world.clock.now())
  const { latest } = await bell()
  await markAsRead(world.deps, actor, { up_to: latest[0]?.id ?? 0 })
  await markAsRead(world.deps, actor, { id: latest[0]?.id ?? 0 })
  expect(await bell()).toMatchObject({ unread: 1, ringing: 1 })
  await acceptOrder(world.deps, actor, { order_id: order.id, minutes: 20 })
  expect(await bell()).toMatchObject({ unread: 0, ringing: 0 })
  // What is to be begun in two hours can be read now.
  const begin_at = new Date(world.clock.now().getTime() + 2 * 3_600_000)
  await world.deps.db.update(orders).set({ begin_at }).where(eq(orders.id, later.id))
  const other = founderOf({ user_id: later.vendor_id, email: 'other@example.com' })
  await markAsRead(world.deps, other, { up_to: Number.MAX_SAFE_INTEGER })
  expect(await readBell(world.deps.db, other, world.clock.now())).toMatchObject({ unread: 0, ringing: 0 })
})

test('an order ready without being accepted is told as taken, a rejected one only with its refund', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const [ready, refused] = await paidOrders([kitchen, await insertVendor(world.deps.db)])
  if (!ready || !refused) throw new Error('no orders')
  await completeOrder(world.deps, vendorActor(kitchen), ready.id)
  expect(Object.keys(await textsOf(ready.id))).toEqual(['accepted_sms'])
  const actor = founderOf({ user_id: refused.vendor_id, email: 'kitchen@example.com' })
  await rejectOrder(world.deps, actor, { order_id: refused.id, reason: 'Out of rice' })
  expect(await textsOf(refused.id)).toEqual({})
})

test('what is still held when the order is further is not told any more', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const vendor = vendorActor(kitchen)
  const [collected] = await paidOrders([kitchen], { collects: true })
  const [cancelled] = await paidOrders([kitchen])
  if (!collected || !cancelled) throw new Error('no orders')
  await completeOrder(world.deps, vendor, collected.id)
  expect(await queued(`ready_sms:${collected.id}`)).toBeDefined()
  await collectOrder(world.deps, vendor, { order_id: collected.id, pin: await pinOf(collected.id) })
  expect(await queued(`ready_sms:${collected.id}`)).toBeUndefined()
  expect(await queued(`collected_sms:${collected.id}`)).toBeDefined()

  await acceptOrder(world.deps, vendor, { order_id: cancelled.id, minutes: 15 })
  const given = await giveMoreTime(world.deps, vendor, { order_id: cancelled.id, minutes: 5 })
  const more_time_sms = `more_time_sms:${cancelled.id}:${given.ok && given.value.ready_by?.getTime()}`
  expect(await queued(more_time_sms)).toBeDefined()
  const admin = await insertAccount(world.deps.db, 'admin')
  const why = { reason: 'Out of rice', refund_kobo: 'all', borne_by: 'vendor' } as const
  expect(await cancelOrder(world.deps, admin, { order_id: cancelled.id, ...why })).toMatchObject({ ok: true })
  expect(await textsOf(cancelled.id)).toEqual({})
  expect(await queued(more_time_sms)).toBeUndefined()
})

test('that it comes later is told after that it was accepted', async () => {
  const { order_id, vendor } = await waiting()
  const accepted = await queued(`accepted_sms:${order_id}`)
  const moreTime = async () => {
    const given = await giveMoreTime(world.deps, vendor, { order_id, minutes: 5 })
    return queued(given.ok ? `more_time_sms:${order_id}:${given.value.ready_by?.getTime()}` : given.reason)
  }
  expect((await moreTime())?.getTime()).toBeGreaterThan(accepted?.getTime() ?? Number.POSITIVE_INFINITY)
  world.clock.advance(60)
  // Until then the kitchen can take it back.
  expect(await moreTime()).toEqual(undoneUntil(world.clock.now()))
})
