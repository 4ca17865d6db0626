import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../domain/accounts/actor.ts'
import { makeOffer } from '../../domain/delivery/offers/make-offer.ts'
import { activateRider } from '../../domain/delivery/riders/decide-rider.ts'
import { deliveries } from '../../domain/delivery/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { notifications } from '../../domain/notifications/tables.ts'
import { deliverOrder } from '../../domain/orders/deliver-order.ts'
import { payouts } from '../../domain/payouts/tables.ts'
import { actingOn, readyOrder } from '../accepted-order.ts'
import { deliveryOf } from '../assigned-order.ts'
import { newVisitor, screens, type Visitor } from '../browser.ts'
import { wrongPin } from '../delivery.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { insertRider } from '../rider.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { keysOf } from '../tracked-order.ts'
import { rider as ridersHands } from './rider.ts'

const { app, browser } = await openJourney()
let admin: Actor

beforeAll(async () => {
  admin = await insertAccount(app.db, 'admin')
})
afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

const face = async () => ({
  name: 'face.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 400, height: 400, channels: 3, background: '#8a4b06' } })
    .jpeg()
    .toBuffer(),
})

describe.each(screens)('on a screen of $name', (screen) => {
  const test = everyOther(screen)
  let visitor: Visitor
  afterEach(async () => {
    const { complaints } = visitor
    await visitor.leave()
    // No rider of another test gets the next offer, and no order of another test is offered.
    await app.db.execute('update riders set on_duty_since = null')
    for (const { order_id } of await app.db.select({ order_id: deliveries.order_id }).from(deliveries)) {
      await deliverOrder(actingOn(app), admin, { order_id })
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
    await holdsUp(page)
    await snap(page, 'registration')
    await hands.sendsRegistration()
    await holdsUp(page)
    await snap(page, 'waiting')
    expect((await activateRider(actingOn(app), admin, musa.user_id)).ok).toBe(true)

    await page.goto(`${app.url}/rider-dashboard`)
    await hands.goesOnDuty()
    await holdsUp(page)
    await snap(page, 'on-duty')
    const order_id = await readyOrder(app)
    await page.getByRole('heading', { name: 'A delivery for you' }).waitFor({ timeout: 40_000 })
    await holdsUp(page)
    await snap(page, 'offer')
    await hands.accepts()
    // The next step is visible on a small phone without scrolling.
    const next = await page.getByRole('button', { name: 'Arrived at the vendor' }).boundingBox()
    expect((next?.y ?? 0) + (next?.height ?? 0)).toBeLessThanOrEqual(600)
    await holdsUp(page)
    await snap(page, 'to-the-kitchen')
    await hands.arrives()
    await holdsUp(page)
    await snap(page, 'packs')
    await hands.picksUp('2', 'The soup has a pack of its own')
    await page.getByRole('link', { name: 'WhatsApp' }).waitFor()
    await holdsUp(page)
    await snap(page, 'at-the-door')
    const { pin } = await keysOf(app, order_id)
    await hands.handsOver(wrongPin(pin))
    await page.getByText(/This is not the PIN|The PIN was not right/).waitFor()
    await hands.handsOver(pin)
    await page.getByText('Bring it to the customer').waitFor({ state: 'detached' })
    await expect.poll(async () => (await deliveryOf(app, order_id)).status).toBe('Delivered')
    expect((await deliveryOf(app, order_id)).packs).toBe(2)

    await page.goto(`${app.url}/rider/history`)
    await page.getByText('Delivered', { exact: true }).waitFor()
    await holdsUp(page)
    await snap(page, 'history')
    await page.goto(`${app.url}/rider/earnings`)
    await page.getByText('Iya Bose Buka').waitFor()
    await holdsUp(page)
    await snap(page, 'earnings')
    await page.getByRole('button', { name: 'Request for Payout' }).click()
    await holdsUp(page)
    await snap(page, 'payout')
    await page.getByRole('button', { name: 'Confirm Request' }).click()
    await page.getByText('Payout request sent!').waitFor()
    await page.getByText('Pending').waitFor()
    const asked = await app.db.select().from(payouts).where(eq(payouts.rider_id, musa.user_id))
    expect(asked).toMatchObject([{ amount: (await deliveryOf(app, order_id)).pay, status: 'Pending' }])
  })

  test('an offer that is declined or withdrawn goes away; what was taken can be given back', async () => {
    const musa = await insertRider(app.db, { on_duty_since: null })
    const page = await comes(musa, '/rider-dashboard')
    const hands = ridersHands(page)
    await hands.goesOnDuty()
    const order_id = await readyOrder(app)
    await page.getByRole('heading', { name: 'A delivery for you' }).waitFor({ timeout: 40_000 })
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByRole('heading', { name: 'A delivery for you' }).waitFor({ state: 'detached' })

    const second = await deliveryOf(app, await readyOrder(app))
    await makeOffer(actingOn(app), { rider_id: musa.user_id, delivery_ids: [second.id], now: new Date() })
    await page.getByRole('heading', { name: 'A delivery for you' }).waitFor({ timeout: 40_000 })
    await deliverOrder(actingOn(app), admin, { order_id: second.order_id })
    await page.getByRole('heading', { name: 'A delivery for you' }).waitFor({ state: 'detached' })

    // Whichever page is open, the offer comes up over it; once it is taken nothing counts as new.
    await page.goto(`${app.url}/rider/earnings`)
    const third = await deliveryOf(app, await readyOrder(app))
    await makeOffer(actingOn(app), { rider_id: musa.user_id, delivery_ids: [third.id], now: new Date() })
    await page.getByRole('heading', { name: 'A delivery for you' }).waitFor({ timeout: 40_000 })
    await expect.poll(() => page.title()).toMatch(/^\(1\) New offer · /)
    await snap(page, 'offer-over-earnings')
    await holdsUp(page)
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByText('It is yours. Safe trip!').waitFor()
    await page.getByText('It is yours. Safe trip!').waitFor({ state: 'detached' })
    await expect.poll(() => page.title()).toMatch(/^\(1\) Unread · Earnings/)
    await page.goto(`${app.url}/rider-dashboard`)
    await page.getByRole('heading', { name: 'Go to the kitchen' }).waitFor()
    await page.getByText('I cannot take it…').click()
    await page.getByLabel('Reason').fill('My tyre is flat')
    await page.getByRole('button', { name: 'Give it back' }).click()
    await page.getByText('Go to the kitchen').waitFor({ state: 'detached' })
    expect((await deliveryOf(app, third.order_id)).rider_id).toBe(null)
    expect((await deliveryOf(app, order_id)).rider_id).toBe(null)
  })
})

test('without script: why offers stopped, the way back, and an offer over another page', async () => {
  const musa = await insertRider(app.db, { on_duty_since: null })
  const news = { kind: 'sent_off_duty', text: 'You are off duty', created_at: new Date() } as const
  await app.db.insert(notifications).values({ user_id: musa.user_id, ...news })
  const context = await browser.newContext({ javaScriptEnabled: false })
  await logInBrowser(context, app.url, musa.email)
  const page = await context.newPage()
  await page.goto(`${app.url}/rider/earnings`)
  await page.getByText('Three offers in a row passed without an answer').waitFor()
  await page.getByRole('button', { name: 'I am back' }).click()
  await page.getByText('You are on duty. Offers ring here.').waitFor()
  expect(await page.getByText('Three offers in a row passed').count()).toBe(0)
  const { id } = await deliveryOf(app, await readyOrder(app))
  await makeOffer(actingOn(app), { rider_id: musa.user_id, delivery_ids: [id], now: new Date() })
  await page.goto(`${app.url}/account-security`)
  await page.getByRole('heading', { name: 'A delivery for you' }).waitFor()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.getByText('It is yours. Safe trip!').waitFor()
  await page.getByRole('heading', { name: 'Go to the kitchen' }).waitFor()
  await context.close()
})
