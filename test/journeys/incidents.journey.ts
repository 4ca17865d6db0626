import { eq, sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../domain/accounts/actor.ts'
import { deliveries, incidents, riders } from '../../domain/delivery/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { messages } from '../../domain/notifications/tables.ts'
import { refunds } from '../../domain/payments/tables.ts'
import { officeOn } from '../admin-office.ts'
import { assignedOrder, deliveryOf } from '../assigned-order.ts'
import { every_screen, newVisitor } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { insertRider } from '../rider.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { keysOf, ride } from '../tracked-order.ts'
import { dashboardIsKept, rider as ridersHands } from './rider.ts'

/** What others do appears within seconds, on a busy machine a little later. */
const patience = { timeout: 20_000 }
const no_line = [/net::ERR_/, /Failed to fetch/, /when fetching the script/]

const { app, browser } = await openJourney()
let admin: Actor

beforeAll(async () => {
  admin = await insertAccount(app.db, 'admin')
})
afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

/** An order whose rider has ridden for a while and stands at the door. */
async function atDoor() {
  const musa = await insertRider(app.db, { on_duty_since: null })
  const order_id = await assignedOrder(app, { admin, rider: musa }, { landmark: 'FUTA North Gate' })
  await ride(app, musa, order_id, 'pick_up')
  await app.db
    .update(deliveries)
    .set({ picked_up_at: sql`${deliveries.picked_up_at} - interval '30 minutes'` })
    .where(eq(deliveries.order_id, order_id))
  return { musa, order_id, keys: await keysOf(app, order_id) }
}

async function photo() {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = sharp({ create: { width: 800, height: 600, channels: 3, background: '#8a4b06', noise } })
  return { name: 'gate.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() }
}

const told = async (order_id: number) => {
  const rows = await app.db.select().from(messages)
  return rows.map(({ body }) => body).filter((body) => new RegExp(`\\b${order_id}\\b`).test(body))
}

describe.each(every_screen)('on a screen of $name', (screen) => {
  const test = everyOther(screen, every_screen)
  const { comes, adminComes, holdsUp, snap } = officeOn(screen, app, browser)
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  /** The form of each reason is there, and one of them is unfolded. */
  const unfolded = (found: Locator) => found.filter({ visible: true })

  test('nobody comes to the door: the rider waits, offline too, and leaves it where the customer reads', async () => {
    const { musa, order_id, keys } = await atDoor()
    const customer = await newVisitor(browser, screen)
    await customer.page.goto(`${app.url}/track/${keys.track_token}`)
    const page = await comes(musa.email, '/rider-dashboard', no_line)
    await page.getByText('I cannot hand it over…').waitFor()
    await dashboardIsKept(page)
    await page.context().setOffline(true)
    await page.getByText('You are offline. Your steps are kept.').waitFor()
    await page.getByText('I cannot hand it over…').click()
    const call = page.getByRole('article').getByRole('link', { name: /^Call ChowGate, 0800/ })
    expect(await call.getAttribute('href')).toBe('tel:08002469428')
    await holdsUp(page)
    await snap(page, 'cannot-hand-over')
    await press(page, 'Nobody comes to the door')
    await page.getByText('Waiting at the door: kept on this phone, not sent yet').waitFor()
    await page.getByRole('heading', { name: /^Waiting for/ }).waitFor()
    await snap(page, 'waits-offline')
    await page.context().setOffline(false)
    await customer.page.getByText(/is at your door and waits until/).waitFor(patience)
    await snap(customer.page, 'track-at-door')
    expect((await told(order_id)).some((body) => body.includes('at your door'))).toBe(true)

    await app.db.update(incidents).set({ waits_until: sql`now() - interval '1 minute'` })
    await page.reload()
    await page.getByRole('heading', { name: /did not come$/ }).waitFor()
    await unfolded(page.getByText('I leave it at a place')).click()
    await unfolded(page.getByLabel('At which place?')).selectOption('FUTA North Gate')
    await unfolded(page.getByLabel('Photo', { exact: true })).setInputFiles(await photo())
    await page.getByAltText('What you chose').waitFor()
    await holdsUp(page)
    await snap(page, 'leaves-it')
    await press(page, 'Do this')
    await expect.poll(async () => (await deliveryOf(app, order_id)).status, patience).toBe('Delivered')
    await customer.page.getByText(/left at FUTA North Gate at/).waitFor(patience)
    await snap(customer.page, 'track-left')
    expect(customer.complaints).toEqual([])
    await customer.leave()
  })

  test('who is off duty after an accident, with other food in hand, goes on duty again', async () => {
    const { musa } = await atDoor()
    const page = await comes(musa.email, '/rider-dashboard')
    await press(page, 'Go on duty')
    await page.getByRole('heading', { name: 'On duty', exact: true }).waitFor()
    // No offer of another walk reaches them.
    await app.db.update(riders).set({ on_duty_since: null }).where(eq(riders.user_id, musa.user_id))
  })

  test('a rider who cannot go on hands it to the next one, and an admin agrees to pay the way', async () => {
    const { musa, order_id, keys } = await atDoor()
    const page = await comes(musa.email, '/rider-dashboard')
    await page.getByText('I cannot hand it over…').click()
    await page.getByText('I cannot go on (phone, bike…)').click()
    await unfolded(page.getByText('Another rider gets it here')).click()
    await unfolded(page.getByLabel('At which place?')).selectOption('FUTA North Gate')
    await unfolded(page.getByLabel('What happened?')).fill('The chain broke')
    await snap(page, 'hands-on')
    await press(page, 'Do this')
    await page.getByRole('article').waitFor({ state: 'detached', ...patience })

    const bola = await insertRider(app.db, { name: 'Bola Ojo', on_duty_since: null })
    const desk = await adminComes('/admin/dispatch')
    const card = desk.getByRole('listitem').filter({ hasText: `Order ${order_id}` })
    await card
      .getByText(/The rider cannot go on: waits for the next rider \(FUTA North Gate\)/)
      .first()
      .waitFor()
    await snap(desk, 'dispatch-incident')
    await holdsUp(desk)
    await desk.getByRole('button', { name: `Pay the way of order ${order_id}` }).click()
    await desk.getByText('Agreed: the rider can now ask to be paid for it.').waitFor()
    await card.getByText('Give to a rider…').click()
    await card.getByLabel('Rider', { exact: true }).selectOption(bola.user_id)
    await card.getByRole('button', { name: 'Give it to this rider' }).click()
    await desk.getByText('The rider has it, and sees it now.').waitFor(patience)

    await page.goto(`${app.url}/rider/earnings`)
    await page.getByRole('heading', { name: 'Ways without a hand-over' }).waitFor()
    await page.getByText(/It is paid\.$/).waitFor()
    await snap(page, 'own-ways')
    await holdsUp(page)

    const next = await comes(bola.email, '/rider-dashboard')
    await next.getByRole('heading', { name: 'Meet Musa, who has the food' }).waitFor()
    await snap(next, 'meets-the-rider')
    await press(next, 'I am with Musa')
    await next.getByRole('heading', { name: 'Count the packs' }).waitFor()
    await press(next, 'Picked up')
    await next.getByRole('heading', { name: 'Bring it to the customer' }).waitFor()
    await ridersHands(next).handsOver(keys.pin)
    await expect.poll(async () => (await deliveryOf(app, order_id)).status, patience).toBe('Delivered')
  })

  test('nobody comes, it is tried again later, and then it is damaged: the money goes back', async () => {
    const { musa, order_id, keys } = await atDoor()
    const customer = await newVisitor(browser, screen)
    const page = await comes(musa.email, '/rider-dashboard')
    await page.getByText('I cannot hand it over…').click()
    await press(page, 'Nobody comes to the door')
    await expect.poll(async () => (await deliveryOf(app, order_id)).incident_id, patience).not.toBe(null)
    await app.db.update(incidents).set({ waits_until: sql`now() - interval '1 minute'` })
    await page.reload()
    await unfolded(page.getByText('I try again later')).click()
    await snap(page, 'tries-again')
    await holdsUp(page)
    await press(page, 'Do this')
    const trySms = (body: string) => body.includes(`tries again with order ${order_id}.`)
    await expect.poll(async () => (await told(order_id)).filter(trySms).length, patience).toBe(1)
    await customer.page.goto(`${app.url}/track/${keys.track_token}`)
    await customer.page.getByText('On the way to you').first().waitFor()
    await expect.poll(() => customer.page.getByText(/is at your door/).count(), patience).toBe(0)

    await page.getByText('I cannot hand it over…').click()
    await page.getByText('The food is damaged').click()
    await unfolded(page.getByLabel('What happened?')).fill('A pothole, and it is all over the bag')
    await press(page, 'Do this')
    // Without the photo that it needs the browser itself does not send it.
    const of_food = unfolded(page.getByLabel('Photo', { exact: true }))
    expect(await of_food.evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true)
    await of_food.setInputFiles(await photo())
    await snap(page, 'damaged')
    await holdsUp(page)
    await press(page, 'Do this')
    await page.getByRole('article').waitFor({ state: 'detached', ...patience })
    await customer.page.getByText('We are sorry about this order.').waitFor(patience)
    await customer.page
      .getByText(/₦[\d,.]+ (is on its way|was sent) back to/)
      .first()
      .waitFor(patience)
    await snap(customer.page, 'track-damaged')
    expect(customer.complaints).toEqual([])
    await customer.leave()
  })

  test('wrong food is back before its photo is through; its kitchen bears what the customer has again', async () => {
    const { musa, order_id, keys } = await atDoor()
    const page = await comes(musa.email, '/rider-dashboard')
    await page.getByText('I cannot hand it over…').click()
    await page.evaluate(() => {
      const { fetch } = window
      const failing: typeof fetch = async (asked, init) => {
        if (asked === '/uploads/picture') throw new TypeError('It does not get through')
        return fetch(asked, init)
      }
      window.fetch = failing
      window.addEventListener('line-is-better', () => {
        window.fetch = fetch
      })
    })
    await page.getByText('It is the wrong food').click()
    await unfolded(page.getByLabel('What happened?')).fill('The bag has beans for somebody else')
    await unfolded(page.getByLabel('Photo', { exact: true })).setInputFiles(await photo())
    await snap(page, 'wrong-food')
    await press(page, 'Do this')
    await page.getByRole('heading', { name: 'Bring it back to the kitchen' }).waitFor()
    await holdsUp(page)
    await press(page, 'The kitchen has it back')
    await page.getByText('Back at the kitchen: kept on this phone, not sent yet').waitFor()
    await page.getByText('Thank you. It is sent once its photo has got through.').waitFor()
    await snap(page, 'back-before-photo')
    await page.evaluate(() => window.dispatchEvent(new Event('line-is-better')))
    await page.getByRole('article').waitFor({ state: 'detached', ...patience })
    expect(await page.getByRole('list', { name: 'What was refused' }).count()).toBe(0)
    const [refund] = await app.db.select().from(refunds).where(eq(refunds.order_id, order_id))
    expect(refund).toMatchObject({ borne_by: 'vendor' })
    const customer = await newVisitor(browser, screen)
    await customer.page.goto(`${app.url}/track/${keys.track_token}`)
    await customer.page.getByText('We are sorry about this order.').waitFor()
    await snap(customer.page, 'track-wrong-food')
    await customer.leave()
  })

  test('a rider’s phone died: an admin decides, it returns to a closed kitchen, the customer reads why', async () => {
    const { order_id, keys } = await atDoor()
    const desk = await adminComes('/admin/dispatch', [/422/])
    const card = desk.getByRole('listitem').filter({ hasText: `Order ${order_id}` })
    await card.getByText('Cannot be handed over…').click()
    const decision =
      'Nobody comes to the door: goes back to the kitchen; rider paid as for any delivery, and for the way back'
    await card.getByLabel('What happens?').selectOption({ label: decision })
    await unfolded(card.getByLabel('How do you know?')).fill('Musa called from a shop')
    await snap(desk, 'admin-decides')
    await holdsUp(desk)
    await card.getByRole('button', { name: 'Decide', exact: true }).click()
    await desk.getByText('Decided: the customer, the kitchen and the rider are told.').waitFor(patience)
    await card.getByText('It is back…').click()
    await card.getByLabel('The kitchen is closed').check()
    await unfolded(card.getByLabel('How do you know?')).fill('Musa called again')
    await unfolded(card.getByRole('button', { name: 'Mark it' })).click()
    await desk.getByText('Noted: the food is back.').waitFor(patience)
    const { status } = await deliveryOf(app, order_id)
    expect(status).toBe('Delivered')
    const customer = await newVisitor(browser, screen)
    await customer.page.goto(`${app.url}/track/${keys.track_token}`)
    await customer.page.getByText(/Nobody took it at the door \(the restaurant was closed/).waitFor()
    await snap(customer.page, 'track-not-taken')
    await customer.leave()
  })
})

describe('without script', () => {
  test('each way out is a plain form', async () => {
    const { musa, order_id } = await atDoor()
    const context = await browser.newContext({ javaScriptEnabled: false })
    await logInBrowser(context, app.url, musa.email)
    const page = await context.newPage()
    await page.goto(`${app.url}/rider-dashboard`)
    await page.getByText('I cannot hand it over…').click()
    await page.getByRole('button', { name: 'Nobody comes to the door' }).click()
    await page.getByText('The customer is told that you wait.').waitFor()
    await page.getByText('I cannot hand it over…').click()
    await page.getByText('I had an accident').click()
    const form = page.locator('form').filter({ hasText: 'There is none left to bring' }).last()
    await form.getByText('I bring it back to the kitchen').click()
    await form.getByLabel('What happened?').fill('A dog ran into me')
    await form.getByRole('button', { name: 'Do this' }).click()
    await page.getByRole('heading', { name: 'Bring it back to the kitchen' }).waitFor()
    await page.getByRole('button', { name: 'The kitchen has it back' }).click()
    await page.getByText('Noted. Thank you for bringing it back.').waitFor()
    expect(await deliveryOf(app, order_id)).toMatchObject({ status: 'Waiting', rider_id: null })
    await context.close()
  })
})
