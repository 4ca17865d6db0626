import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect } from 'vitest'
import type { Actor } from '../../domain/accounts/actor.ts'
import { vendors } from '../../domain/catalog/tables.ts'
import { withdrawOrder } from '../../domain/checkout/track/withdraw-order.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { reactions } from '../../domain/reactions.ts'
import { axeFindings } from '../axe.ts'
import { isAwake, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertAccount } from '../sign-in.ts'
import { keysOf } from '../tracked-order.ts'
import { visitorsOn } from '../visitors.ts'
import { insertVendor } from '../world.ts'
import { customer } from './customer.ts'

const { app, browser } = await openJourney()
let kitchen: Awaited<ReturnType<typeof insertVendor>>
let owner: Actor

afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

const newOrder = async () => {
  kitchen = await insertVendor(app.db, { name: 'Iya Bose Buka', email: `${crypto.randomUUID()}@example.com` })
  owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
  return keysOf(app, await paidOrderFor(app, kitchen))
}
const deps = { db: app.db, clock: { now: () => new Date() }, announce: reactions({ public_url: app.url }) }
const accepts = (order_id: number) => acceptOrder(deps, owner, { order_id, minutes: 15 })

/** Waits until this phone can open the page of an address without a line, with `words` in it. */
async function isKept(page: Page, path: string, words = ''): Promise<void> {
  const kept = () =>
    page.evaluate(async (address) => {
      const found = await caches.match(address, { ignoreVary: true })
      return navigator.serviceWorker.controller && found ? found.text() : ''
    }, path)
  await expect.poll(kept).toContain(words || '</html>')
}

/** The page that this phone keeps of an address is from so much longer ago. */
async function isFromBefore(page: Page, path: string, older_ms: number): Promise<void> {
  await page.evaluate(
    async ([address, longer_ms]) => {
      const cache = await caches.open('customer-pages')
      const kept = await cache.match(address, { ignoreVary: true })
      const headers = new Headers(kept?.headers)
      headers.set('kept-at', String(Number(headers.get('kept-at')) - longer_ms))
      await cache.put(address, new Response(await kept?.text(), { headers }))
    },
    [path, older_ms] as const,
  )
}

const minutesLeft = (page: Page) => page.getByText(/^in about \d+ minutes/)
const minutes = async (page: Page) => Number(/\d+/.exec((await minutesLeft(page).textContent()) ?? '')?.[0])

/** What the browser says that it could unpack an answer with. */
async function dictionaryFor(page: Page, path: string): Promise<string | undefined> {
  const asked = page.waitForRequest(`**${path}`)
  await page.evaluate((address) => fetch(address, { cache: 'no-cache' }).then((answer) => answer.text()), path)
  return (await (await asked).allHeaders())['available-dictionary']
}

const as_of = /^You are offline\. This is as of \d\d:\d\d\.$/

