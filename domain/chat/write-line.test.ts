import { and, eq, like } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { deliveryWorld } from '../../test/delivery.ts'
import { sandboxDevice } from '../../test/pushes.ts'
import { insertRider } from '../../test/rider.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { insertVendor, worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { checkoutOfTrackToken, trackedCheckout } from '../checkout/track/tracked-orders.ts'
import { handOver } from '../delivery/steps/take-step.ts'
import { order_keys, riders } from '../delivery/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { subscribeCustomer } from '../notifications/outbox/subscribe-customer.ts'
import { messages, notifications } from '../notifications/tables.ts'
import { deliverOrder } from '../orders/deliver-order.ts'
import { linesForRider, waitingChats } from './chat-lists.ts'
import { MOST_AT_ONCE, MOST_LINES_OF_ONE } from './chat-rules.ts'
import { readAsCustomer } from './read-lines.ts'
import { closeTalk, writeAsAdmin, writeAsCustomer, writeAsRider } from './write-line.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { assigned, paidOrders, pickedUp, waiting, pinOf } = deliveryWorld(world)
const { db } = world.deps

async function tokenOf(order_id: number): Promise<string> {
  const [keys] = await db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  return keys?.track_token ?? ''
}

const say = async (order_id: number, text: string, partner: 'rider' | 'desk' = 'rider') =>
  writeAsCustomer(world.deps, await tokenOf(order_id), { partner, text })
const answer = (rider: Actor, delivery_id: number, text: string) =>
  writeAsRider(world.deps, rider, { delivery_id, text })

/** The chat's messages that the outbox holds for this recipient and channel, by when they go. */
async function outbox(channel: 'sms' | 'push') {
  const rows = await db
    .select()
    .from(messages)
    .where(and(eq(messages.channel, channel), like(messages.dedupe_key, 'chat\\_%')))
  return rows.map(({ body, next_attempt_at }) => ({
    body,
    in_seconds: ((next_attempt_at?.getTime() ?? 0) - world.clock.now().getTime()) / 1000,
  }))
}

async function read(order_id: number) {
  const checkout = await checkoutOfTrackToken(db, await tokenOf(order_id))
  return readAsCustomer(world.deps, checkout?.checkout_id ?? '')
}

const bell = async (user_id: string) =>
  (await db.select().from(notifications).where(eq(notifications.user_id, user_id))).filter(
    ({ kind }) => kind === 'chat',
  )

const clearOutbox = () => db.delete(messages).where(like(messages.dedupe_key, 'chat\\_%'))
afterEach(async () => void (await clearOutbox()))

test('customer and rider write each other, and only the rider who has it reads it', async () => {
  const { order_id, delivery_id, rider } = await assigned()
  expect(await say(order_id, '  At the back gate ')).toMatchObject({ ok: true, value: { text: 'At the back gate' } })
  expect(await answer(rider, delivery_id, 'Thank you')).toMatchObject({ ok: true })
  expect((await linesForRider(db, rider.user_id)).map(({ text }) => text)).toEqual(['At the back gate', 'Thank you'])
  expect((await bell(rider.user_id)).map(({ text }) => text)).toEqual([
    expect.stringContaining(`Order ${order_id}: Ada writes “At the back gate”`),
  ])
  const other = await insertRider(db)
  expect(await linesForRider(db, other.user_id)).toEqual([])
  expect(await answer(other, delivery_id, 'Hello')).toMatchObject({ reason: 'not_found' })
  const tracked = await trackedCheckout(db, await tokenOf(order_id))
  expect(tracked?.orders[0]?.chat.map(({ text }) => text)).toEqual(['At the back gate', 'Thank you'])
})

test('sent twice it is one line, and the rider is told once', async () => {
  const { order_id, rider } = await assigned()
  const first = await say(order_id, 'Hello')
  expect(await say(order_id, 'Hello')).toEqual(first)
  expect(await bell(rider.user_id)).toHaveLength(1)
})

test('a line that waited on a phone, and had come at its first try, is the same line', async () => {
  const { order_id } = await assigned()
  const first = await say(order_id, 'I am by the mango tree')
  world.clock.advance(600)
  const line = { partner: 'rider', text: 'I am by the mango tree' } as const
  const token = await tokenOf(order_id)
  expect(await writeAsCustomer(world.deps, token, { ...line, waited_ms: 600_000 })).toEqual(first)
  const anew = await writeAsCustomer(world.deps, token, line)
  expect(anew).toMatchObject({ ok: true })
  expect(anew).not.toEqual(first)
})

