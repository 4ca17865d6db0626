import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect } from 'vitest'
import { food, vendors } from '../../domain/catalog/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { kobo } from '../../domain/money.ts'
import { isAwake, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { postForm } from '../sign-in.ts'
import { keysOf } from '../tracked-order.ts'
import { visitorsOn } from '../visitors.ts'
import { insertVendor } from '../world.ts'
import { customer } from './customer.ts'

const { app, browser } = await openJourney()
let kitchen: Awaited<ReturnType<typeof insertVendor>>

afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

/** Two plates of a kitchen of its own, cancelled again: an order that is over. */
async function pastOrder() {
  kitchen = await insertVendor(app.db, { name: 'Iya Bose Buka', email: `${crypto.randomUUID()}@example.com` })
  const keys = await keysOf(app, await paidOrderFor(app, kitchen, 2))
  const { track_token } = keys
  await postForm(app.url, `/track/${track_token}`, { intent: 'withdraw', track_token })
  return keys
}

const nowCosts = (naira: number) =>
  app.db
    .update(food)
    .set({ price: kobo(naira * 100) })
    .where(eq(food.vendor_id, kitchen.user_id))

/** As this phone kept it before its dishes were kept. */
const remembers = (page: Page, { track_token, order_id }: { track_token: string; order_id: number }) =>
  page.addInitScript(
    ([key, id]) => {
      if (localStorage.getItem('myOrders')) return
      const order = { track_token: key, order_ids: [id], vendors: ['Iya Bose Buka'], seen_at: '2026-01-05T12:00:00Z' }
      localStorage.setItem('myOrders', JSON.stringify([order]))
    },
    [track_token, order_id] as const,
  )

describe.each(screens)('what was ordered is had again, on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const visits = visitorsOn(screen, browser)
  const comes = async () => (await visits([/404/])).page

  walk('in two taps: Order again, and Proceed', async () => {
    const keys = await pastOrder()
    const page = await comes()
    await remembers(page, keys)
    const asked: string[] = []
    page.on('request', (request) => request.url().endsWith('/dishes') && asked.push(request.url()))
    await page.goto(`${app.url}/orders`)
    await page.getByText('2 × Jollof Rice · ₦3,600').waitFor()
    await page.getByText('cancelled', { exact: true }).waitFor()
    await snap(page, 'orders')
    await holdsUp(page)
    await page.reload()
    await page.getByText('2 × Jollof Rice · ₦3,600').waitFor()
    expect(asked, 'an old order is filled in once').toHaveLength(1)

    const again = page.getByRole('button', { name: `Order again what was order ${keys.order_id}` })
    const cart = page.getByRole('dialog', { name: 'Cart' })
    await again.click()
    await cart.getByText('₦1,500 × 2 = ₦3,000').waitFor()
    await snap(page, 'orders-again')
    // Once more, there are no more of it.
    await page.goto(`${app.url}/orders`)
    await again.click()
    await cart.getByText('₦1,500 × 2 = ₦3,000').waitFor()
    expect(await customer(page, app.url).cartStorage()).toHaveLength(1)
    await cart.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()
    await page.getByRole('button', { name: 'Open cart, 2 items' }).waitFor()
    expect(await page.context().cookies()).toEqual([])
  })

  walk('with what changed since: a price, then a kitchen that is closed', async () => {
    const keys = await pastOrder()
    const page = await comes()
    await remembers(page, keys)
    await nowCosts(1600)
    await page.goto(`${app.url}/orders`)
    const again = page.getByRole('button', { name: /^Order again/ })
    await again.click()
    await page.getByText('This changed since you ordered it:').waitFor()
    await page.getByText('Jollof Rice now costs ₦1,600 (it was ₦1,500).').waitFor()
    await isAwake(page)
    await page.getByRole('main').getByRole('button', { name: 'Open cart', exact: true }).waitFor()
    await snap(page, 'orders-again-changed')
    await holdsUp(page)
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()
    await page.getByRole('button', { name: 'Open cart, 2 items' }).waitFor()

    await page.evaluate(() => localStorage.removeItem('cart'))
    await app.db
      .update(vendors)
      .set({ paused_until: new Date(Date.now() + 3_600_000) })
      .where(eq(vendors.user_id, kitchen.user_id))
    await page.goto(`${app.url}/orders`)
    await again.click()
    await page.getByText(/^Jollof Rice: Iya Bose Buka does not take orders now/).waitFor()
    await isAwake(page)
    await page.getByRole('main').getByRole('button', { name: 'Open cart', exact: true }).click()
    await page.getByRole('dialog', { name: 'Cart' }).getByRole('link', { name: 'See the restaurants' }).waitFor()
  })

  walk('from the home page, which shows what was ordered last on its first screen', async () => {
    const keys = await pastOrder()
    const page = await comes()
    await remembers(page, keys)
    await page.goto(app.url)
    await page.keyboard.press('Tab')
    const last = page.getByRole('link', { name: 'Order again from Iya Bose Buka: 2 × Jollof Rice' })
    await last.waitFor()
    const box = await last.boundingBox()
    expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(screen.viewport.height)
    await snap(page, 'home-again')
    await holdsUp(page)
    await last.click()
    await page.getByRole('button', { name: `Order again what was order ${keys.order_id}` }).waitFor()
    await page.getByRole('complementary', { name: 'Your order' }).waitFor({ state: 'detached' })
  })

  walk('without script too, from the tracking page; another’s link is one that does not exist', async () => {
    const { track_token } = await pastOrder()
    await nowCosts(1700)
    const { viewport, hasTouch, isMobile } = screen
    const context = await browser.newContext({ viewport, hasTouch, isMobile, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${app.url}/track/${track_token}`)
    await snap(page, 'no-script-over')
    await page.getByRole('button', { name: 'Order again' }).click()
    await page.getByText('Jollof Rice now costs ₦1,700 (it was ₦1,500).').waitFor()
    await page.getByText('₦1,700 × 2 = ₦3,400').waitFor()
    await snap(page, 'no-script-again')
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()
    await context.close()

    const others = await postForm(app.url, '/track/AAAAAAAAAAAAAAAA', { intent: 'again' })
    expect(others.status).toBe(404)
    expect(others.headers.get('set-cookie')).toBeNull()
    const dishes = await fetch(`${app.url}/track/AAAAAAAAAAAAAAAA/dishes`)
    expect([dishes.status, dishes.headers.get('x-robots-tag'), await dishes.json()]).toEqual([404, 'noindex', null])
    const full = Array.from({ length: 30 }, (_, row) => ({
      ...{ vendor_id: kitchen.user_id, name: `Zobo ${row}`, price_kobo: 1, quantity: 1 },
    }))
    const value = Buffer.from(JSON.stringify({ id: 'b'.repeat(22), lines: full })).toString('base64')
    const refused = await fetch(`${app.url}/track/${track_token}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: `cart=${encodeURIComponent(value)}`, origin: app.url },
      body: new URLSearchParams({ intent: 'again' }),
    })
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/cart?again=too-much'])
    const told = await fetch(`${app.url}/cart?again=too-much`)
    expect(await told.text()).toContain('So many dishes do not fit into the cart at once.')
  })
})
