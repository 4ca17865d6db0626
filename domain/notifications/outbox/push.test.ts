import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { smtp } from '../../../adapters/messages/smtp.ts'
import { control } from '../../../test/control.ts'
import { sendDueMessages } from '../../../test/due-work.ts'
import { insertDevice, insertSession } from '../../../test/pushes.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { createWorld, insertVendor, jollofFor, startedCheckout, type World } from '../../../test/world.ts'
import type { Actor, Role } from '../../accounts/actor.ts'
import { sessions } from '../../accounts/tables.ts'
import { settleCheckout } from '../../checkout/settlement/settle-checkout.ts'
import { type NewNotification, notifyUsers } from '../bell/bell.ts'
import { messages, push_subscriptions } from '../tables.ts'
import { isSubscribed, subscribePush, unsubscribePush } from './subscribe-push.ts'

let world: World
let mail: ReturnType<typeof smtp>

beforeAll(async () => {
  world = await createWorld()
  mail = smtp({ smtp_url: `smtp://127.0.0.1:${world.sandbox.smtp_port}`, from: 'orders@chowgate.example' })
})
afterAll(async () => {
  mail.close()
  await world.close()
})
beforeEach(() => control(world).reset())

const sessionOf = (actor: Actor) => insertSession(world.deps.db, actor, world.clock.now())

/** Somebody with one device. */
async function somebody(role: Role) {
  const session = await sessionOf(await insertAccount(world.deps.db, role))
  return { ...session, device: await insertDevice(world, session.actor, session) }
}

/** Sends all that is due, and answers the outcomes of these devices' messages. */
async function sent(...endpoints: string[]): Promise<string[]> {
  const sms = { name: 'none', send: async () => ({ sent: true as const, gateway_message_id: null }) }
  const devices = await world.deps.db
    .select({ id: push_subscriptions.id })
    .from(push_subscriptions)
    .where(inArray(push_subscriptions.endpoint, endpoints))
  while ((await sendDueMessages({ ...world.deps, sms, mail })) > 0);
  return statuses(devices.map(({ id }) => id))
}

async function statuses(devices: string[]): Promise<string[]> {
  const rows = await world.deps.db.select().from(messages).where(inArray(messages.recipient, devices))
  return rows.map(({ status }) => status)
}

const notify = (news: NewNotification) => world.deps.db.transaction((tx) => notifyUsers(tx, [news], world.clock.now()))

test('a new order rings every device of its kitchen, once, and nobody else', async () => {
  const kitchen = await insertVendor(world.deps.db, { email: 'rings@example.com' })
  const owner = await insertAccount(world.deps.db, 'vendor', { user_id: kitchen.user_id })
  const [phone, tablet] = [await insertDevice(world, owner), await insertDevice(world, owner)]
  const other = await somebody('vendor')
  const checkout = await startedCheckout(world, [jollofFor(kitchen, 1)])
  const paid = await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
  await settleCheckout(world.deps, {
    tx_ref: checkout.tx_ref,
    provider_transaction_id: String(paid.transaction_id),
  })
  expect(await sent(phone.address.endpoint, tablet.address.endpoint)).toEqual(['Sent', 'Sent'])
  const [rung, ...more] = await phone.received()
  expect(more).toEqual([])
  expect(rung).toMatchObject({
    title: 'ChowGate: New order',
    body: expect.stringContaining('Jollof Rice'),
    url: expect.stringMatching(/^\/vendor-order\/\d+$/),
    urgency: 'high',
  })
  expect(rung?.topic).toBe(rung?.tag)
  expect(rung?.ttl_seconds).toBe(30 * 60)
  // Each with a number of its own, by which the device says that it showed it.
  expect(rung?.shown).toEqual(expect.any(String))
  expect(await tablet.received()).toEqual([{ ...rung, shown: expect.any(String) }])
  expect(await other.device.received()).toEqual([])
})

test('an offer that nobody could send in time is dropped, not sent late', async () => {
  const { actor, device } = await somebody('rider')
  await control(world).behave({ push: '503' })
  await notify({ user_id: actor.user_id, kind: 'offer', text: 'A delivery for you: ₦500' })
  expect(await sent(device.address.endpoint)).toEqual(['Queued'])
  await control(world).behave({ push: 'ok' })
  world.clock.advance(46)
  expect(await sent(device.address.endpoint)).toEqual(['Expired'])
  expect(await device.received()).toEqual([])
})

test('a push service that is back within the time gets the rest of it', async () => {
  const { actor, device } = await somebody('rider')
  await control(world).behave({ push: '503' })
  await notify({ user_id: actor.user_id, kind: 'offer', text: 'A delivery for you: ₦500' })
  await sent(device.address.endpoint)
  await control(world).behave({ push: 'ok' })
  world.clock.advance(15)
  expect(await sent(device.address.endpoint)).toEqual(['Sent'])
  expect(await device.received()).toMatchObject([{ ttl_seconds: 30, tag: 'offer', url: '/rider-dashboard' }])
})