describe.each(screens)('a customer without a line, on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const visits = visitorsOn(screen, browser)
  const comes = async (path: string) => {
    const { page, context } = await visits([/ERR_|Failed to load|Failed to fetch/])
    const opens = (address: string) => page.goto(app.url + address)
    await opens(path)
    // A page on a slow line wakes at the first touch.
    await page.keyboard.press('Tab')
    return { page, opens, line: (there: boolean) => context.setOffline(!there) }
  }

  walk('menu, cart, orders, receipt and tracking with the PIN open as they were seen last', async () => {
    const { order_id, track_token, pin } = await newOrder()
    const menu = `/restaurant/${kitchen.slug}`
    const { page, opens, line } = await comes(menu)
    await isKept(page, menu)
    await opens(`/track/${track_token}`)
    await page.getByRole('heading', { name: 'Waiting for the restaurant', level: 2 }).waitFor()
    await isAwake(page)
    await accepts(order_id)
    await page.getByText(pin, { exact: true }).waitFor()
    await isKept(page, `/track/${track_token}`, pin)
    // On the way by links, of which only data is asked for.
    await page.getByRole('link', { name: 'Receipt' }).click()
    await page.getByRole('heading', { name: 'Payment Confirmed' }).waitFor()
    const receipt = new URL(page.url()).pathname + new URL(page.url()).search
    await isKept(page, receipt)
    await page.getByRole('link', { name: 'Follow your order' }).click()
    await page.getByText(pin, { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Your orders', exact: true }).last().click()
    await page.getByRole('heading', { name: 'Your orders' }).waitFor()
    await isKept(page, '/orders')

    await line(false)
    await opens(`/track/${track_token}`)
    await page.getByText(as_of).waitFor()
    await page.getByText(pin, { exact: true }).waitFor()
    await isAwake(page)
    await snap(page, 'tracking')
    await holdsUp(page)
    await opens(receipt)
    await page.getByText(as_of).waitFor()
    await page.getByRole('heading', { name: 'Payment Confirmed' }).waitFor()
    await snap(page, 'receipt')
    await opens('/orders')
    await page.getByText(as_of).waitFor()
    await page.getByText('No connection: we cannot look just now.').waitFor()
    await page.getByRole('link', { name: 'Iya Bose Buka' }).click()
    await page.waitForURL('**/track/*')
    await page.getByText(pin, { exact: true }).waitFor()
    await page.getByText(as_of).waitFor()

    await opens(menu)
    await page.getByText(as_of).waitFor()
    await customer(page, app.url).adds('Jollof Rice')
    await page.getByRole('button', { name: /^Open cart/ }).click()
    await page.getByRole('dialog', { name: 'Cart' }).getByText('Jollof Rice').waitFor()
    await snap(page, 'menu')
    await page.getByRole('button', { name: 'Close cart' }).click()

    await line(true)
    await page.getByText(as_of).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Open cart, 1 item' }).waitFor()

    // The browser has the menu as a dictionary (app/page/dictionaries.ts), answers nobody with it, and keeps the new.
    await app.db.update(vendors).set({ name: 'Iya Bose at the Gate' }).where(eq(vendors.user_id, kitchen.user_id))
    await expect.poll(async () => (await fetch(app.url + menu)).text()).toContain('Iya Bose at the Gate')
    await opens(menu)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Iya Bose at the Gate')
    const as_it_is = Buffer.from(await (await fetch(app.url + menu)).arrayBuffer())
    const hash = createHash('sha256').update(as_it_is).digest('base64')
    await expect.poll(() => dictionaryFor(page, '/restaurants')).toBe(`:${hash}:`)
  })

  walk('the minutes on a kept page are those left now, by the pace of this phone', async () => {
    const { order_id, track_token } = await newOrder()
    await accepts(order_id)
    const path = `/track/${track_token}`
    const { page, opens, line } = await comes(path)
    await isKept(page, path)
    const at_first = await minutes(page)
    await line(false)
    await isFromBefore(page, path, 10 * 60_000)
    await opens(path)
    await page.getByText(as_of).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => minutes(page)).toBeLessThanOrEqual(at_first - 10)
    await line(true)
    await page.getByText(as_of).waitFor({ state: 'detached' })
    await expect.poll(() => minutes(page)).toBeGreaterThan(at_first - 10)
  })

  walk('every other page says that there is no line, what is kept, and comes by itself', async () => {
    const { track_token } = await newOrder()
    const { page, opens, line } = await comes(`/track/${track_token}`)
    await isKept(page, `/track/${track_token}`)
    await line(false)
    await opens('/checkout')
    await page.getByRole('heading', { name: 'You are offline' }).waitFor()
    await page.getByText('Your cart and what you typed are kept on this phone.').waitFor()
    await snap(page, 'offline')
    await holdsUp(page)
    await page.getByRole('link', { name: 'Waiting for the restaurant' }).click()
    await page.getByText(as_of).waitFor()
    for (const path of ['/pay/a-link', '/join/a-link', '/group/a-link', '/delivery']) {
      await opens(path)
      await page.getByRole('heading', { name: 'You are offline' }).waitFor()
    }
    expect(await axeFindings(page)).toEqual([])
    await line(true)
    await page.getByRole('heading', { name: 'You are offline' }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  walk('the open page says when its line dropped and when it is back, and shows the order under way', async () => {
    const { order_id, track_token } = await newOrder()
    const { page, opens, line } = await comes(`/track/${track_token}`)
    await isAwake(page)
    await opens(`/restaurant/${kitchen.slug}`)
    await page.keyboard.press('Tab')
    const under_way = page.getByRole('complementary', { name: 'Your order' })
    await under_way.getByRole('link', { name: `Order ${order_id} is waiting for the restaurant, there by` }).waitFor()
    await holdsUp(page)
    await line(false)
    const news = page.locator('#page-news')
    await news.getByText(/^You have been offline since \d\d:\d\d\. What you see is from before\.$/).waitFor()
    await snap(page, 'under-way')
    await line(true)
    await news.getByText('You are online again.').waitFor()
    await accepts(order_id)
    await opens('/')
    await page.keyboard.press('Tab')
    // What is known for half a minute is not asked for again.
    await under_way.getByText(`Order ${order_id} is`).waitFor()
    await page.evaluate(() => localStorage.removeItem('orderUnderWay'))
    await page.reload()
    await page.keyboard.press('Tab')
    await under_way.getByText(`Order ${order_id} is being cooked, there by`).waitFor()
    await under_way.getByRole('link').click()
    await page.getByRole('heading', { name: 'The restaurant is cooking', level: 2 }).waitFor()
    await under_way.waitFor({ state: 'detached' })
    // A later one that is over does not hide it.
    const later = await newOrder()
    await opens(`/track/${later.track_token}`)
    await page.keyboard.press('Tab')
    await isAwake(page)
    await withdrawOrder(deps, later.track_token)
    await opens('/')
    await page.keyboard.press('Tab')
    await under_way.getByText(`Order ${order_id} is being cooked, there by`).waitFor()
  })

  walk('a copy from before what was sent says so, and waits for who unfolded a form', async () => {
    const { track_token } = await newOrder()
    const { page, line } = await comes(`/track/${track_token}`)
    await isKept(page, `/track/${track_token}`)
    await line(false)
    await page.getByText('Cancel this order').click()
    await page.getByRole('button', { name: /^Yes, cancel order/ }).click()
    // Who has cancelled may think otherwise by the time that the line is back, so it does not go by itself.
    await page.getByText('Perhaps not sent, you were offline: that you cancel the order. We do not know').waitFor()
    const from_before = page.getByText(/This is as of \d\d:\d\d, from before what you sent last\.$/)
    await from_before.waitFor()
    await snap(page, 'from-before')
    await isAwake(page)
    // What follows an awake page has to be there before the form is unfolded.
    await page.waitForTimeout(3000)
    await page.getByText('Cancel this order').click()
    await line(true)
    await page.waitForTimeout(6000)
    expect(await from_before.isVisible()).toBe(true)
    await page.getByText('Cancel this order').click()
    await from_before.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Waiting for the restaurant', level: 2 }).waitFor()
  })

  walk('a receipt that a back office opens is neither kept nor remembered, nor is what it leads to', async () => {
    const { track_token } = await newOrder()
    const { page, opens } = await comes(`/track/${track_token}?desk=1`)
    await page.getByRole('heading', { name: 'Waiting for the restaurant', level: 2 }).waitFor()
    await page.getByRole('link', { name: 'Receipt' }).click()
    await page.waitForURL('**/order-summary?order=*&desk=1')
    await page.reload()
    await isAwake(page)
    await page.getByRole('link', { name: 'Follow your order' }).click()
    await page.waitForURL(`**/track/${track_token}?desk=1`)
    await page.getByRole('heading', { name: 'Waiting for the restaurant', level: 2 }).waitFor()
    await opens('/orders')
    await isKept(page, '/orders')
    await page.getByText('No orders yet.').waitFor()
    const kept = await page.evaluate(async () => (await (await caches.open('customer-pages')).keys()).map((k) => k.url))
    expect(kept.filter((url) => /track|order-summary/.test(url))).toEqual([])
  })

  walk('accounts are never kept, nor an order that is not paid; a forgotten one is forgotten', async () => {
    const { order_id, track_token } = await newOrder()
    const { page, opens } = await comes(`/track/${track_token}`)
    await isKept(page, `/track/${track_token}`)
    for (const path of ['/login', '/register', '/checkout', '/order-summary', '/vendor-dashboard']) await opens(path)
    const buyer = customer(page, app.url)
    await buyer.comesToPay(kitchen, 'Jollof Rice')
    const unpaid = new URL(page.url()).pathname + new URL(page.url()).search
    await page.reload()
    await page.getByRole('button', { name: /^Pay ₦/ }).waitFor()
    await opens('/orders')
    await isKept(page, '/orders')
    const kept = () =>
      page.evaluate(async () => {
        const keys = await (await caches.open('customer-pages')).keys()
        return keys.map(({ url }) => new URL(url).pathname + new URL(url).search)
      })
    const allowed = ['/orders', `/restaurant/${kitchen.slug}`, `/track/${track_token}`]
    expect((await kept()).filter((path) => !allowed.includes(path))).toEqual([])
    expect(await kept()).not.toContain(unpaid)
    await page.getByRole('button', { name: `Forget order ${order_id}` }).click()
    await expect.poll(kept).not.toContain(`/track/${track_token}`)
  })
})
