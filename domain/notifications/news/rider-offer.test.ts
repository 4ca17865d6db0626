import { and, eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { deliveryWorld, vendorActor } from '../../../test/delivery.ts'
import { sendDueMessages } from '../../../test/due-work.ts'
import { insertDevice } from '../../../test/pushes.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { acceptOffer, declineOffer } from '../../delivery/offers/answer-offer.ts'
import { assignDelivery, unassignDelivery } from '../../delivery/offers/assign-delivery.ts'
import { expireOffers } from '../../delivery/offers/expire-offers.ts'
import { OFFER_SECONDS } from '../../delivery/offers/make-offer.ts'
import { withdrawOffer } from '../../delivery/offers/overrule-offer.ts'
import { openOffer } from '../../delivery/offers/rider-offer.ts'
import { goOffDuty } from '../../delivery/riders/go-on-duty.ts'
import { noteSeenRider } from '../../delivery/riders/note-seen-rider.ts'
import { offers } from '../../delivery/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { rejectOrder } from '../../orders/refunds/reject-order.ts'
import { readBell } from '../bell/bell.ts'
import { messages, notifications } from '../tables.ts'

const world = await worldOfFile()
const { waiting, offer, paidOrders, deliveryOf } = deliveryWorld(world)

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

test('an offer rings until its rider answers or its time is over, on every device', async () => {
  const { accept, decline, pass, refuse } = {
    accept: await insertRider(world.deps.db),
    decline: await insertRider(world.deps.db),
    pass: await insertRider(world.deps.db),
    refuse: await insertRider(world.deps.db),
  }
  const bellOf = ({ user_id }: Actor) => readBell(world.deps.db, { user_id }, world.clock.now())
  const asked = await offered(accept)
  const [row] = await world.deps.db.select().from(offers).where(eq(offers.id, asked.offer_id))
  expect(await bellOf(accept)).toMatchObject({ unread: 1, ringing: 1, rings_until: row?.expires_at })
  expect((await acceptOffer(world.deps, accept, asked.offer_id)).ok).toBe(true)
  expect(await bellOf(accept)).toMatchObject({ unread: 0, ringing: 0 })
  expect((await declineOffer(world.deps, decline, (await offered(decline)).offer_id)).ok).toBe(true)
  expect(await bellOf(decline)).toMatchObject({ unread: 0, ringing: 0 })
  const held = await offered(refuse)
  expect((await rejectOrder(world.deps, held.vendor, { order_id: held.order_id, reason: 'no yam' })).ok).toBe(true)
  expect(await bellOf(refuse)).toMatchObject({ unread: 1, ringing: 0 })
  await offered(pass)
  world.clock.advance(OFFER_SECONDS)
  expect(await bellOf(pass)).toMatchObject({ unread: 1, ringing: 0 })
  await expireOffers(world.deps)
  expect(await bellOf(pass)).toMatchObject({ unread: 0, ringing: 0 })
})

test('an order rings its kitchen and an admin until somebody takes it, also an admin', async () => {
  const admin = await insertAccount(world.deps.db, 'admin')
  const rider = await insertRider(world.deps.db)
  const bellOf = ({ user_id }: { user_id: string }) => readBell(world.deps.db, { user_id }, world.clock.now())
  const kitchen = await insertVendor(world.deps.db)
  const [order] = await paidOrders([kitchen])
  expect(await bellOf(kitchen)).toMatchObject({ ringing: 1 })
  await acceptOrder(world.deps, vendorActor(kitchen), { order_id: order?.id ?? 0, minutes: 15 })
  expect(await bellOf(kitchen)).toMatchObject({ unread: 0, ringing: 0 })
  const delivery = await deliveryOf(order?.id ?? 0)
  const alarm = () =>
    world.deps.db.transaction((tx) =>
      world.deps.announce(tx, { kind: 'delivery_unclaimed', delivery }, world.clock.now()),
    )
  const give = () => assignDelivery(world.deps, admin, { delivery_id: delivery.id, rider_id: rider.user_id })
  await alarm()
  expect(await bellOf(admin)).toMatchObject({ ringing: 1 })
  expect((await give()).ok).toBe(true)
  expect(await bellOf(admin)).toMatchObject({ unread: 0 })
  await unassignDelivery(world.deps, admin, { delivery_id: delivery.id, reason: 'Flat tyre' })
  await alarm()
  expect(await bellOf(admin)).toMatchObject({ ringing: 1 })
})

test('a rider whom nothing rings gets the offer as a text message', async () => {
  const musa = await insertRider(world.deps.db)
  const { offer_id } = await offered(musa)
  expect(await messageOf(offer_id)).toMatchObject({
    channel: 'sms',
    recipient: '+2348031112222',
    body:
      'ChowGate: a delivery of 2.4 km for you, NGN 480. ' +
      'You have 45 seconds to take it: http://localhost:3000/rider-dashboard',
  })
})

test('who is somewhere that we know reads the whole way, and in one text message', async () => {
  const here = { latitude: 7.303, longitude: 5.139, located_at: world.clock.now() }
  const ada = await insertRider(world.deps.db, here)
  const { offer_id } = await offered(ada)
  const shown = await openOffer(world.deps.db, ada.user_id, world.clock.now())
  const km = shown?.km.in_all
  expect(km).toBeGreaterThan(0)
  const sms = await messageOf(offer_id)
  expect(sms?.body).toContain(`a delivery of ${km} km for you, NGN 480. You have 45 seconds`)
  expect(sms?.body.length).toBeLessThanOrEqual(160)
  expect((await readBell(world.deps.db, ada, world.clock.now())).latest[0]?.text).toBe(
    `A delivery for you: ₦480, ${km} km in all, about ${shown?.minutes} minutes. You have 45 seconds to decide.`,
  )
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
    {
      title: 'ChowGate: New offer',
      body: expect.stringMatching(/^A delivery for you: ₦480, 2\.4 km in all, .* You have 45 seconds to decide\.$/),
      ttl_seconds: 45,
    },
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
