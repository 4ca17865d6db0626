import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { vendors } from '../../domain/catalog/tables.ts'
import { checkouts } from '../../domain/checkout/tables.ts'
import { riders } from '../../domain/delivery/tables.ts'
import { keepCases } from '../../domain/desk/keep-cases.ts'
import { messages } from '../../domain/notifications/tables.ts'
import { orders } from '../../domain/orders/tables.ts'
import { formatPhone, parsePhone } from '../../domain/phone.ts'
import { referrals } from '../../domain/promotions/tables.ts'
import { ada } from '../ada.ts'
import { fillRelease } from '../releases/fill.ts'
import { insertAccount, logIn } from '../sign-in.ts'
import { startTestApp, type TestApp } from '../start-app.ts'
import { createWorld, type World } from '../world.ts'

/** Of addresses that differ only by which row they open. */
const MOST_ALIKE = 2
/** These put the same rows into another sequence, or turn the pages of a list. */
const same_rows = ['sort', 'after', 'before', 'rows']
/** Each value of these is a list of its own. */
const of_lists = ['status', 'of']

/** A number that stands nowhere as an example. */
const ADAS_NUMBER = '+2349091827364'

let world: World
let app: TestApp
beforeAll(async () => {
  world = await createWorld({ time_scale: 1000 })
  await fillRelease(world)
  const { db } = world.deps
  await db.update(vendors).set({ phone: '+2347000000001' })
  await db.update(riders).set({ phone: '+2347000000002' })
  const number = parsePhone(ada.phone) ?? ''
  await db.update(checkouts).set({ phone: ADAS_NUMBER }).where(eq(checkouts.phone, number))
  await db.update(orders).set({ customer_phone: ADAS_NUMBER }).where(eq(orders.customer_phone, number))
  await db.update(messages).set({ recipient: ADAS_NUMBER }).where(eq(messages.recipient, number))
  await keepCases(world.deps)
  app = await startTestApp(undefined, world.clock, world.database, { works: false })
}, 600_000)
afterAll(async () => {
  await app?.stop()
  await world.sandbox.close()
})

/** Each way in which a customer's number or address of mail may be written. */
async function contactsOfCustomers(): Promise<readonly string[]> {
  const { db } = world.deps
  const bought = await db.select({ phone: checkouts.phone, email: checkouts.email }).from(checkouts)
  const brought = await db.select({ phone: referrals.friend_phone }).from(referrals)
  const phones = [...bought, ...brought].map(({ phone }) => phone)
  const written = phones.flatMap((phone) => [phone, `0${phone.slice(4)}`, formatPhone(phone)])
  return [...new Set([...bought.map(({ email }) => email), ...written])]
}

/** Asks every admin's address, and those to which the answers lead, as who only looks on; what told contacts. */
async function walk() {
  const contacts = await contactsOfCustomers()
  const { email } = await insertAccount(world.deps.db, 'admin', { admin_role: 'read_only' })
  const headers = { cookie: await logIn(app.url, email) }
  const to_ask = firstAddresses()
  const alike = new Map<string, number>()
  const [asked, telling] = [new Set<string>(), [] as string[]]
  for (let address = to_ask.shift(); address !== undefined; address = to_ask.shift()) {
    const shape = shapeOf(address)
    const seen = alike.get(shape ?? '') ?? 0
    if (asked.has(address) || shape === null || seen === MOST_ALIKE) continue
    asked.add(address)
    alike.set(shape, seen + 1)
    const answer = await fetch(app.url + address, { headers, redirect: 'manual' })
    const text = await answer.text()
    if (answer.status >= 500) throw new Error(`${address}: ${answer.status}`)
    const told = contacts.filter((contact) => text.includes(contact))
    if (told.length > 0) telling.push(`${address}: ${told.slice(0, 3).join(', ')}`)
    const links = text.matchAll(/href="(\/(?:admin\/|order-summary|track\/)[^"#]*)/g)
    to_ask.push(...[...links].map(([, href = '']) => href.replaceAll('&amp;', '&')))
  }
  return { asked, telling }
}

/** What an address has in common with others that show the same of other rows; null where it has nothing of its own. */
function shapeOf(address: string): string | null {
  const { pathname, searchParams } = new URL(address, app.url)
  if (same_rows.some((name) => searchParams.has(name))) return null
  const names = [...searchParams].map(([name, value]) => (of_lists.includes(name) ? `${name}=${value}` : name))
  const path = pathname.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '1')
  return `${path}?${names.toSorted().join('&')}`
}

function firstAddresses(): string[] {
  const paths = [...readFileSync('app/routes.ts', 'utf8').matchAll(/route\('(admin\/[^']+)'/g)].map(([, path]) => path)
  const screens = paths.filter((path = '') => !path.includes(':')).map((path) => `/${path}`)
  const searched = ['/admin/search?q=CHOW-', '/admin/search?q=Ada', '/admin/orders?q=Ada', '/back-office/notifications']
  return [...searched, ...screens]
}

test('who only looks on reads no number and no address of mail of a customer, wherever they look', async () => {
  const { asked, telling } = await walk()
  expect(telling).toEqual([])
  for (const some of [
    '/admin/orders/',
    '/admin/cases/',
    '/admin/transactions?',
    '/admin/referrals',
    '/admin/refunds?',
  ]) {
    expect([...asked].filter((address) => address.startsWith(some))).not.toEqual([])
  }
  expect(asked.size).toBeGreaterThan(80)
}, 600_000)

test('what it looks for stands where others read it', async () => {
  const contacts = await contactsOfCustomers()
  const { email } = await insertAccount(world.deps.db, 'admin', { admin_role: 'finance' })
  const headers = { cookie: await logIn(app.url, email) }
  for (const address of ['/admin/transactions', '/admin/referrals', '/admin/orders?order=1', '/admin/cases']) {
    const text = await (await fetch(app.url + address, { headers })).text()
    expect([address, contacts.some((contact) => text.includes(contact))]).toEqual([address, true])
  }
})
