import { eq } from 'drizzle-orm'
import { afterEach, describe, expect } from 'vitest'
import { windowText } from '../../app/storefront/window-words.ts'
import { movableClock } from '../../domain/clock.ts'
import { order_promises, riders } from '../../domain/delivery/tables.ts'
import { orders } from '../../domain/orders/tables.ts'
import { newVisitor, screens, type Visitor } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { insertRider } from '../rider.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { startTestApp } from '../start-app.ts'
import { insertVendor } from '../world.ts'
import { customer } from './customer.ts'

// It stands still, so that pages that are opened one after the other speak of the same moment.
const clock = movableClock(new Date())
const told = /between (\d\d:\d\d) and (\d\d:\d\d)/

const { app, browser } = await openJourney({}, () => startTestApp(undefined, clock))
let visitor: Visitor

afterEach(async () => {
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const cartIsToldOneWindow = (who: 'somebody' | 'nobody') => async () => {
    await app.db.update(riders).set({ on_duty_since: null })
    if (who === 'somebody') await insertRider(app.db, { on_duty_since: clock.now() })
    const kitchen = await insertVendor(app.db, { name: `Mama Put ${crypto.randomUUID().slice(0, 8)}` })
    visitor = await newVisitor(browser, screen)
    const { page } = visitor
    const ada = customer(page, app.url)
    // The cart stands closed beside each page.
    const nobody = page.locator('#content').getByText(/Nobody is on duty/)

    await page.goto(`${app.url}/restaurants?q=${encodeURIComponent(kitchen.name ?? '')}`)
    await page.getByLabel('Deliver to:').selectOption('Jadesola Hall')
    const card = page.locator(`[data-window="${kitchen.user_id}"]`)
    await card.getByText(told).waitFor()
    const on_card = textOf(await card.textContent())
    await holdsUp(page)
    await snap(page, `same-window-list-${who}`)

    await ada.opensRestaurant(kitchen)
    await card.getByText(told).waitFor()
    expect(textOf(await card.textContent())).toBe(on_card)
    await snap(page, `same-window-menu-${who}`)

    await ada.adds('Zobo')
    await page.getByRole('button', { name: /^Open cart/ }).click()
    const cart = page.getByRole('dialog', { name: 'Cart' })
    expect(textOf(await cart.getByText(told).textContent())).toBe(on_card)
    expect(await cart.getByText(/Nobody is on duty/).count()).toBe(who === 'nobody' ? 1 : 0)
    await snap(page, `same-window-cart-${who}`)
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()

    const form = page.locator('form', { has: page.getByLabel('First Name') })
    expect(textOf(await form.getByText(told).textContent())).toBe(on_card)
    expect(await form.getByText(/Nobody is on duty/).count()).toBe(who === 'nobody' ? 1 : 0)
    await holdsUp(page)
    await snap(page, `same-window-checkout-${who}`)
    await ada.fillsForm()
    await ada.proceeds()
    await ada.reachesSummary()

    expect(textOf(await page.getByText(told).first().textContent())).toBe(on_card)
    expect(await nobody.count()).toBe(who === 'nobody' ? 1 : 0)
    await ada.opensWindow()
    await ada.paysByCard()
    await ada.holdsReceipt()
    const [promise] = await app.db
      .select({ from: order_promises.first_promised_from, until: order_promises.first_promised_until })
      .from(order_promises)
      .innerJoin(orders, eq(orders.id, order_promises.order_id))
      .where(eq(orders.vendor_id, kitchen.user_id))
    expect(promise && windowText(promise)).toBe(on_card)
    await page.getByRole('link', { name: 'Follow your order' }).click()
    await page.getByText(/^Between/).waitFor()
    expect(textOf((await page.getByText(/^Between/).textContent())?.replace('Between', 'between') ?? '')).toBe(on_card)
  }
  walk('a cart is told one window on every page, with somebody on duty', cartIsToldOneWindow('somebody'))
  walk('a cart is told one window on every page, with nobody on duty', cartIsToldOneWindow('nobody'))
})

/** The window in a text, without what stands around it. */
const textOf = (text: string | null) => told.exec(text ?? '')?.[0]
