import { and, eq } from 'drizzle-orm'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, describe, expect } from 'vitest'
import { food } from '../../domain/catalog/tables.ts'
import { checkouts } from '../../domain/checkout/tables.ts'
import { order_keys } from '../../domain/delivery/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { kobo } from '../../domain/money.ts'
import { orders } from '../../domain/orders/tables.ts'
import { ada as ada_typed } from '../ada.ts'
import { newVisitor, screens } from '../browser.ts'
import { extras, size } from '../dish-options.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { checkoutAt } from '../paid-order.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertVendor } from '../world.ts'
import { customer } from './customer.ts'

const { app, browser } = await openJourney()
let context: BrowserContext

afterEach(() => context?.close())

async function kitchenWithChoices() {
  const vendor = await insertVendor(app.db)
  await app.db
    .update(food)
    .set({ option_groups: [size, extras] })
    .where(and(eq(food.vendor_id, vendor.user_id), eq(food.name, 'Jollof Rice')))
  return vendor
}

describe.each(screens)('a browser without script, on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  async function comes(): Promise<Page> {
    const { viewport, hasTouch, isMobile } = screen
    context = await browser.newContext({ viewport, hasTouch, isMobile, javaScriptEnabled: false })
    return context.newPage()
  }

  walk('orders, pays and follows the order', async () => {
    const vendor = await kitchenWithChoices()
    const page = await comes()
    const ada = customer(page, app.url)
    await ada.opensRestaurant(vendor)
    await page.getByRole('button', { name: 'Add to Cart: Jollof Rice' }).click()
    await page.getByRole('heading', { name: 'Jollof Rice', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await page.getByText('Please look at your choices again.').waitFor()
    await page.getByLabel('Large').check()
    await page.getByLabel('Quantity').fill('2')
    await page.getByLabel('Note for the restaurant').fill('no pepper')
    await snap(page, 'no-script-add')
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await page.getByText('Large, Note: no pepper', { exact: true }).waitFor()
    await page.getByText('Change the note').click()
    await page.getByLabel('Note for the restaurant').fill('see www.stew')
    await page.getByRole('button', { name: 'Save' }).click()
    // It stands open at its line, as it was typed.
    await page.getByRole('alert').getByText('Please leave web addresses out.').waitFor()
    expect(await page.getByLabel('Note for the restaurant').inputValue()).toBe('see www.stew')
    await snap(page, 'no-script-note-refused')
    await page.getByLabel('Note for the restaurant').fill('extra stew')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Large, Note: extra stew', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'One more: Jollof Rice' }).click()
    await page.getByText('₦2,000 × 3 = ₦6,000').waitFor()
    await page.getByRole('button', { name: 'One less: Jollof Rice' }).click()
    await page.getByText('₦2,000 × 2 = ₦4,000').waitFor()
    await page.getByRole('link', { name: 'See all restaurants' }).click()
    await page.getByRole('link', { name: 'Cart', exact: true }).click()
    await page.getByText('₦2,000 × 2 = ₦4,000').waitFor()

    // The kitchen becomes dearer: the cart says so, once.
    await app.db
      .update(food)
      .set({ price: kobo(1_600_00) })
      .where(eq(food.vendor_id, vendor.user_id))
    await page.reload()
    await page.getByText('now costs ₦2,100 (it was ₦2,000)').waitFor()
    await snap(page, 'no-script-cart')
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()
    await ada.fillsForm({ phone: '12' })
    await snap(page, 'no-script-checkout')
    await ada.proceeds()
    await page
      .getByText(/phone/i)
      .filter({ hasText: /number/ })
      .first()
      .waitFor()
    expect(await page.getByLabel('First Name').inputValue()).toBe('Ada')
    await page.getByLabel('Phone').fill('0803 123 4567')
    await page.getByLabel('Or another amount in naira').fill('1,000,000')
    await ada.proceeds()
    await page.getByText('A tip can be ₦5,000 at most.').waitFor()
    await snap(page, 'no-script-tip')
    await page.getByLabel('Or another amount in naira').fill('')
    await page.getByRole('radio', { name: '₦200' }).check()
    await ada.proceeds()
    const link = await ada.reachesSummary()
    await page.getByText('Tip for the rider').waitFor()
    await page.getByText('₦5,000', { exact: true }).waitFor()
    await snap(page, 'no-script-summary')

    await page.getByLabel('I can wait for a rider').check()
    await page.getByRole('button', { name: /^Pay ₦/ }).click()
    await page.waitForURL(/\/pay\/hosted\//)
    // The provider's own page needs a script; Opera Mini runs it on its servers, here another browser does.
    const elsewhere = await newVisitor(browser, screen)
    await elsewhere.page.route(/\/order-summary\?/, (route) => route.abort())
    const leads_back = elsewhere.page.waitForRequest(/\/order-summary\?.*status=successful/)
    await elsewhere.page.goto(page.url())
    await customer(elsewhere.page, app.url, 'page').paysByCard()
    const back = (await leads_back).url()
    await elsewhere.leave()

    await page.goto(back)
    await ada.holdsReceipt()
    expect(page.url()).not.toContain('status=')
    expect(await page.context().cookies()).toEqual([])
    const paid = await app.db
      .select()
      .from(orders)
      .innerJoin(checkouts, eq(checkouts.id, orders.checkout_id))
      .where(eq(checkouts.link_token, link))
    expect(paid).toHaveLength(1)
    await page.getByRole('link', { name: 'Follow your order' }).click()
    await page.waitForURL(/\/track\//)
    await page
      .getByText(vendor.name ?? '')
      .first()
      .waitFor()

    // The kitchen has not accepted it yet.
    await page.getByText('Cancel this order').click()
    await page.getByText('₦5,000 goes back to the card or account it was paid from.').waitFor()
    await snap(page, 'no-script-cancel')
    await page.getByRole('button', { name: /^Yes, cancel order \d+$/ }).click()
    await page.getByRole('heading', { name: 'Cancelled', level: 2 }).waitFor()
    await page.getByText(/^You cancelled your order \d+\.$/).waitFor()
    await page.getByText(/^₦5,000 (is on its way|was sent) back to the card or account/).waitFor()
    await snap(page, 'no-script-cancelled')
    expect(await findViolations(app.db)).toEqual([])
  })

  walk('that runs scripts elsewhere, as Opera Mini does, orders as well', async () => {
    const vendor = await kitchenWithChoices()
    const { viewport, hasTouch, isMobile } = screen
    context = await browser.newContext({ viewport, hasTouch, isMobile })
    await context.addInitScript(() => Object.assign(window, { operamini: {} }))
    const page = await context.newPage()
    const ada = customer(page, app.url)
    await ada.opensRestaurant(vendor)
    expect(await page.getByRole('button', { name: /^Open cart/ }).isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Add to Cart: Jollof Rice' }).click()
    await page.getByLabel('Large').check()
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await page.getByRole('heading', { name: 'Cart', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()
    await snap(page, 'no-script-of-ours-checkout')
    await ada.fillsForm()
    await ada.proceeds()
    await ada.reachesSummary()
    await page.getByLabel('I can wait for a rider').check()
    await page.getByRole('button', { name: /^Pay ₦/ }).click()
    await page.waitForURL(/\/pay\/hosted\//)
  })

  walk('asks somebody else to pay, who learns nothing but the amount and the words', async () => {
    const vendor = await insertVendor(app.db)
    const link = await checkoutAt(app, vendor)
    const page = await comes()
    await page.goto(`${app.url}/order-summary?order=${link}`)
    await page.getByRole('link', { name: 'Someone else pays' }).click()
    await page.getByLabel('Your message to them').fill('Mummy, look at www.lunch.com')
    await page.getByRole('button', { name: 'Make the link' }).click()
    await page.getByText('Please leave web addresses out.').waitFor()
    await page.getByLabel('Your message to them').fill('Mummy, this is lunch')
    await page.getByLabel('I can wait for a rider').check()
    await page.getByRole('button', { name: 'Make the link' }).click()
    const url = await page.getByLabel('Send this to whoever pays').inputValue()
    await snap(page, 'someone-ask')

    // What a chat shows of it: who asks for how much, her words, and a picture.
    const preview = await (await fetch(url)).text()
    const head = preview.slice(0, preview.indexOf('</head>'))
    expect(head).toContain(`property="og:title" content="${ada_typed.firstName} asks you to pay ₦`)
    expect(head).toContain('property="og:description" content="Mummy, this is lunch"')
    const picture = /property="og:image" content="([^"]+)"/.exec(head)?.[1] ?? ''
    expect((await fetch(picture)).headers.get('content-type')).toBe('image/png')

    const mummy = await newVisitor(browser, screen, [/422/])
    await mummy.page.goto(url)
    await mummy.page.getByRole('heading', { name: `${ada_typed.firstName} asks you to pay` }).waitFor()
    await mummy.page.getByText('“Mummy, this is lunch”').waitFor()
    const { phone, email, lastName, address } = ada_typed
    const secrets = [link, phone, phone.replaceAll(' ', ''), email, lastName, address, 'Jadesola', '/track/']
    /** Neither on the page nor in what it is made of. */
    const isToldNothing = async (of: readonly string[]) => {
      const pages = [
        await mummy.page.content(),
        await (await fetch(url)).text(),
        await (await fetch(`${url}.data`)).text(),
      ]
      for (const page of pages) for (const secret of of) expect(page).not.toContain(secret)
      expect(pages.at(-1)).toContain(ada_typed.firstName)
    }
    await isToldNothing(secrets)
    await snap(mummy.page, 'someone-pay')
    await holdsUp(mummy.page)
    await mummy.page.getByLabel('Your email').fill('mummy@example')
    await mummy.page.getByRole('button', { name: /^Pay ₦/ }).click()
    await mummy.page.getByText('This address cannot receive mail. Is it complete?').waitFor()
    await mummy.page.getByLabel('Your email').fill('mummy@example.com')
    await mummy.page.getByRole('button', { name: /^Pay ₦/ }).click()
    await mummy.page.waitForURL(/\/pay\/hosted\//)
    await customer(mummy.page, app.url, 'page').paysByCard()
    await mummy.page.getByText(/^It is paid\. Thank you!/).waitFor()
    expect(mummy.page.url()).toBe(url)
    await snap(mummy.page, 'someone-paid')
    await holdsUp(mummy.page)
    const [key] = await app.db
      .select({ track_token: order_keys.track_token, number: orders.customer_phone })
      .from(order_keys)
      .innerJoin(orders, eq(orders.id, order_keys.order_id))
      .innerJoin(checkouts, eq(checkouts.id, orders.checkout_id))
      .where(eq(checkouts.link_token, link))
    if (!key) throw new Error('not paid')
    await isToldNothing([...secrets, key.track_token, key.number])
    expect(mummy.complaints).toEqual([])
    await mummy.leave()
    await page.goto(`${app.url}/order-summary?order=${link}`)
    await customer(page, app.url).holdsReceipt()
    expect(await findViolations(app.db)).toEqual([])
  })

  walk('is told kindly what is wrong: another order’s link, an edited cookie, an empty cart, a full one', async () => {
    const vendor = await kitchenWithChoices()
    const page = await comes()
    const ada = customer(page, app.url)
    const { hostname } = new URL(app.url)
    await context.addCookies([{ name: 'cart', value: 'e30=.nonsense', domain: hostname, path: '/' }])
    await page.goto(`${app.url}/cart`)
    await page.getByRole('main').getByText('Your cart is empty.').waitFor()
    await page.goto(`${app.url}/checkout`)
    await ada.fillsForm()
    await ada.proceeds()
    await page.getByText('Your cart is empty. Please choose something to eat first.').waitFor()

    // Somebody writes a price of their own into the cookie: the cart shows the kitchen's.
    const line = { vendor_id: vendor.user_id, name: 'Zobo', price_kobo: 1, quantity: 1 }
    const cart = { id: 'a'.repeat(22), lines: [line] }
    const value = Buffer.from(JSON.stringify(cart)).toString('base64')
    await context.addCookies([{ name: 'cart', value: encodeURIComponent(value), domain: hostname, path: '/' }])
    await page.goto(`${app.url}/checkout`)
    await ada.fillsForm()
    await ada.proceeds()
    await page.getByText('Your cart changed since you filled it.').waitFor()
    await page.getByRole('link', { name: 'your cart' }).click()
    await page.getByText('now costs ₦500').waitFor()

    const many = {
      id: 'b'.repeat(22),
      lines: Array.from({ length: 30 }, (_, row) => ({ ...line, name: `Zobo ${row}` })),
    }
    const full = encodeURIComponent(Buffer.from(JSON.stringify(many)).toString('base64'))
    await context.clearCookies()
    const answer = await fetch(`${app.url}/restaurant/${vendor.user_id}/add`, {
      method: 'POST',
      headers: { cookie: `cart=${full}`, origin: app.url },
      body: new URLSearchParams({ dish: await zoboOf(vendor.user_id), quantity: '1' }),
    })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('Your cart is full.')

    await page.goto(`${app.url}/restaurant/${vendor.user_id}/add?dish=999999`)
    await page.getByText('This page does not exist').first().waitFor()
  })
})

async function zoboOf(vendor_id: string): Promise<string> {
  const [dish] = await app.db
    .select({ id: food.id })
    .from(food)
    .where(and(eq(food.vendor_id, vendor_id), eq(food.name, 'Zobo')))
  return String(dish?.id)
}
