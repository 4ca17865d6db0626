import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { control } from '../../../test/control.ts'
import { deliveryWorld } from '../../../test/delivery.ts'
import { sendDueMessages } from '../../../test/due-work.ts'
import { insertSession, sandboxDevice } from '../../../test/pushes.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import { checkoutOfTrackToken } from '../../checkout/track/tracked-orders.ts'
import { undoMove } from '../../delivery/kitchen/undo-move.ts'
import { handOver, pickUp } from '../../delivery/steps/take-step.ts'
import { order_keys } from '../../delivery/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { giveMoreTime } from '../../orders/acceptance/give-more-time.ts'
import { message_templates, type TemplateKey, templateOf } from '../forms.ts'
import { checkout_devices, messages, push_subscriptions } from '../tables.ts'
import { customer_pushes, SAVED_WITHIN_SECONDS, withPushes } from './customer-pushes.ts'
import { reportShown } from './report-shown.ts'
import { isCustomerSubscribed, subscribeCustomer, unsubscribeCustomer } from './subscribe-customer.ts'
import { subscribePush } from './subscribe-push.ts'

const world = await worldOfFile()
beforeEach(() => control(world).reset())
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { waiting, assigned, pinOf } = deliveryWorld(world)

async function tokenOf(order_id: number): Promise<string> {
  const [keys] = await world.deps.db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  return keys?.track_token ?? ''
}

async function receiptOf(order_id: number): Promise<string> {
  const tracked = await checkoutOfTrackToken(world.deps.db, await tokenOf(order_id))
  return tracked?.link_token ?? ''
}

/** A phone of who ordered, that hears of an order. */
async function phoneFor(order_id: number, device = sandboxDevice(world.sandbox)) {
  return friendFor(order_id, device, await receiptOf(order_id))
}

/** A phone that has the tracking link alone. */
async function friendFor(order_id: number, device = sandboxDevice(world.sandbox), receipt: string | null = null) {
  const subscribed = await subscribeCustomer(world.deps, await tokenOf(order_id), device.address, receipt)
  if (!subscribed.ok) throw new Error(subscribed.reason)
  return device
}

const texts: string[] = []
const sms = {
  name: 'quick',
  send: async ({ text }: { text: string }) => {
    texts.push(text)
    return { sent: true as const, gateway_message_id: null }
  },
}
const mail = { name: 'quick', send: async () => ({ sent: true as const, gateway_message_id: null }) }

async function work(after_seconds = 0) {
  world.clock.advance(after_seconds)
  while ((await sendDueMessages({ ...world.deps, sms, mail })) > 0);
}

async function statusOf(dedupe_key: string) {
  const [row] = await world.deps.db.select().from(messages).where(eq(messages.dedupe_key, dedupe_key))
  return row?.status
}

const pushesBeside = async (key: string) =>
  (await world.deps.db.select().from(messages).where(eq(messages.beside, key))).map(({ status }) => status)

/** A delivered order's last news, with a phone that hears it. */
async function delivered() {
  const { order_id, delivery_id, rider } = await assigned({ ready: true })
  await pickUp(world.deps, rider, { delivery_id, packs: 2 })
  await work(SAVED_WITHIN_SECONDS)
  const phone = await phoneFor(order_id)
  await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })
  return { order_id, phone, key: `delivered_sms:${order_id}` }
}

test('a push that showed saves the text message with the same news', async () => {
  const { order_id, phone, key } = await delivered()
  await work()
  const [shown, ...more] = await phone.received()
  expect(more).toEqual([])
  expect(shown).toMatchObject({
    title: `Order ${order_id} is delivered`,
    url: `/track/${await tokenOf(order_id)}`,
    tag: `order-${order_id}`,
    ttl_seconds: SAVED_WITHIN_SECONDS,
  })
  expect(await statusOf(key)).toBe('Queued')
  const id = shown?.shown ?? ''
  expect(await reportShown(world.deps, id)).toMatchObject({ ok: true, value: { saved: true } })
  expect(await reportShown(world.deps, id)).toMatchObject({ ok: true, value: { saved: false } })
  await work(SAVED_WITHIN_SECONDS)
  expect(await statusOf(key)).toBe('Saved')
  expect(await pushesBeside(key)).toEqual(['Delivered'])
})

test('without a word of the phone the text message goes when its time is over, once', async () => {
  const { phone, key } = await delivered()
  await work()
  await work(SAVED_WITHIN_SECONDS - 1)
  expect(await statusOf(key)).toBe('Queued')
  await work(1)
  expect(await statusOf(key)).toBe('Sent')
  const [shown] = await phone.received()
  expect(await reportShown(world.deps, shown?.shown ?? '')).toMatchObject({ ok: true, value: { saved: false } })
  expect(await statusOf(key)).toBe('Sent')
})

