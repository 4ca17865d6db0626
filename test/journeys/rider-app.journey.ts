import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../domain/accounts/actor.ts'
import { makeOffer } from '../../domain/delivery/offers/make-offer.ts'
import { activateRider } from '../../domain/delivery/riders/decide-rider.ts'
import { deliveries, riders } from '../../domain/delivery/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { notifications } from '../../domain/notifications/tables.ts'
import { completeOrder } from '../../domain/orders/complete-order.ts'
import { deliverOrder } from '../../domain/orders/deliver-order.ts'
import { orders } from '../../domain/orders/tables.ts'
import { payouts } from '../../domain/payouts/tables.ts'
import { actingOn, placedOrder, readyOrder, readyTogether } from '../accepted-order.ts'
import { deliveryOf } from '../assigned-order.ts'
import { every_screen, newVisitor, type Visitor } from '../browser.ts'
import { wrongPin } from '../delivery.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { insertRider } from '../rider.ts'
import { holdsUp, readsInTheSun, snap } from '../screen-checks.ts'
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

describe.each(every_screen)('on a screen of $name', (screen) => {
  const test = everyOther(screen, every_screen)
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
    const { order_id, owner } = await placedOrder(app)
    const at_the_south_gate = { customer_latitude: 7.29298, customer_longitude: 5.14986 }
    await app.db.update(orders).set(at_the_south_gate).where(eq(orders.id, order_id))
    await completeOrder(actingOn(app), owner, order_id)
    await page.getByRole('heading', { name: 'A delivery for you' }).waitFor({ timeout: 40_000 })
    // The small map has the way to the door's area, in letters that are read while riding.
    const area = page.locator('svg').getByText('FUTA South Gate')
    await area.waitFor()
    expect((await area.boundingBox())?.height).toBeGreaterThan(11)
    await holdsUp(page)
    await snap(page, 'offer')
    await hands.accepts()
    // The next step is visible on a small phone without scrolling.
    const next = await page.getByRole('button', { name: 'Arrived at the kitchen' }).boundingBox()
    expect((next?.y ?? 0) + (next?.height ?? 0)).toBeLessThanOrEqual(600)
    await holdsUp(page)
    await readsInTheSun(page, '.outdoors')
    await snap(page, 'to-the-kitchen')
    await hands.arrives()
    await holdsUp(page)
    await snap(page, 'packs')
    await hands.picksUp('2', 'The soup has a pack of its own')
    await page.getByRole('link', { name: 'WhatsApp' }).waitFor()
    await holdsUp(page)
    await readsInTheSun(page, '.outdoors')
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
    // All that is recorded, and who sees what.
    await page.getByText('1 taken, 0 declined, 0 without an answer').waitFor()
    await page.getByText('1 by what the customer was promised first, 0 later').waitFor()
    await page.getByText('Nobody has rated yet').waitFor()
    const besides = page.getByRole('heading', { name: 'What our support sees besides' })
    expect(await besides.locator('xpath=following-sibling::*[1]').textContent()).toBe('Nothing.')
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

  test('an offer that is declined or withdrawn goes away; of a trip one order is given back', async () => {
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
    // Off duty meanwhile, so that the dispatcher offers none of them alone.
    const onDuty = (since: Date | null) =>
      app.db.update(riders).set({ on_duty_since: since }).where(eq(riders.user_id, musa.user_id))
    await onDuty(null)
    const trip = await Promise.all((await readyTogether(app, 3)).map((id) => deliveryOf(app, id)))
    // In the sequence that was planned, which is not that of the orders.
    const [first, middle, last] = trip.toReversed()
    if (!first || !middle || !last) throw new Error('No trip')
    const delivery_ids = [first.id, middle.id, last.id]
    await onDuty(new Date())
    await makeOffer(actingOn(app), { rider_id: musa.user_id, delivery_ids, now: new Date() })
    await page.getByRole('heading', { name: '3 deliveries on one way' }).waitFor({ timeout: 40_000 })
    await expect.poll(() => page.title()).toMatch(/^\(1\) New offer · /)
    await snap(page, 'offer-over-earnings')
    await holdsUp(page)
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByText('It is yours. Safe trip!').waitFor()
    await page.getByText('It is yours. Safe trip!').waitFor({ state: 'detached' })
    await expect.poll(() => page.title()).toMatch(/^\(1\) Unread · Earnings/)
    await page.goto(`${app.url}/rider-dashboard`)
    // One stands open, and what is to be done with it is visible without scrolling; the others are folded below it.
    const cards = page.getByRole('article')
    const inHand = async () =>
      (await cards.getByText(/Order \d+$/).allTextContents()).map((text) => text.replace(/.*(?=Order)/, ''))
    const named = (...of: { order_id: number }[]) => of.map((one) => `Order ${one.order_id}`)
    await cards.getByText('1 of 3').waitFor()
    expect(await inHand()).toEqual(named(first, middle, last))
    const next = await page.getByRole('button', { name: 'Arrived at the kitchen' }).boundingBox()
    expect((next?.y ?? 0) + (next?.height ?? 0)).toBeLessThanOrEqual(600)
    await snap(page, 'a-trip-of-three')
    await holdsUp(page)
    await cards.nth(2).getByText('3 of 3').click()
    await cards.nth(2).getByText('I cannot take it…').click()
    await cards.nth(2).getByLabel('Reason').fill('My tyre is flat')
    await cards.nth(2).getByRole('button', { name: 'Give it back' }).click()
    await cards.getByText('1 of 2').waitFor()
    await expect.poll(async () => (await deliveryOf(app, last.order_id)).rider_id).toBe(null)
    expect((await deliveryOf(app, order_id)).rider_id).toBe(null)

    // Who has come for one has come for both; then one pack after the other, and one door after the other.
    await hands.arrives()
    for (const { order_id } of [first, middle]) {
      await expect.poll(async () => (await deliveryOf(app, order_id)).status).toBe('At vendor')
    }
    const press = (name: string) => cards.first().getByRole('button', { name, exact: true }).click()
    await press('Picked up')
    await expect.poll(inHand).toEqual(named(middle, first))
    await press('Picked up')
    await expect.poll(inHand).toEqual(named(first, middle))
    await page.getByRole('heading', { name: 'Bring it to the customer' }).first().waitFor()
    await snap(page, 'two-doors')
    for (const { order_id } of [first, middle]) {
      await expect.poll(async () => (await inHand())[0]).toBe(`Order ${order_id}`)
      const { pin } = await keysOf(app, order_id)
      await cards.first().getByLabel('The customer’s PIN').fill(pin)
      await press('Handed over')
      await expect.poll(async () => (await deliveryOf(app, order_id)).status).toBe('Delivered')
    }
    await cards.first().waitFor({ state: 'detached' })
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
