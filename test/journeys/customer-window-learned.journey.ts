import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect } from 'vitest'
import type { Actor } from '../../domain/accounts/actor.ts'
import { order_promises } from '../../domain/delivery/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { reactions } from '../../domain/reactions.ts'
import { isAwake, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertAccount } from '../sign-in.ts'
import { keysOf } from '../tracked-order.ts'
import { visitorsOn } from '../visitors.ts'
import { insertVendor } from '../world.ts'

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

  walk('a window that a kept page learns of on a slow line is counted from then', async () => {
    const { order_id, track_token } = await newOrder()
    const of_order = eq(order_promises.order_id, order_id)
    const promised = await app.db.select().from(order_promises).where(of_order)
    await app.db.delete(order_promises).where(of_order)
    const path = `/track/${track_token}`
    const { page, opens, line } = await comes(path)
    await isKept(page, path, 'Waiting for the restaurant')
    await line(false)
    await isFromBefore(page, path, 10 * 60_000)
    await opens(path)
    await page.getByText(as_of).waitFor()
    expect(await minutesLeft(page).count()).toBe(0)
    // Too slow for the page to come anew as a whole.
    await page.route('**/health', () => {})
    await page.keyboard.press('Tab')
    await isAwake(page)
    await app.db.insert(order_promises).values(promised)
    await accepts(order_id)
    await line(true)
    await minutesLeft(page).waitFor()
    const learned = await minutes(page)
    expect(await page.getByText(as_of).count()).toBe(0)
    await page.reload()
    expect(learned).toBeGreaterThanOrEqual(await minutes(page))
  })
})
