import { afterEach, beforeEach, describe, expect } from 'vitest'
import { settings } from '../../domain/settings/tables.ts'
import { newVisitor, screens, type Visitor } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { insertRider } from '../rider.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertVendor } from '../world.ts'
import { customer } from './customer.ts'

const { app, browser } = await openJourney()
await insertRider(app.db)

const too_little = 'The smallest order is ₦1,000. Add dishes for ₦500 more.'
const is_small =
  '₦150 of the delivery fee is there because the order is small. ' +
  'From ₦1,500 you do not pay it: add dishes for ₦500 more.'
const too_many = 'One order can come from at most one restaurant. Please order the rest separately.'

beforeEach(async () => {
  const value = {
    most_kitchens: 1,
    ...{ minimum_order_kobo: 1_000_00, small_order_below_kobo: 1_500_00, small_order_fee_kobo: 150_00 },
  }
  await app.db.insert(settings).values({ key: 'order_rules', value })
})
afterEach(async () => {
  await app.db.delete(settings)
})

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)

  walk('a cart says what is missing, what a small order costs, and that it has too many kitchens', async () => {
    const visitor: Visitor = await newVisitor(browser, screen)
    const { page } = visitor
    const ada = customer(page, app.url)
    const [kitchen, other] = [await insertVendor(app.db), await insertVendor(app.db)]
    await ada.opensRestaurant(kitchen)
    const tile = page.locator(`[data-window="${kitchen.user_id}"]`)
    // On a slow connection the page wakes at the first touch.
    await page.getByLabel('Deliver to:').focus()
    await tile.getByText(/^About \d+ to \d+ minutes · smallest order ₦1,000$/).waitFor()
    await snap(page, 'order-rules-menu-nowhere')
    await ada.adds('Zobo')
    const cart = page.getByRole('dialog', { name: 'Cart' })
    await page.getByRole('button', { name: /^Open cart/ }).click()
    await cart.getByText(too_little).waitFor()
    await cart.getByText('Delivery ₦').waitFor({ state: 'hidden' })
    await cart.getByRole('button', { name: 'Close cart' }).click()
    await page.getByLabel('Deliver to:').selectOption('Jadesola Hall')
    await tile.getByText(/^Arrives between .* · delivery ₦600 · smallest order ₦1,000$/).waitFor()
    await holdsUp(page)
    await snap(page, 'order-rules-menu')
    await page.getByRole('button', { name: /^Open cart/ }).click()
    await cart.getByText('Delivery ₦750').waitFor()
    await snap(page, 'order-rules-cart-below')
    await cart.getByRole('button', { name: 'One more: Zobo' }).click()
    await cart.getByText(is_small).waitFor()
    expect(await cart.getByText(too_little).count()).toBe(0)
    await snap(page, 'order-rules-cart-small')
    // The place of this phone counts wherever the cart is opened.
    for (const path of ['/', '/orders', '/faqs']) {
      await page.goto(app.url + path)
      await page.getByRole('button', { name: /^Open cart/ }).click()
      await cart.getByText('Delivery ₦750').waitFor()
      await cart.getByText(is_small).waitFor()
    }
    await holdsUp(page)
    await snap(page, 'order-rules-cart-elsewhere')
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()
    const form = page.locator('form', { has: page.getByLabel('First Name') })
    await form.getByText('Delivery ₦750').waitFor()
    await form.getByText(is_small).waitFor()
    await holdsUp(page)
    await snap(page, 'order-rules-checkout')
    await form.getByLabel('Collect it at the restaurant').check()
    await form.getByText('Delivery ₦750').waitFor({ state: 'hidden' })
    await form.getByLabel('Deliver it').check()
    await ada.fillsForm()
    await ada.proceeds()
    await ada.reachesSummary()
    await page.getByText('Small order (none from ₦1,500)').waitFor()
    await page.getByText('₦750').waitFor()
    await snap(page, 'order-rules-summary')

    await ada.opensRestaurant(other)
    await ada.adds('Zobo', 3)
    await page.getByRole('button', { name: /^Open cart/ }).click()
    await cart.getByText(too_many).waitFor()
    await holdsUp(page)
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await form.getByText(too_many).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  walk('without script the cart says the same', async () => {
    const { viewport, hasTouch, isMobile } = screen
    const context = await browser.newContext({ viewport, hasTouch, isMobile, javaScriptEnabled: false })
    const page = await context.newPage()
    const [kitchen, other] = [await insertVendor(app.db), await insertVendor(app.db)]
    const puts = async (vendor: typeof kitchen, quantity: string) => {
      await customer(page, app.url).opensRestaurant(vendor)
      await page.getByRole('button', { name: 'Add to Cart: Zobo' }).click()
      await page.getByLabel('Quantity').fill(quantity)
      await page.getByRole('button', { name: 'Add to Cart' }).click()
      await page.getByRole('heading', { name: 'Cart', level: 1 }).waitFor()
    }
    await puts(kitchen, '1')
    await page.getByText(too_little).waitFor()
    await page.getByRole('button', { name: 'One more: Zobo' }).click()
    await page.getByText(is_small).waitFor()
    expect(await page.getByText(too_little).count()).toBe(0)
    await puts(other, '1')
    await page.getByText(too_many).waitFor()
    await snap(page, 'order-rules-no-script')
    await context.close()
  })
})
