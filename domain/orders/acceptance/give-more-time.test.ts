import { and, eq, like } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { deliveryWorld } from '../../../test/delivery.ts'
import { LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { order_promises } from '../../delivery/tables.ts'
import { messages, notifications } from '../../notifications/tables.ts'
import { completeOrder } from '../complete-order.ts'
import { orders } from '../tables.ts'
import { giveMoreTime } from './give-more-time.ts'

const world = await worldOfFile()
beforeEach(() => world.clock.set(LUNCH_TIME))

const people = deliveryWorld(world)
const minutesAfter = (minutes: number) => new Date(LUNCH_TIME.getTime() + minutes * 60_000)
const promiseOf = async (order_id: number) =>
  (await world.deps.db.select().from(order_promises).where(eq(order_promises.order_id, order_id)))[0]

test('moves the expected time, not the promise, and tells customer and rider why', async () => {
  const { order_id, vendor, rider } = await people.assigned()
  const before = await promiseOf(order_id)
  expect(await giveMoreTime(world.deps, vendor, { order_id, minutes: 15 })).toMatchObject({
    ok: true,
    value: { status: 'Accepted', ready_by: minutesAfter(30) },
  })
  const after = await promiseOf(order_id)
  expect(after?.first_promised_until).toEqual(before?.first_promised_until)
  expect(after?.promised_until.getTime()).toBeGreaterThan(before?.promised_until.getTime() ?? 0)
  expect(after).toMatchObject({
    later_because: 'kitchen',
    told_later_at: LUNCH_TIME,
    told_until: after?.promised_until,
  })
  const [sms] = await world.deps.db
    .select()
    .from(messages)
    .where(like(messages.dedupe_key, `more_time_sms:${order_id}:%`))
  expect(sms?.body).toMatch(/sorry, your order \d+ comes later, because the restaurant needs longer\. Expect it/)
  const told = await world.deps.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.user_id, rider.user_id), eq(notifications.order_id, order_id)))
  expect(told.map(({ text }) => text)).toEqual([`The kitchen needs more time: order ${order_id} is ready at 12:30.`])
  expect(await people.lastMove(order_id)).toMatchObject({ verb: 'more_time', reason: '15 minutes more' })
})

test('counts from now once the time is over, and is given twice at most, also to two who ask at once', async () => {
  const { order_id, vendor } = await people.waiting()
  world.clock.advance(40 * 60)
  expect(await giveMoreTime(world.deps, vendor, { order_id, minutes: 5 })).toMatchObject({
    value: { ready_by: minutesAfter(45) },
  })
  const answers = await Promise.all([1, 2, 3].map(() => giveMoreTime(world.deps, vendor, { order_id, minutes: 10 })))
  expect(answers.map((answer) => (answer.ok ? 'done' : answer.reason)).toSorted()).toEqual([
    'done',
    'no_more_time',
    'no_more_time',
  ])
  const [order] = await world.deps.db.select().from(orders).where(eq(orders.id, order_id))
  expect(order?.ready_by).toEqual(minutesAfter(55))
})

test('is refused for other minutes, before it is accepted, once it is ready, and to strangers', async () => {
  const { order_id, vendor } = await people.waiting()
  const ask = (more: { order_id: number; minutes: number }, actor = vendor) => giveMoreTime(world.deps, actor, more)
  expect(await ask({ order_id, minutes: 60 })).toMatchObject({ reason: 'bad_more_minutes' })
  const [fresh] = await people.paidOrders([await strangersKitchen()])
  expect(await ask({ order_id: fresh?.id ?? 0, minutes: 5 })).toMatchObject({ reason: 'not_found' })
  await completeOrder(world.deps, vendor, order_id)
  expect(await ask({ order_id, minutes: 5 })).toMatchObject({ reason: 'not_allowed', details: { status: 'Completed' } })
})

const strangersKitchen = async () => (await people.waiting()).kitchen