test('what nobody reads for two minutes goes by text message, never two within five', async () => {
  const { order_id, delivery_id, rider } = await assigned()
  await answer(rider, delivery_id, 'I am here')
  world.clock.advance(30)
  await answer(rider, delivery_id, 'At the gate')
  const [sms, ...more] = await outbox('sms')
  expect(more).toEqual([])
  expect(sms).toMatchObject({ in_seconds: 90, body: expect.stringContaining('At the gate') })
  expect(sms?.body).toContain(`/track/${await tokenOf(order_id)}`)
  world.clock.advance(120)
  await clearOutbox()
  await answer(rider, delivery_id, 'Where are you?')
  // The one before went at 90 seconds of these 120.
  expect(await outbox('sms')).toMatchObject([{ in_seconds: 270 }])
})

test('what the page showed goes by no text message', async () => {
  const { order_id, delivery_id, rider } = await assigned()
  await answer(rider, delivery_id, 'I am here')
  expect(await read(order_id)).toBe(1)
  expect(await read(order_id)).toBe(0)
  expect(await outbox('sms')).toEqual([])
  await answer(rider, delivery_id, 'Hello?')
  expect(await outbox('sms')).toMatchObject([{ in_seconds: 120 }])
})

test('the customer’s phone rings at once, and the text message waits', async () => {
  const { order_id, delivery_id, rider } = await assigned()
  await subscribeCustomer(world.deps, await tokenOf(order_id), sandboxDevice(world.sandbox).address, null)
  await answer(rider, delivery_id, 'I am here')
  expect(await outbox('push')).toMatchObject([{ in_seconds: 0, body: expect.stringContaining('I am here') }])
  expect(await outbox('sms')).toMatchObject([{ in_seconds: 120 }])
})

test('a rider whom nothing rings gets a text message at once, one with an open page none', async () => {
  const { order_id, rider } = await assigned()
  await db.update(riders).set({ seen_at: null }).where(eq(riders.user_id, rider.user_id))
  await say(order_id, 'The back gate please')
  expect(await outbox('sms')).toMatchObject([{ in_seconds: 0, body: expect.stringContaining('The back gate please') }])
  const open = await assigned()
  await clearOutbox()
  await db.update(riders).set({ seen_at: world.clock.now() }).where(eq(riders.user_id, open.rider.user_id))
  await say(open.order_id, 'The back gate please')
  expect(await outbox('sms')).toEqual([])
})

test('the desk is told once, and what is written to it waits until it is answered', async () => {
  const { order_id } = await waiting()
  await say(order_id, 'Is somebody there?', 'desk')
  await say(order_id, 'Hello?', 'desk')
  expect(await bell(admin.user_id)).toHaveLength(1)
  expect(await waitingChats(db, 10)).toMatchObject([{ order_id, text: 'Hello?', first_name: 'Ada' }])
  expect(await writeAsAdmin(world.deps, admin, { order_id, text: 'Yes, how can we help?' })).toMatchObject({ ok: true })
  expect(await waitingChats(db, 10)).toEqual([])
  await say(order_id, 'Thanks', 'desk')
  expect(await closeTalk(world.deps, admin, order_id)).toMatchObject({ ok: true })
  expect(await closeTalk(world.deps, admin, order_id)).toMatchObject({ ok: true })
  expect(await waitingChats(db, 10)).toEqual([])
  const [sms] = await outbox('sms')
  expect(sms?.body).toContain('ChowGate writes')
})

test('only admins who help customers write, and a rider none of what was written to us', async () => {
  const { order_id, rider } = await assigned()
  await say(order_id, 'The rider is rude', 'desk')
  expect(await linesForRider(db, rider.user_id)).toEqual([])
  const finance = { ...admin, admin_role: 'finance' } as const
  expect(await writeAsAdmin(world.deps, finance, { order_id, text: 'Hello' })).toMatchObject({ reason: 'not_found' })
  expect(await closeTalk(world.deps, finance, order_id)).toMatchObject({ reason: 'not_found' })
  expect(await writeAsAdmin(world.deps, rider, { order_id, text: 'Hello' })).toMatchObject({ reason: 'not_found' })
  expect(await writeAsAdmin(world.deps, admin, { order_id: Number.NaN, text: 'Hello' })).toMatchObject({ ok: false })
  await closeTalk(world.deps, admin, order_id)
})

