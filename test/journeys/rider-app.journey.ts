import { eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../domain/accounts/actor.ts'
import { activateRider } from '../../domain/delivery/decide-rider.ts'
import { makeOffer } from '../../domain/delivery/make-offer.ts'
import { deliveries, order_keys } from '../../domain/delivery/tables.ts'
import { acceptOrder } from '../../domain/orders/accept-order.ts'
import { completeOrder } from '../../domain/orders/complete-order.ts'
import { deliverOrder } from '../../domain/orders/deliver-order.ts'
import { findViolations } from '../../domain/payments/invariants.ts'
import { payouts } from '../../domain/payouts/tables.ts'
import { reactions } from '../../domain/reactions.ts'
import { axeFindings } from '../axe.ts'
import { launchBrowser, newVisitor, screens, type Visitor } from '../browser.ts'
import { wrongPin } from '../delivery.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertRider } from '../rider.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { startTestApp, type TestApp } from '../start-app.ts'
import { insertVendor } from '../world.ts'
import { rider as ridersHands } from './rider.ts'

let app: TestApp
let browser: Browser
let admin: Actor

beforeAll(async () => {
  app = await startTestApp()
  browser = await launchBrowser()
  admin = await insertAccount(app.db, 'admin')
})
afterAll(async () => {
  await browser?.close()
  await app?.stop()
})
afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

const deps = () => ({
  db: app.db,
  clock: { now: () => new Date() },
  announce: reactions({ public_url: app.url }),
})

/** An order whose food is ready, and its delivery. */
async function readyOrder() {
  const kitchen = await insertVendor(app.db, {
    name: 'Iya Bose Buka',
    email: `${crypto.randomUUID()}@example.com`,
  })
  const owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
  const order_id = await paidOrderFor(app, kitchen)
  await acceptOrder(deps(), owner, { order_id, minutes: 5 })
  await completeOrder(deps(), owner, order_id)
  return order_id
}

async function deliveryOf(order_id: number) {
  const [delivery] = await app.db.select().from(deliveries).where(eq(deliveries.order_id, order_id))
  if (!delivery) throw new Error(`Order ${order_id} has no delivery`)
  return delivery
}

async function pinOf(order_id: number): Promise<string> {
  const [key] = await app.db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  return key?.pin ?? ''
}

const face = async () => ({
  name: 'face.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 400, height: 400, channels: 3, background: '#8a4b06' } })
    .jpeg()
    .toBuffer(),
})

describe.each(screens)('on a screen of $name', (screen) => {
  let visitor: Visitor
  afterEach(async () => {
    const { complaints } = visitor
    await visitor.leave()
    // Nobody else's test gets the next offer, nor an order that is left over.
    await app.db.execute('update riders set on_duty_since = null')
    for (const { order_id } of await app.db.select({ order_id: deliveries.order_id }).from(deliveries)) {
      await deliverOrder(deps(), admin, { order_id })
    }
    expect(complaints).toEqual([])
  })

  const comes = async (actor: Actor, path: string, expected: RegExp[] = []) => {
    visitor = await newVisitor(browser, screen, expected)
    await logInBrowser(visitor.context, app.url, actor.email)
    await visitor.page.goto(app.url + path)
    return visitor.page
  }

  test('from the registration to the payout', async () => {
    const musa = await insertAccount(app.db, 'rider')
    const page = await comes(musa, '/rider-dashboard')
    const hands = ridersHands(page)
    await page.getByRole('link', { name: 'Register as a rider' }).click()
    await page.getByLabel('Full name').fill('Musa')
    await page.waitForResponse((response) => response.url().endsWith('/rider/draft'))
    await page.reload()
    expect(await page.getByLabel('Full name').inputValue()).toBe('Musa')
    await hands.registers(await face())
    await fits(page, 'registration')
    await hands.sendsRegistration()
    await fits(page, 'waiting')
    expect((await activateRider(deps(), admin, musa.user_id)).ok).toBe(true)

    await page.goto(`${app.url}/rider-dashboard`)
    await hands.goesOnDuty()
    await fits(page, 'on-duty')
    const order_id = await readyOrder()
    await page.getByRole('heading', { name: 'A delivery for you' }).waitFor({ timeout: 40_000 })
    await fits(page, 'offer')
    await hands.accepts()
    await fits(page, 'to-the-kitchen')
    await hands.arrives()
    await fits(page, 'packs')
    await hands.picksUp('2')
    await page.getByRole('link', { name: 'WhatsApp' }).waitFor()
    await fits(page, 'at-the-door')
    const pin = await pinOf(order_id)
    await hands.handsOver(wrongPin(pin))
    await page.getByText(/This is not the PIN|The PIN was not right/).waitFor()
    await hands.handsOver(pin)
    await page.getByText('Bring it to the customer').waitFor({ state: 'detached' })
    await expect.poll(async () => (await deliveryOf(order_id)).status).toBe('Delivered')
    expect((await deliveryOf(order_id)).packs).toBe(2)

    await page.goto(`${app.url}/rider/history`)
    await page.getByText('Delivered', { exact: true }).waitFor()
    await fits(page, 'history')
    await page.goto(`${app.url}/rider/earnings`)
    await page.getByText('Iya Bose Buka').waitFor()
    await fits(page, 'earnings')
    await page.getByRole('button', { name: 'Request for Payout' }).click()
    await fits(page, 'payout')
    await page.getByRole('button', { name: 'Confirm Request' }).click()
    await page.getByText('Payout request sent!').waitFor()
    await page.getByText('Pending').waitFor()
    const asked = await app.db.select().from(payouts).where(eq(payouts.rider_id, musa.user_id))
    expect(asked).toMatchObject([{ amount: (await deliveryOf(order_id)).pay, status: 'Pending' }])
  })

  test('an offer that is declined or withdrawn goes away; what was taken can be given back', async () => {
    const musa = await insertRider(app.db, { on_duty_since: null })
    const page = await comes(musa, '/rider-dashboard')
    const hands = ridersHands(page)
    const order_id = await readyOrder()
    await hands.goesOnDuty()
    await page.getByRole('heading', { name: 'A delivery for you' }).waitFor({ timeout: 40_000 })
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('heading', { name: 'A delivery for you' }).waitFor({ state: 'detached' })

    const second = await deliveryOf(await readyOrder())
    await makeOffer(deps(), { rider_id: musa.user_id, delivery_ids: [second.id], now: new Date() })
    await page.getByRole('heading', { name: 'A delivery for you' }).waitFor({ timeout: 40_000 })
    await deliverOrder(deps(), admin, { order_id: second.order_id })
    await page.getByRole('heading', { name: 'A delivery for you' }).waitFor({ state: 'detached' })

    const third = await deliveryOf(await readyOrder())
    await makeOffer(deps(), { rider_id: musa.user_id, delivery_ids: [third.id], now: new Date() })
    await hands.accepts()
    await page.getByText('I cannot take it…').click()
    await page.getByLabel('Reason').fill('My tyre is flat')
    await page.getByRole('button', { name: 'Give it back' }).click()
    await page.getByText('Go to the kitchen').waitFor({ state: 'detached' })
    expect((await deliveryOf(third.order_id)).rider_id).toBe(null)
    expect((await deliveryOf(order_id)).rider_id).toBe(null)
  })

  const fits = async (page: Page, name: string) => {
    expect(await axeFindings(page)).toEqual([])
    const folder = process.env['SHOTS']
    if (folder) {
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.screenshot({
          path: `${folder}/${name}-${screen.viewport.width}-${scheme}.png`,
          fullPage: true,
        })
      }
      await page.emulateMedia({ colorScheme: 'light' })
    }
    await page.setViewportSize({ width: 320, height: 740 })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await page.setViewportSize(screen.viewport)
    expect(over).toBeLessThanOrEqual(0)
  }
})
