import { eq, notInArray } from 'drizzle-orm'
import { afterEach, describe, expect } from 'vitest'
import { windowText } from '../../app/storefront/window-words.ts'
import { movableClock } from '../../domain/clock.ts'
import { assignDelivery } from '../../domain/delivery/offers/assign-delivery.ts'
import { pickUp } from '../../domain/delivery/steps/take-step.ts'
import { order_promises, riders } from '../../domain/delivery/tables.ts'
import { messages } from '../../domain/notifications/tables.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { completeOrder } from '../../domain/orders/complete-order.ts'
import { deliverOrder } from '../../domain/orders/deliver-order.ts'
import { orders } from '../../domain/orders/tables.ts'
import { actingOn } from '../accepted-order.ts'
import { deliveryOf } from '../assigned-order.ts'
import { newVisitor, screens, type Visitor } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertRider } from '../rider.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { startTestApp } from '../start-app.ts'
import { insertVendor } from '../world.ts'
import { customer } from './customer.ts'

// It stands still, so that pages that are opened one after the other speak of the same moment.
const clock = movableClock(new Date())
const told = /between (\d\d:\d\d) and (\d\d:\d\d)/

const { app, browser } = await openJourney({}, () => startTestApp(undefined, clock))
let visitor: Visitor

const admin = await insertAccount(app.db, 'admin')