test('the PIN, web addresses, nothing and too much are refused', async () => {
  const { order_id, pin } = await pickedUp()
  expect(await say(order_id, `My PIN is ${pin}.`)).toMatchObject({ reason: 'has_pin' })
  for (const dressed of [[...pin].join(' '), [...pin].join(' - '), [...pin].join('.'), `080${pin}12345`]) {
    expect(await say(order_id, `It is ${dressed}`)).toMatchObject({ reason: 'has_pin' })
  }
  expect(await say(order_id, 'see www.example.com')).toMatchObject({ reason: 'fields' })
  expect(await say(order_id, '  ')).toMatchObject({ reason: 'fields' })
  expect(await say(order_id, 'x'.repeat(301))).toMatchObject({ reason: 'fields' })
  expect(await writeAsCustomer(world.deps, 'AAAAAAAAAAAAAAAA', { partner: 'desk', text: 'Hi' })).toMatchObject({
    reason: 'not_found',
  })
  for (let line = 0; line < MOST_AT_ONCE; line++)
    expect(await say(order_id, `Line ${line}`)).toMatchObject({ ok: true })
  expect(await say(order_id, 'One more')).toMatchObject({ reason: 'too_often' })
  world.clock.advance(60)
  for (let line = MOST_AT_ONCE; line < MOST_LINES_OF_ONE; line++) {
    world.clock.advance(60)
    expect(await say(order_id, `Line ${line}`)).toMatchObject({ ok: true })
  }
  world.clock.advance(60)
  expect(await say(order_id, 'One more')).toMatchObject({ reason: 'too_many' })
})

test('what waits for its text message does not go once the food is handed over', async () => {
  const { order_id, delivery_id, rider } = await pickedUp()
  await answer(rider, delivery_id, 'I am here')
  expect(await outbox('sms')).toMatchObject([{ in_seconds: 120 }])
  await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })
  expect(await outbox('sms')).toEqual([])
})

test('a line of ours is told though the rider writes after it and hands over the food', async () => {
  const { order_id, delivery_id, rider } = await pickedUp()
  await writeAsAdmin(world.deps, admin, { order_id, text: 'We gave you a voucher' })
  world.clock.advance(30)
  await answer(rider, delivery_id, 'I am here')
  expect(await outbox('sms')).toHaveLength(2)
  await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })
  const ours = { in_seconds: 90, body: expect.stringContaining('We gave you a voucher') }
  expect(await outbox('sms')).toMatchObject([ours])
})

test('nor the PIN of another order that was paid with it', async () => {
  const [one, other] = await paidOrders([await insertVendor(db), await insertVendor(db)])
  const pin = await pinOf(other?.id ?? 0)
  expect(await say(one?.id ?? 0, `The other one is ${pin}`, 'desk')).toMatchObject({ reason: 'has_pin' })
})

test('without a rider there is nobody to write to; after the end the rider is gone, then we are', async () => {
  const new_one = await waiting()
  expect(await say(new_one.order_id, 'Hello')).toMatchObject({ reason: 'no_rider' })
  const { order_id, delivery_id, rider } = await pickedUp()
  await say(order_id, 'Hello')
  await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })
  expect(await linesForRider(db, rider.user_id)).toEqual([])
  expect(await say(order_id, 'Hello again')).toMatchObject({ reason: 'no_rider' })
  expect(await answer(rider, delivery_id, 'Hello')).toMatchObject({ reason: 'not_found' })
  expect(await say(order_id, 'It was cold', 'desk')).toMatchObject({ ok: true })
  world.clock.advance(2 * 3600 + 1)
  expect(await say(order_id, 'Hello?', 'desk')).toMatchObject({ reason: 'closed' })
  expect(await writeAsAdmin(world.deps, admin, { order_id, text: 'We are sorry' })).toMatchObject({ ok: true })
  world.clock.advance(22 * 3600)
  expect(await writeAsAdmin(world.deps, admin, { order_id, text: 'Are you there?' })).toMatchObject({
    reason: 'closed',
  })
  await deliverOrder(world.deps, admin, { order_id: new_one.order_id, reason: 'Called' })
})