test('a browser that was reset is forgotten, and the text message goes at once', async () => {
  const { order_id, phone, key } = await delivered()
  await control(world).behave({ push: '410' })
  await work()
  expect(await pushesBeside(key)).toEqual(['Expired'])
  expect(await statusOf(key)).toBe('Sent')
  expect(await isCustomerSubscribed(world.deps.db, await tokenOf(order_id), phone.address.endpoint)).toBe(false)
  const { endpoint } = phone.address
  expect(await world.deps.db.$count(push_subscriptions, eq(push_subscriptions.endpoint, endpoint))).toBe(0)
  expect(await phone.received()).toEqual([])
})

test('of two phones one that shows it is enough, and one that is gone hurries nothing', async () => {
  const { order_id, delivery_id, rider } = await assigned({ ready: true })
  await pickUp(world.deps, rider, { delivery_id, packs: 2 })
  await work(SAVED_WITHIN_SECONDS)
  const [gone, phone] = [await phoneFor(order_id), await phoneFor(order_id)]
  await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })
  await unsubscribeCustomer(world.deps.db, gone.address.endpoint)
  await work()
  const key = `delivered_sms:${order_id}`
  expect((await pushesBeside(key)).sort()).toEqual(['Expired', 'Sent'])
  expect(await statusOf(key)).toBe('Queued')
  const [shown] = await phone.received()
  await reportShown(world.deps, shown?.shown ?? '')
  expect(await statusOf(key)).toBe('Saved')
})

test('a friend’s phone is told, but saves no text message, even where it ordered before', async () => {
  // Another day, since so many text messages to one number are held.
  world.clock.advance(24 * 60 * 60)
  const { order_id, delivery_id, rider } = await assigned({ ready: true })
  const earlier = await waiting()
  await pickUp(world.deps, rider, { delivery_id, packs: 2 })
  await work(SAVED_WITHIN_SECONDS)
  const friend = await phoneFor(earlier.order_id)
  await friendFor(order_id, friend)
  await friendFor(order_id, friend, 'not its receipt')
  await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })
  await work()
  const [told] = await friend.received()
  expect(told).toMatchObject({ title: `Order ${order_id} is delivered` })
  expect(told?.shown).toBeUndefined()
  expect(await statusOf(`delivered_sms:${order_id}`)).toBe('Sent')
})

test('a phone stays that of who ordered when it opens the tracking link later', async () => {
  const { order_id, delivery_id, rider } = await assigned({ ready: true })
  await pickUp(world.deps, rider, { delivery_id, packs: 2 })
  await work(SAVED_WITHIN_SECONDS)
  const phone = await friendFor(order_id)
  await phoneFor(order_id, phone)
  await friendFor(order_id, phone)
  await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })
  await work()
  const [told] = await phone.received()
  expect(await reportShown(world.deps, told?.shown ?? '')).toMatchObject({ value: { saved: true } })
})

test('phones that make room are forgotten unless they hear of another order; none hears of what is over', async () => {
  const { order_id, delivery_id, rider } = await assigned({ ready: true })
  const other = await waiting()
  const [gone, kept] = [await friendFor(order_id), await friendFor(order_id)]
  await friendFor(other.order_id, kept)
  for (let count = 0; count < 5; count++) {
    world.clock.advance(1)
    await friendFor(order_id)
  }
  const stored = (device: typeof gone) =>
    world.deps.db.$count(push_subscriptions, eq(push_subscriptions.endpoint, device.address.endpoint))
  expect([await stored(gone), await stored(kept)]).toEqual([0, 1])
  await pickUp(world.deps, rider, { delivery_id, packs: 2 })
  await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })
  const { address } = sandboxDevice(world.sandbox)
  expect(await subscribeCustomer(world.deps, await tokenOf(order_id), address)).toMatchObject({ reason: 'over' })
})

test('with its PIN the text message goes in any case, and the push does not tell it', async () => {
  const { order_id, delivery_id, rider } = await assigned({ ready: true })
  const phone = await phoneFor(order_id)
  await pickUp(world.deps, rider, { delivery_id, packs: 2 })
  await work()
  expect(await statusOf(`on_the_way_sms:${order_id}`)).toBe('Sent')
  const [shown] = await phone.received()
  expect(JSON.stringify(shown)).not.toContain(await pinOf(order_id))
  expect(await reportShown(world.deps, shown?.shown ?? '')).toMatchObject({ value: { saved: false } })
  expect(await statusOf(`on_the_way_sms:${order_id}`)).toBe('Sent')
})

