import { eq, like } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { deliveryWorld } from '../../../test/delivery.ts'
import { sandboxDevice } from '../../../test/pushes.ts'
import { insertRider } from '../../../test/rider.ts'
import { worldOfFile } from '../../../test/world.ts'
import { checkoutOfTrackToken, trackedCheckout } from '../../checkout/track/tracked-orders.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { subscribeCustomer } from '../../notifications/outbox/subscribe-customer.ts'
import { messages } from '../../notifications/tables.ts'
import { order_keys } from '../tables.ts'
import { sayAtGate } from './say-at-gate.ts'
import { handOver, takeOwnWayOut } from './take-step.ts'

const world = await worldOfFile()
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { assigned, pickedUp, pinOf, metAt } = deliveryWorld(world)
const { db } = world.deps

async function tokenOf(order_id: number): Promise<string> {
  const [keys] = await db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  return keys?.track_token ?? ''
}

/** What the outbox holds of it: texts and pushes, each with when it goes. */
async function told(order_id: number) {
  const rows = await db
    .select()
    .from(messages)
    .where(like(messages.dedupe_key, `at\\_gate\\_%:${order_id}:%`))
  return rows.map(({ channel, body, next_attempt_at }) => ({
    ...{ channel, body },
    in_seconds: ((next_attempt_at?.getTime() ?? 0) - world.clock.now().getTime()) / 1000,
  }))
}

/** Food on its way, long enough for its rider to be there. */
async function near() {
  const carried = await pickedUp()
  world.clock.advance(20 * 60)
  return carried
}

test('the customer is told once, without a phone that rings by text message at once', async () => {
  const { order_id, delivery_id, rider } = await near()
  expect(await sayAtGate(world.deps, rider, delivery_id)).toMatchObject({ ok: true })
  expect(await sayAtGate(world.deps, rider, delivery_id)).toMatchObject({ ok: true })
  expect(await told(order_id)).toMatchObject([
    { channel: 'sms', in_seconds: 0, body: expect.stringContaining('is at the gate with order') },
  ])
  const tracked = await trackedCheckout(db, await tokenOf(order_id))
  expect(tracked?.orders[0]?.at_gate_at).toEqual(world.clock.now())
})

test('who meets the rider elsewhere reads where, on the phone that rings and by text message', async () => {
  const { order_id, delivery_id, rider } = await near()
  await metAt(order_id, 'Obele Stop')
  await subscribeCustomer(world.deps, await tokenOf(order_id), sandboxDevice(world.sandbox).address, null)
  expect(await sayAtGate(world.deps, rider, delivery_id)).toMatchObject({ ok: true })
  const rows = await told(order_id)
  expect(rows.map(({ channel }) => channel).sort()).toEqual(['push', 'sms'])
  for (const { body } of rows) expect(body).toContain('is at Obele Stop')
})

test('with a phone that rings the text message waits for it, and goes no more once it is handed over', async () => {
  const { order_id, delivery_id, rider } = await near()
  const checkout = await checkoutOfTrackToken(db, await tokenOf(order_id))
  const phone = sandboxDevice(world.sandbox).address
  await subscribeCustomer(world.deps, await tokenOf(order_id), phone, checkout?.link_token ?? null)
  await sayAtGate(world.deps, rider, delivery_id)
  const rows = await told(order_id)
  expect(rows.map(({ channel, in_seconds }) => ({ channel, in_seconds }))).toEqual(
    expect.arrayContaining([
      { channel: 'push', in_seconds: 0 },
      { channel: 'sms', in_seconds: 120 },
    ]),
  )
  expect(JSON.stringify(rows)).not.toContain(await pinOf(order_id))
  await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })
  expect(await told(order_id)).toEqual([])
})

test('only its rider, with the food, and not before anybody can be there', async () => {
  const waiting = await assigned()
  expect(await sayAtGate(world.deps, waiting.rider, waiting.delivery_id)).toMatchObject({ reason: 'not_allowed' })
  const { delivery_id, rider, order_id } = await pickedUp()
  expect(await sayAtGate(world.deps, rider, delivery_id)).toMatchObject({ reason: 'too_soon' })
  expect(await sayAtGate(world.deps, await insertRider(db), delivery_id)).toMatchObject({ reason: 'not_found' })
  expect(await sayAtGate(world.deps, rider, Number.NaN)).toMatchObject({ reason: 'not_found' })
  world.clock.advance(20 * 60)
  const incident = { reason: 'accident', way_out: 'hand_on', place: 'FUTA North Gate', words: 'The chain broke' }
  expect(await takeOwnWayOut(world.deps, rider, { delivery_id, incident })).toMatchObject({ ok: true })
  expect(await sayAtGate(world.deps, rider, delivery_id)).toMatchObject({ ok: false })
  expect(await told(order_id)).toEqual([])
})