test.each(['410', '403'])(
  'a device that its push service does not know any more, or not with our key, is forgotten: %s',
  async (push) => {
    const { actor, device } = await somebody('admin')
    await control(world).behave({ push })
    await notify({ user_id: actor.user_id, kind: 'payout', text: 'A transfer failed' })
    expect(await sent(device.address.endpoint)).toEqual(['Expired'])
    expect(await isSubscribed(world.deps.db, actor, device.address.endpoint)).toBe(false)
  },
)

test('logging out takes the device along, also from what is still queued', async () => {
  const { actor, session_id, device } = await somebody('vendor')
  const [row] = await world.deps.db
    .select()
    .from(push_subscriptions)
    .where(eq(push_subscriptions.endpoint, device.address.endpoint))
  await notify({ user_id: actor.user_id, kind: 'payout', text: '₦45,000 was sent' })
  await world.deps.db.delete(sessions).where(eq(sessions.id, session_id))
  await sent()
  expect(await statuses([row?.id ?? ''])).toEqual(['Expired'])
  expect(await device.received()).toEqual([])
})

test('a browser rings for the one who switched it on last, and only that one switches it off', async () => {
  const first = await somebody('vendor')
  const { endpoint } = first.device.address
  const second = await sessionOf(await insertAccount(world.deps.db, 'rider'))
  await unsubscribePush(world.deps, second.actor, endpoint)
  expect(await isSubscribed(world.deps.db, first.actor, endpoint)).toBe(true)
  await subscribePush(world.deps, second, first.device.address)
  await subscribePush(world.deps, second, first.device.address)
  expect(await isSubscribed(world.deps.db, first.actor, endpoint)).toBe(false)
  expect(await isSubscribed(world.deps.db, second.actor, endpoint)).toBe(true)
  await unsubscribePush(world.deps, second.actor, endpoint)
  expect(await isSubscribed(world.deps.db, second.actor, endpoint)).toBe(false)
})

test('what was queued for who had the browser before does not ring for who has it now', async () => {
  const first = await somebody('vendor')
  const { address } = first.device
  const device = () =>
    world.deps.db.select().from(push_subscriptions).where(eq(push_subscriptions.endpoint, address.endpoint))
  const [before] = await device()
  await notify({ user_id: first.actor.user_id, kind: 'payout', text: '₦45,000 was sent' })
  const second = await sessionOf(await insertAccount(world.deps.db, 'rider'))
  await subscribePush(world.deps, second, address)
  const [after] = await device()
  await sent()
  expect(await statuses([before?.id ?? ''])).toEqual(['Expired'])
  expect(await first.device.received()).toEqual([])
  world.clock.advance(1)
  await subscribePush(world.deps, second, address)
  expect(await device()).toMatchObject([{ id: after?.id, created_at: world.clock.now() }])
})

test('of two who switch the same browser on at once, one has it, under an id of its own', async () => {
  const { device, actor } = await somebody('vendor')
  const { address } = device
  const [before] = await world.deps.db
    .select()
    .from(push_subscriptions)
    .where(eq(push_subscriptions.endpoint, address.endpoint))
  const others = await Promise.all(
    Array.from({ length: 4 }, async () => sessionOf(await insertAccount(world.deps.db, 'rider'))),
  )
  await Promise.all(others.map((other) => subscribePush(world.deps, other, address)))
  const rows = await world.deps.db
    .select()
    .from(push_subscriptions)
    .where(eq(push_subscriptions.endpoint, address.endpoint))
  expect(rows).toHaveLength(1)
  expect(rows[0]?.id).not.toBe(before?.id)
  expect(rows[0]?.user_id).not.toBe(actor.user_id)
})

test('an old browser that is switched on again counts as new', async () => {
  const { device, ...session } = await somebody('vendor')
  const old = await somebody('rider')
  for (let count = 0; count < 10; count++) {
    world.clock.advance(1)
    await insertDevice(world, session.actor, session)
  }
  world.clock.advance(1)
  await subscribePush(world.deps, session, old.device.address)
  expect(await isSubscribed(world.deps.db, session.actor, old.device.address.endpoint)).toBe(true)
})

test('what is no address of a browser is refused, and ten devices are enough', async () => {
  const { device, ...session } = await somebody('vendor')
  for (const address of [
    { ...device.address, endpoint: 'https://10.0.0.1/push' },
    { ...device.address, p256dh: 'AAAA' },
  ]) {
    expect(await subscribePush(world.deps, session, address)).toMatchObject({ reason: 'bad_address' })
  }
  for (let count = 0; count < 10; count++) {
    world.clock.advance(1)
    await insertDevice(world, session.actor, session)
  }
  const devices = await world.deps.db.$count(push_subscriptions, eq(push_subscriptions.user_id, session.actor.user_id))
  expect(devices).toBe(10)
  expect(await isSubscribed(world.deps.db, session.actor, device.address.endpoint)).toBe(false)
})