test('what its kitchen takes back is not pushed, and more time is told after the yes', async () => {
  const { order_id, vendor } = await waiting()
  const phone = await phoneFor(order_id)
  await undoMove(world.deps, vendor, order_id)
  await acceptOrder(world.deps, vendor, { order_id, minutes: 15 })
  await giveMoreTime(world.deps, vendor, { order_id, minutes: 10 })
  const key = `accepted_sms:${order_id}`
  expect(await pushesBeside(key)).toEqual(['Queued'])
  await work(10)
  await work(1)
  const told = (await phone.received()).map(({ title, body }) => `${title}: ${body}`)
  expect(told[0]).toMatch(new RegExp(`is on your order: Order ${order_id}\\. Expect it`))
  expect(told[1]).toMatch(/^Your order comes later: Sorry, expect order \d+ .*because the restaurant needs longer\.$/)
  expect(told).toHaveLength(2)
  await undoMove(world.deps, vendor, order_id)
  expect(await statusOf(key)).toBe('Queued')
})

test('a phone rings for the orders of its link alone, until it is switched off', async () => {
  const first = await waiting()
  const second = await waiting()
  const phone = await phoneFor(first.order_id)
  const known = async (order_id: number) =>
    isCustomerSubscribed(world.deps.db, await tokenOf(order_id), phone.address.endpoint)
  expect([await known(first.order_id), await known(second.order_id)]).toEqual([true, false])
  await phoneFor(second.order_id, phone)
  await phoneFor(second.order_id, phone)
  expect([await known(first.order_id), await known(second.order_id)]).toEqual([true, true])
  await unsubscribeCustomer(world.deps.db, phone.address.endpoint)
  expect([await known(first.order_id), await known(second.order_id)]).toEqual([false, false])
})

test('an unknown link, another address and the browser of an account are refused; five phones suffice', async () => {
  const { order_id } = await waiting()
  const token = await tokenOf(order_id)
  const { address } = sandboxDevice(world.sandbox)
  const subscribe = (link: string, given = address) => subscribeCustomer(world.deps, link, given)
  expect(await subscribe('AAAAAAAAAAAAAAAA')).toMatchObject({ reason: 'not_found' })
  expect(await subscribe(token, { ...address, endpoint: 'https://10.0.0.1/x' })).toMatchObject({
    reason: 'bad_address',
  })
  const session = await insertSession(world.deps.db, await insertAccount(world.deps.db, 'rider'), world.clock.now())
  await subscribePush(world.deps, session, address)
  expect(await subscribe(token)).toMatchObject({ reason: 'bad_address' })
  await unsubscribeCustomer(world.deps.db, address.endpoint)
  expect(await world.deps.db.$count(push_subscriptions, eq(push_subscriptions.endpoint, address.endpoint))).toBe(1)
  for (let count = 0; count < 6; count++) {
    world.clock.advance(1)
    await phoneFor(order_id)
  }
  const [phones] = [await world.deps.db.select().from(checkout_devices)]
  const of_this = phones.filter(({ asked_at }) => asked_at.getTime() > world.clock.now().getTime() - 6000)
  expect(of_this).toHaveLength(5)
})

test('a report with another number is refused, also that of an account’s push', async () => {
  for (const id of ['', 'x', crypto.randomUUID()]) {
    expect(await reportShown(world.deps, id)).toMatchObject({ reason: 'not_found' })
  }
})

test('each push speaks in whole words, without PIN, and only what its reader can do without may be saved', () => {
  const now = world.clock.now()
  for (const key of Object.keys(customer_pushes) as TemplateKey[]) {
    const { samples, dispensable } = templateOf(key)
    const rings = { devices: [{ id: 'phone', is_own: true }], order_id: 12, path: '/track/x' }
    const message = { channel: 'sms' as const, dedupe_key: `${key}_sms:12`, to: '+234', rings }
    const [push, text] = withPushes({ ...message, text: { template: key, values: samples } }, now)
    if (push?.channel !== 'push' || text?.channel !== 'sms') throw new Error(key)
    const words = `${push.payload.title} ${push.payload.body}`
    expect(words).not.toMatch(/[{}]|0042|https?:/)
    expect(text.send_at !== undefined, key).toBe(dispensable === true)
    const of_friend = { ...rings, devices: [{ id: 'phone', is_own: false }] }
    const [, at_once] = withPushes({ ...message, rings: of_friend, text: { template: key, values: samples } }, now)
    expect(at_once?.send_at).toBeUndefined()
  }
  const saved = (Object.keys(message_templates) as TemplateKey[]).filter((key) => templateOf(key).dispensable)
  expect(saved.filter((key) => !customer_pushes[key])).toEqual(['paid', 'friend_came'])
})