afterEach(async () => {
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
  // What waits makes windows longer, and it lapses in the middle of the next walk.
  const open = await app.db
    .select()
    .from(orders)
    .where(notInArray(orders.status, ['Delivered', 'Cancelled']))
  for (const { id: order_id } of open) {
    await deliverOrder({ ...actingOn(app), clock }, admin, { order_id, reason: 'The customer called' })
  }
})

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const cartIsToldOneWindow = (who: 'somebody' | 'nobody') => async () => {
    await app.db.update(riders).set({ on_duty_since: null })
    if (who === 'somebody') await insertRider(app.db, { on_duty_since: clock.now() })
    // What the app knew of its riders for a second is old by now; nobody told it of these.
    clock.advance(2)
    const kitchen = await insertVendor(app.db, { name: `Mama Put ${crypto.randomUUID().slice(0, 8)}` })
    visitor = await newVisitor(browser, screen)
    const { page } = visitor
    const ada = customer(page, app.url)
    // The cart stands closed beside each page.
    const nobody = page.locator('#content').getByText(/Nobody is on duty/)

    await page.goto(`${app.url}/restaurants?q=${encodeURIComponent(kitchen.name ?? '')}`)
    await page.getByLabel('Deliver to:').selectOption('Jadesola Hall')
    const card = page.locator(`[data-window="${kitchen.user_id}"]`)
    await card.getByText(who === 'nobody' ? 'No rider right now' : told).waitFor()
    const on_card = textOf(await card.textContent())
    // With nobody on duty no time is told before the summary asks whether the customer can wait.
    expect(on_card === undefined).toBe(who === 'nobody')
    const [, fee = 'no fee'] = / · delivery (₦\d+)/.exec((await card.textContent()) ?? '') ?? []
    await holdsUp(page)
    await snap(page, `same-window-list-${who}`)

    await ada.opensRestaurant(kitchen)
    await card.getByText(/ · delivery ₦/).waitFor()
    expect(textOf(await card.textContent())).toBe(on_card)
    await snap(page, `same-window-menu-${who}`)

    await ada.adds('Zobo')
    await page.getByRole('button', { name: /^Open cart/ }).click()
    const cart = page.getByRole('dialog', { name: 'Cart' })
    await cart.getByText(`Delivery ${fee}`).waitFor()
    expect(textOf(await cart.textContent())).toBe(on_card)
    expect(await cart.getByText(/Nobody is on duty/).count()).toBe(who === 'nobody' ? 1 : 0)
    await snap(page, `same-window-cart-${who}`)
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()

    const form = page.locator('form', { has: page.getByLabel('First Name') })
    await form.getByText(`Delivery ${fee}`).waitFor()
    expect(textOf(await form.textContent())).toBe(on_card)
    expect(await form.getByText(/Nobody is on duty/).count()).toBe(who === 'nobody' ? 1 : 0)
    await holdsUp(page)
    await snap(page, `same-window-checkout-${who}`)
    await ada.fillsForm()
    await ada.proceeds()
    await ada.reachesSummary()

    const on_summary = textOf(await page.getByText(told).first().textContent())
    if (who === 'somebody') expect(on_summary).toBe(on_card)
    expect(await page.getByText('Delivery Fee').locator('xpath=..').textContent()).toContain(fee)
    expect(await nobody.count()).toBe(who === 'nobody' ? 1 : 0)
    await ada.opensWindow()
    await ada.paysByCard()
    await ada.holdsReceipt()
    await page.getByText(`Arrives ${on_summary}.`).waitFor()
    expect(await promiseOf(kitchen)).toBe(on_summary)
    await expect.poll(async () => textOf(await mailTo('ada@example.com', kitchen))).toBe(on_summary)
    await page.getByRole('link', { name: 'Follow your order' }).click()
    await page.getByText(/^Between/).waitFor()
    expect(textOf((await page.getByText(/^Between/).textContent())?.replace('Between', 'between') ?? '')).toBe(
      on_summary,
    )
  }

  walk('a cart is told one window on every page, with somebody on duty', cartIsToldOneWindow('somebody'))
  walk('a cart is told one window on every page, with nobody on duty', cartIsToldOneWindow('nobody'))

  walk('its kitchen, the dispatcher and its rider read by when that window ends', async () => {
    visitor = await newVisitor(browser, screen)
    await app.db.update(riders).set({ on_duty_since: null })
    const kitchen = await insertVendor(app.db, { name: `Mama Put ${crypto.randomUUID().slice(0, 8)}` })
    const order_id = await paidOrderFor(app, kitchen)
    const by = told.exec((await promiseOf(kitchen)) ?? '')?.[2] ?? 'no time'
    const deps = { ...actingOn(app), clock }
    const owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
    const rider = await insertRider(app.db, { on_duty_since: clock.now() })
    const reads = async (email: string, path: string, text: string, name: string) => {
      const reader = await newVisitor(browser, screen)
      await logInBrowser(reader.context, app.url, email)
      await reader.page.goto(app.url + path)
      await reader.page.getByText(text).first().waitFor()
      await snap(reader.page, name)
      expect(reader.complaints).toEqual([])
      await reader.leave()
    }
    await reads(owner.email, '/vendor-dashboard', `Promised by ${by}`, 'same-window-kitchen')
    await acceptOrder(deps, owner, { order_id, minutes: 15 })
    const { id: delivery_id } = await deliveryOf(app, order_id)
    expect(await assignDelivery(deps, admin, { delivery_id, rider_id: rider.user_id })).toMatchObject({ ok: true })
    await reads(admin.email, '/admin/dispatch', `customer promised by ${by}`, 'same-window-dispatch')
    await completeOrder(deps, owner, order_id)
    expect(await pickUp(deps, rider, { delivery_id, packs: 1 })).toMatchObject({ ok: true })
    await reads(rider.email, '/rider-dashboard', `Customer: promised by ${by}`, 'same-window-rider')
  })

  walk('nobody pays for another time than was told: what comes later is said first', async () => {
    await app.db.update(riders).set({ on_duty_since: null })
    // So many that what was ordered before, and who takes it meanwhile, changes nothing.
    await Promise.all(Array.from({ length: 6 }, () => insertRider(app.db, { on_duty_since: clock.now() })))
    const kitchen = await insertVendor(app.db, { name: `Mama Put ${crypto.randomUUID().slice(0, 8)}` })
    visitor = await newVisitor(browser, screen)
    const { page } = visitor
    const ada = customer(page, app.url)
    await ada.comesToPay(kitchen, 'Zobo')
    const arrives = page.locator('dd', { hasText: told }).first()
    const told_first = textOf(await arrives.textContent())
    clock.advance(12 * 60)
    await ada.pressesPay()
    await page.getByText(/^It takes longer now: between/).waitFor()
    await page.getByText('Press Pay again if that is all right.').waitFor()
    await expect.poll(async () => textOf(await arrives.textContent())).not.toBe(told_first)
    const told_now = textOf(await arrives.textContent())
    expect(textOf(await page.getByText(/^It takes longer now/).textContent())).toBe(told_now)
    await holdsUp(page)
    await snap(page, 'same-window-moved')
    clock.advance(60)
    await ada.opensWindow()
    clock.advance(2 * 60)
    await ada.paysByCard()
    await ada.holdsReceipt()
    await page.getByText(`Arrives ${told_now}.`).waitFor()
    await snap(page, 'same-window-receipt')
    expect(await promiseOf(kitchen)).toBe(told_now)
  })

  walk('who never said where is told a window as soon as the address says it, and of that place', async () => {
    await app.db.update(riders).set({ on_duty_since: null })
    await insertRider(app.db, { on_duty_since: clock.now() })
    const kitchen = await insertVendor(app.db, { name: `Mama Put ${crypto.randomUUID().slice(0, 8)}` })
    visitor = await newVisitor(browser, screen)
    const { page } = visitor
    const ada = customer(page, app.url)
    await ada.opensRestaurant(kitchen)
    await ada.adds('Zobo')
    await ada.proceedsToCheckout()
    const form = page.locator('form', { has: page.getByLabel('First Name') })
    const address = page.getByLabel('Address')
    await page.getByRole('button', { name: 'Show it on a map' }).waitFor()
    expect(await form.getByText(told).count()).toBe(0)

    await form.getByRole('button', { name: 'FUTA South Gate' }).click()
    await form.getByText('At FUTA South Gate, if it is paid now:').waitFor()
    const at_the_gate = textOf(await form.getByText(told).textContent())
    await address.fill('Room 12, jadesola hall')
    await form.getByText('At Jadesola Hall, if it is paid now:').waitFor()
    const at_the_hall = textOf(await form.getByText(told).textContent())
    expect(at_the_hall).not.toBe(at_the_gate)
    await snap(page, 'same-window-address')

    await address.fill('Kiosk 3')
    await form.getByText(told).waitFor({ state: 'hidden' })
    await address.press('Control+a')
    await address.pressSequentially('aluta')
    await page.getByRole('option', { name: 'Aluta Market' }).click()
    await form.getByText('At Aluta Market, if it is paid now:').waitFor()
    await form.getByLabel('Collect it at the restaurant').check()
    await form.getByText(told).waitFor({ state: 'hidden' })
    await form.getByLabel('Deliver it').check()
    await form.getByText(told).waitFor()
    await page.getByLabel('When?').selectOption({ index: 2 })
    await form.getByText(told).waitFor({ state: 'hidden' })
    await page.getByLabel('When?').selectOption('As soon as possible')

    await ada.fillsForm()
    await form.getByText('At Jadesola Hall, if it is paid now:').waitFor()
    expect(textOf(await form.getByText(told).textContent())).toBe(at_the_hall)
    // What was chosen here is offered where nothing is typed.
    await address.fill('')
    await form.getByRole('button', { name: 'Last time: Jadesola Hall' }).waitFor()
    await address.fill('Room 12, Jadesola Hall')
    await form.getByRole('button', { name: 'Last time: Jadesola Hall' }).waitFor({ state: 'hidden' })
    await ada.proceeds()
    await ada.reachesSummary()
    expect(textOf(await page.getByText(told).first().textContent())).toBe(at_the_hall)
  })
})

async function promiseOf(kitchen: { user_id: string }) {
  const [promise] = await app.db
    .select({ from: order_promises.first_promised_from, until: order_promises.first_promised_until })
    .from(order_promises)
    .innerJoin(orders, eq(orders.id, order_promises.order_id))
    .where(eq(orders.vendor_id, kitchen.user_id))
  return promise && windowText(promise)
}

/** The receipt that was mailed for an order of this kitchen. */
async function mailTo(address: string, { name }: { name: string | null }) {
  const mails = await app.db.select({ body: messages.body }).from(messages).where(eq(messages.recipient, address))
  return mails.find(({ body }) => body.includes(name ?? ''))?.body ?? ''
}

/** The window in a text, without what stands around it. */
const textOf = (text: string | null) => told.exec(text ?? '')?.[0]
