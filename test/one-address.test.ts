import { eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { afterAll, expect, test } from 'vitest'
import { action as register } from '../app/account/register.tsx'
import { action as askForLink } from '../app/account/reset-password.tsx'
import { action as updatePassword } from '../app/account/update-password.tsx'
import { action as attemptPayment } from '../app/endpoints/payment-attempt.ts'
import { action as reportShown } from '../app/endpoints/push-shown.ts'
import { VISITOR_HEADER } from '../app/request/visitor.ts'
import { type AppServices, services_context } from '../app/services.ts'
import { action as checkOut } from '../app/storefront/checkout/checkout.tsx'
import { action as startGroup } from '../app/storefront/group-order/start.tsx'
import { action as payOnPage } from '../app/storefront/order-summary/order-summary.tsx'
import { action as track } from '../app/storefront/track/track.tsx'
import { mailAskedLinks } from '../domain/accounts/mail-links.ts'
import { paymentPages } from '../domain/checkout/payment/payment-page.ts'
import { checkouts } from '../domain/checkout/tables.ts'
import { order_keys } from '../domain/delivery/tables.ts'
import { findViolations } from '../domain/invariants/invariants.ts'
import { messages } from '../domain/notifications/tables.ts'
import { orders } from '../domain/orders/tables.ts'
import { createAtOnce } from '../server/at-once.ts'
import { createRateLimit } from '../server/rate-limit.ts'
import { ada } from './ada.ts'
import { deliveryWorld } from './delivery.ts'
import { quick_passwords } from './quick-passwords.ts'
import { insertVendor, startedCheckout, worldOfFile } from './world.ts'

/** A campus, or a mobile operator, may share one address: a stranger behind it keeps nobody from what is their own. */
const world = await worldOfFile()
const { deps } = world
const { db } = deps
const kitchen = await insertVendor(db)
afterAll(async () => expect(await findViolations(db)).toEqual([]))

const HERE = '10.0.0.1'

/** The routes with limits of their own, asked from one address. */
function routes() {
  const limits = { ...createRateLimit(db, crypto.randomUUID()), enter: createAtOnce() }
  const public_url = 'http://localhost:3000'
  const paymentPage = paymentPages({ ...deps, ...limits })
  const services = { ...deps, ...limits, paymentPage, public_url, log: console, auth: { passwords: quick_passwords } }
  const context = new RouterContextProvider()
  context.set(services_context, services as unknown as AppServices)
  type Action = (args: never) => unknown
  const post = async (action: Action, fields: Record<string, string> = {}, { path = '/', params = {} } = {}) => {
    const headers = { [VISITOR_HEADER]: HERE }
    const request = new Request(public_url + path, { method: 'POST', body: new URLSearchParams(fields), headers })
    try {
      return statusOf(await action({ request, context, params } as never))
    } catch (thrown) {
      if (thrown instanceof Error) throw thrown
      return statusOf(thrown)
    }
  }
  return { post, limits }
}

const statusOf = (answer: unknown): number =>
  answer instanceof Response ? answer.status : ((answer as { init?: ResponseInit | null }).init?.status ?? 200)

async function many(times: number, send: () => Promise<number>): Promise<number[]> {
  const statuses = new Set<number>()
  for (let sent = 0; sent < times; sent++) statuses.add(await send())
  return [...statuses]
}

async function paidOrder() {
  const [order] = await deliveryWorld(world).paidOrders([kitchen])
  const order_id = order?.id ?? 0
  const [keys] = await db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  return { order_id, key: keys?.track_token ?? '' }
}

const cartOf = (name: string) =>
  JSON.stringify([{ vendor_id: kitchen.user_id, name, price_kobo: 150_000, quantity: 1 }])

test('empty checkouts keep nobody from ordering, and complete ones are counted', async () => {
  const { post, limits } = routes()
  for (let taken = 0; taken < 299; taken++) await limits.allow('checkout', HERE)
  const cart = { _cart: cartOf('Jollof Rice'), _key: crypto.randomUUID() }
  expect(await many(5, () => post(checkOut))).toEqual([422])
  expect(await many(5, () => post(checkOut, cart))).toEqual([422])
  // One is left, and it is whoever orders that has it.
  expect(await post(checkOut, { ...ada, ...cart })).toBe(302)
  const stored = await db.$count(checkouts)
  expect(await post(checkOut, { ...ada, ...cart, _key: crypto.randomUUID() })).toBe(429)
  expect(await db.$count(checkouts)).toBe(stored)
})

test('group orders that are started by nobody keep nobody from starting one, or from ordering', async () => {
  const { post, limits } = routes()
  for (let taken = 0; taken < 299; taken++) await limits.allow('group_start', HERE)
  const start = (key: string) => post(startGroup, { key }, { params: { id: kitchen.user_id } })
  expect(await many(5, () => start(''))).toEqual([422])
  expect(await start('A'.repeat(24))).toBe(422)
  expect(await start('A'.repeat(24))).toBe(429)
  expect(await post(checkOut, { ...ada, _cart: cartOf('Jollof Rice'), _key: crypto.randomUUID() })).toBe(302)
})

test('what is asked about a payment is counted by its link, and unknown links for nobody', async () => {
  const { post } = routes()
  const own = (await startedCheckout(world)).link_token
  const strangers = (await startedCheckout(world)).link_token
  const ask = (order: string) => post(attemptPayment, { order, intent: 'confirm' })
  expect(await many(70, () => post(attemptPayment))).toEqual([404])
  expect(await many(70, () => ask('A'.repeat(24)))).toEqual([404, 429])
  expect(await many(70, () => ask(strangers))).toEqual([200, 429])
  expect(await ask(own)).toBe(200)
  const onPage = (order: string) => post(payOnPage, { wait: 'on' }, { path: `/order-summary?order=${order}` })
  expect(await onPage(own)).toBe(302)
  expect(await onPage(strangers)).toBe(429)
})

test('the provider is asked for twenty pages of a checkout a minute, and then it reads that it goes on', async () => {
  const { post } = routes()
  const onPage = (order: string) => post(payOnPage, { wait: 'on' }, { path: `/order-summary?order=${order}` })
  const { link_token } = await startedCheckout(world)
  expect(await many(20, () => onPage(link_token))).toEqual([302])
  expect(await onPage(link_token)).toBe(429)
  expect(await onPage((await startedCheckout(world)).link_token)).toBe(302)
})

test('neither reports of pushes nor other orders use up what a customer may do with an order', async () => {
  const { post } = routes()
  const own = await paidOrder()
  const strangers = await paidOrder()
  const onPage = (token: string, fields: Record<string, string>) => post(track, fields, { params: { token } })
  const write = (key: string) => onPage(key, { intent: 'note', note: 'At the blue gate' })
  expect(await many(70, () => post(reportShown, { id: 'x' }))).toEqual([404, 429])
  expect(await post(reportShown, { id: crypto.randomUUID() })).toBe(404)
  expect(await many(70, () => write('A'.repeat(24)))).toEqual([404])
  expect(await many(70, () => write(strangers.key))).toContain(429)
  expect(await write(own.key)).toBe(303)
  expect(await onPage(own.key, { intent: 'withdraw', track_token: own.key })).toBe(303)
  const [order] = await db.select({ status: orders.status }).from(orders).where(eq(orders.id, own.order_id))
  expect(order?.status).toBe('Cancelled')
})

test('empty registrations and links that do not work keep nobody from an account', async () => {
  const { post, limits } = routes()
  for (let taken = 0; taken < 119; taken++) {
    await limits.allow('sign_up', HERE)
    await limits.allow('password_reset', HERE)
  }
  expect(await many(5, () => post(register, { email: 'bose', role: 'vendor' }))).toEqual([422])
  expect(await many(5, () => post(askForLink, { email: 'bose' }))).toEqual([422])
  const bose = { email: 'bose@example.com', password: 'seven green goats', role: 'vendor' }
  expect(await post(register, bose)).toBe(200)
  expect(await post(register, { ...bose, email: 'tola@example.com' })).toBe(429)
  expect(await post(askForLink, { email: bose.email })).toBe(200)
  expect(await post(askForLink, { email: bose.email })).toBe(429)
  const chosen = { password: 'nine green goats', confirmation: 'nine green goats' }
  expect(await post(updatePassword, { token: 'A'.repeat(24), ...chosen })).toBe(429)
  await mailAskedLinks(deps)
  const mails = await db.select().from(messages).where(eq(messages.recipient, bose.email))
  const tokens = mails.flatMap(({ body }) => /update-password\?token=([\w-]+)/.exec(body)?.[1] ?? [])
  expect(await post(updatePassword, { token: tokens[0] ?? '', ...chosen })).toBe(200)
})
