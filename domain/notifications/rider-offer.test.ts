import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { deliveryWorld } from '../../test/delivery.ts'
import { insertDevice } from '../../test/pushes.ts'
import { insertRider } from '../../test/rider.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { createWorld, type World } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { goOffDuty } from '../delivery/go-on-duty.ts'
import { noteSeenRider } from '../delivery/note-seen-rider.ts'
import { withdrawOffer } from '../delivery/overrule-offer.ts'
import { rejectOrder } from '../orders/reject-order.ts'
import { findViolations } from '../payments/invariants.ts'
import { sendDueMessages } from './send-messages.ts'
import { messages, notifications } from './tables.ts'

let world: World
const { waiting, offer } = deliveryWorld(() => world)

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const taken = { sent: true as const, gateway_message_id: null }
const silent = {
  sms: { name: 'sms', send: async () => taken },
  mail: { name: 'mail', send: async () => taken },
}

const offered = async (musa: Actor) => {
  const order = await waiting()
  return { ...order, offer_id: await offer(musa, [order.delivery_id]) }
}
const messageOf = async (offer_id: number) =>
  (
    await world.deps.db
      .select()
      .from(messages)
      .where(eq(messages.dedupe_key, `offer_sms:${offer_id}`))
  )[0]
const wordsOfWithdrawal = async (musa: Actor) =>
  (
    await world.deps.db
      .select({ text: notifications.text })
      .from(notifications)
      .where(and(eq(notifications.user_id, musa.user_id), eq(notifications.kind, 'offer_withdrawn')))
  ).map(({ text }) => text)

test('a rider whom nothing rings gets the offer as a text message', async () => {
  const musa = await insertRider(world.deps.db)
  const { offer_id } = await offered(musa)
  expect(await messageOf(offer_id)).toMatchObject({
    channel: 'sms',
    recipient: '+2348031112222',
    body: 'ChowGate: a delivery for you, NGN 480. You have 45 seconds to take it: http://localhost:3000/rider-dashboard',
  })
})

test('a rider whose page was open within the last minute gets none', async () => {
  const [musa, tunde] = [await insertRider(world.deps.db), await insertRider(world.deps.db)]
  await noteSeenRider(world.deps, musa)
  await noteSeenRider(world.deps, tunde)
  world.clock.advance(59)
  expect(await messageOf((await offered(musa)).offer_id)).toBeUndefined()
  world.clock.advance(1)
  expect(await messageOf((await offered(tunde)).offer_id)).toMatchObject({ channel: 'sms' })
})

test('a rider with a device is rung there, page or no page', async () => {
  const musa = await insertRider(world.deps.db)
  const device = await insertDevice(world, musa)
  expect(await messageOf((await offered(musa)).offer_id)).toBeUndefined()
  while ((await sendDueMessages({ ...world.deps, ...silent })) > 0);
  expect(await device.received()).toMatchObject([
    { title: 'ChowGate: New offer', body: 'A delivery for you: ₦480', ttl_seconds: 45 },
  ])
})

test('a text message that could not be sent within the time is not sent at all', async () => {
  const musa = await insertRider(world.deps.db)
  const { offer_id } = await offered(musa)
  world.clock.advance(45)
  const sent: string[] = []
  const sms = {
    name: 'sms',
    async send({ text }: { text: string }) {
      sent.push(text)
      return taken
    },
  }
  while ((await sendDueMessages({ ...world.deps, ...silent, sms })) > 0);
  expect(await messageOf(offer_id)).toMatchObject({ status: 'Expired', last_error: 'Too late' })
  expect(sent.filter((text) => text.includes('seconds to take it'))).toEqual([])
})

test('a word when an offer is taken back or its order is cancelled, and none for who went off duty', async () => {
  const admin = await insertAccount(world.deps.db, 'admin')
  const [musa, tunde, bola] = [
    await insertRider(world.deps.db),
    await insertRider(world.deps.db),
    await insertRider(world.deps.db),
  ]
  const word = [expect.stringContaining('taken back, or its order was cancelled')]
  expect((await withdrawOffer(world.deps, admin, (await offered(musa)).offer_id)).ok).toBe(true)
  expect(await wordsOfWithdrawal(musa)).toEqual(word)
  const { order_id, vendor } = await offered(tunde)
  expect((await rejectOrder(world.deps, vendor, { order_id, reason: 'no more yam' })).ok).toBe(true)
  expect(await wordsOfWithdrawal(tunde)).toEqual(word)
  await offered(bola)
  expect((await goOffDuty(world.deps, bola)).ok).toBe(true)
  expect(await wordsOfWithdrawal(bola)).toEqual([])
})
