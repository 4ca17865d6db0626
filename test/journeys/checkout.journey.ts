import { and, eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { food, vendors } from '../../domain/catalog/tables.ts'
import { checkouts } from '../../domain/checkout/tables.ts'
import { kobo } from '../../domain/money.ts'
import { newVisitor, screens, type Visitor } from '../browser.ts'
import { control } from '../control.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertVendor } from '../world.ts'
import { customer } from './customer.ts'

const { app, browser } = await openJourney()
let bank: ReturnType<typeof control>
let visitor: Visitor
let ada: ReturnType<typeof customer>

beforeAll(async () => {
  bank = control(app)
})
beforeEach(() => bank.reset())
afterEach(async () => {
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const come = async (expected: RegExp[] = []) => {
    visitor = await newVisitor(browser, screen, expected)
    ada = customer(visitor.page, app.url)
  }

  walk('the phone knows where it is: the address fills itself, and typing it is never overruled', async () => {
    await come()
    await visitor.context.grantPermissions(['geolocation'])
    await visitor.context.setGeolocation({ latitude: 7.3037, longitude: 5.1388 })
    const kitchen = await insertVendor(app.db)
    await ada.opensRestaurant(kitchen)
    await ada.adds('Zobo')
    await ada.proceedsToCheckout()
    const address = visitor.page.getByLabel('Address')
    await expect.poll(() => address.inputValue()).toContain('Akure')
    await visitor.page.getByText('Map data © OpenStreetMap contributors').waitFor()
    await visitor.page.reload()
    await expect.poll(() => address.inputValue()).toContain('Akure')
    const gate = visitor.page.getByRole('button', { name: 'FUTA South Gate' })
    await gate.click()
    expect(await address.inputValue()).toBe('FUTA South Gate')
    await address.fill('Room 3, Abiola Hall')
    await visitor.page.reload()
    await expect.poll(() => address.inputValue()).toBe('Room 3, Abiola Hall')
  })

  walk('a landmark is one touch, and decides the fee', async () => {
    await come()
    const kitchen = await insertVendor(app.db, { latitude: 7.30667, longitude: 5.13956 })
    await ada.opensRestaurant(kitchen)
    await ada.adds('Zobo')
    await ada.proceedsToCheckout()
    await ada.fillsForm()
    await visitor.page.getByLabel('Address').fill('Room 12')
    await visitor.page.getByRole('button', { name: 'FUTA South Gate' }).click()
    expect(await visitor.page.getByLabel('Address').inputValue()).toBe('FUTA South Gate, Room 12')
    await ada.proceeds()
    await ada.reachesSummary()
    await visitor.page.getByText('₦475').waitFor()
  })

  walk('a landmark decides, also for somebody who orders from Lagos for a friend', async () => {
    await come()
    await visitor.context.grantPermissions(['geolocation'])
    await visitor.context.setGeolocation({ latitude: 6.45407, longitude: 3.39467 })
    const kitchen = await insertVendor(app.db, { latitude: 7.30667, longitude: 5.13956 })
    await ada.opensRestaurant(kitchen)
    await ada.adds('Zobo')
    await ada.proceedsToCheckout()
    await ada.fillsForm()
    await visitor.page.getByLabel('Address').fill('Room 12')
    await visitor.page.getByRole('button', { name: 'FUTA South Gate' }).click()
    await ada.proceeds()
    await ada.reachesSummary()
    await visitor.page.getByText('₦475').waitFor()
  })

  walk('an address that means no place is refused beside its field, and a meeting point is one touch', async () => {
    await come([/422/])
    const kitchens = [await insertVendor(app.db), await insertVendor(app.db)]
    for (const kitchen of kitchens) {
      await ada.opensRestaurant(kitchen)
      await ada.adds('Zobo')
    }
    await ada.proceedsToCheckout()
    await ada.fillsForm()
    await visitor.page.getByLabel('Address').fill('Admiralty Way, Lekki')
    await ada.proceeds()
    await visitor.page.getByText('We do not know this address.').waitFor()
    await snap(visitor.page, 'checkout-not-near')
    await holdsUp(visitor.page)
    await visitor.page.getByRole('button', { name: 'Bring it to FUTA North Gate' }).click()
    await ada.reachesSummary()
    await visitor.page.getByText('FUTA North Gate, Admiralty Way, Lekki').waitFor()
    await visitor.page.getByText('FUTA North Gate', { exact: true }).waitFor()
    for (const kitchen of kitchens) await visitor.page.getByText(`Way from ${kitchen.name}`).waitFor()
    await visitor.page.getByText('₦600', { exact: true }).waitFor()
    await snap(visitor.page, 'summary-two-ways')
    await holdsUp(visitor.page)
  })

  walk('Proceed waits for all five fields, and what was typed survives a reload', async () => {
    await come()
    const kitchen = await insertVendor(app.db)
    await ada.opensRestaurant(kitchen)
    await ada.adds('Zobo')
    await ada.proceedsToCheckout()
    const proceed = visitor.page.getByRole('button', { name: 'Proceed', exact: true })
    expect(await proceed.isDisabled()).toBe(true)
    await ada.fillsForm()
    await visitor.page.getByLabel('Last Name').fill('   ')
    expect(await proceed.isDisabled()).toBe(true)
    await visitor.page.reload()
    await expect.poll(() => visitor.page.getByLabel('First Name').inputValue()).toBe('Ada')
    await visitor.page.getByLabel('Last Name').fill('Obi')
    expect(await proceed.isEnabled()).toBe(true)
  })

  walk('a price that rose, a dish that is gone: the customer sees what, and decides', async () => {
    await come([/409/])
    const kitchen = await insertVendor(app.db)
    await ada.opensRestaurant(kitchen)
    await ada.adds('Jollof Rice')
    await ada.adds('Zobo')
    const ofVendor = (name: string) => and(eq(food.vendor_id, kitchen.user_id), eq(food.name, name))
    await app.db
      .update(food)
      .set({ price: kobo(1_800_00) })
      .where(ofVendor('Jollof Rice'))
    await app.db.delete(food).where(ofVendor('Zobo'))
    await ada.proceedsToCheckout()
    await ada.fillsForm()
    await ada.proceeds()
    const change = visitor.page.getByText('Jollof Rice now costs ₦1,800 (it was ₦1,500).')
    await change.waitFor()
    await expect.poll(async () => (await change.boundingBox())?.y ?? -1).toBeGreaterThan(0)
    expect((await change.boundingBox())?.y).toBeLessThan(screen.viewport.height)
    await visitor.page.getByText('Zobo is no longer on the menu.').waitFor()
    await visitor.page.getByRole('button', { name: 'Continue with ₦1,800 for 1 dish' }).click()
    await ada.reachesSummary()
    await visitor.page.getByRole('button', { name: 'Pay ₦2,400' }).waitFor()
  })

  walk('a kitchen that closes before the payment window opens takes no money', async () => {
    await come()
    const kitchen = await insertVendor(app.db, { name: `Closing ${screen.name}` })
    const link = await ada.comesToPay(kitchen, 'Zobo')
    await app.db
      .update(vendors)
      .set({ paused_until: new Date('9999-01-01') })
      .where(eq(vendors.id, kitchen.id))
    await ada.pressesPay()
    await visitor.page.getByText('so nothing was paid').waitFor()
    await visitor.page.getByText('Busy. Not taking orders for now').first().waitFor()
    const [checkout] = await app.db.select().from(checkouts).where(eq(checkouts.link_token, link))
    expect(checkout?.payment_started_at).toBeNull()
    expect(await visitor.page.getByRole('button', { name: /^Pay/ }).count()).toBe(0)
  })

  walk('a price that rises before the payment window opens: the customer decides on the spot', async () => {
    await come()
    const kitchen = await insertVendor(app.db)
    await ada.comesToPay(kitchen, 'Zobo')
    await app.db
      .update(food)
      .set({ price: kobo(700_00) })
      .where(eq(food.vendor_id, kitchen.user_id))
    await ada.pressesPay()
    await visitor.page.getByRole('button', { name: 'Continue with ₦700' }).click()
    await visitor.page.getByRole('button', { name: 'Pay ₦1,300' }).waitFor()
  })

  walk('the network breaks after paying: the message says so, and the receipt once it is back', async () => {
    await come([/ERR_INTERNET_DISCONNECTED|ERR_FAILED/])
    const kitchen = await insertVendor(app.db)
    await ada.comesToPay(kitchen, 'Zobo')
    await ada.opensWindow()
    await visitor.page.route('**/order-summary/**', (route) => route.abort('internetdisconnected'))
    await ada.paysByCard()
    await visitor.page.getByText('Unexpected error occurred after payment.').waitFor()
    await visitor.page.getByText('We are checking your payment with your bank.').waitFor()
    expect(await visitor.page.getByRole('button', { name: /^Pay ₦/ }).count()).toBe(0)
    await visitor.page.unroute('**/order-summary/**')
    await ada.holdsReceipt()
  })

  walk('the network breaks at Proceed: nothing is lost, and the page says so in view', async () => {
    await come([/ERR_INTERNET_DISCONNECTED/, /when fetching the script/, /422/])
    const kitchen = await insertVendor(app.db)
    await ada.opensRestaurant(kitchen)
    await ada.adds('Zobo')
    await ada.proceedsToCheckout()
    await ada.fillsForm()
    // Chosen, refused, and then the line breaks: all of it stays chosen.
    const { page } = visitor
    await page.getByLabel('Address').fill('Admiralty Way, Lekki')
    await page.locator('#slot').selectOption({ index: 1 })
    const slot = await page.locator('#slot').inputValue()
    await page.getByLabel('Or another amount in naira').fill('350')
    await ada.proceeds()
    await page.getByText('We do not know this address.').waitFor()
    await page.getByLabel('Address').fill('Room 12, Jadesola Hall')
    await visitor.context.setOffline(true)
    await ada.proceeds()
    const message = visitor.page.getByText('We could not reach our server. Nothing was ordered')
    await message.waitFor()
    await expect.poll(async () => (await message.boundingBox())?.y ?? -1).toBeGreaterThan(0)
    expect(await page.locator('#slot').inputValue()).toBe(slot)
    expect(await page.getByLabel('Or another amount in naira').inputValue()).toBe('350')
    await visitor.context.setOffline(false)
    await ada.proceeds()
    await ada.reachesSummary()
    await page.getByText('Tip for the rider').waitFor()
  })

  walk('something else answers for the payment script: three attempts, then the message', async () => {
    await come()
    let asked = 0
    const kitchen = await insertVendor(app.db)
    await ada.comesToPay(kitchen, 'Zobo')
    await visitor.page.route('**/v3.js', (route) => {
      asked++
      return route.fulfill({ contentType: 'text/javascript', body: '/* sign in to the hall wifi */' })
    })
    await ada.pressesPay()
    await visitor.page
      .getByText('Failed to load payment modal. Check your internet connection and retry later.')
      .waitFor()
    expect(asked).toBe(3)
  })

  walk('a cart that makes no sense is left out, and the page stands', async () => {
    await come()
    await visitor.page.goto(`${app.url}/about`)
    await visitor.page.evaluate(() => {
      const line = { vendor_id: 'x', vendor_name: 'y', name: 'z', food_image: null, price: 1, qty: 1 }
      const wild = [{ ...line, price: 1e20 }, { ...line, qty: 1e11 }, { ...line, vendor_name: {} }, null, 7]
      localStorage.setItem('cart', JSON.stringify(wild))
    })
    await visitor.page.goto(`${app.url}/checkout`)
    await visitor.page.getByText('Your cart is empty.').first().waitFor()
  })

  walk('a closed kitchen and a dish that is sold out are shown before anybody can be disappointed', async () => {
    await come()
    const kitchen = await insertVendor(app.db, {
      name: `Shut ${screen.name}`,
      week_hours: [[], [], [], [], [], [], []],
    })
    await visitor.page.goto(`${app.url}/restaurants?q=${encodeURIComponent(kitchen.name ?? '')}`)
    await visitor.page
      .getByRole('link', { name: kitchen.name ?? '' })
      .getByText('Closed')
      .waitFor()
    await ada.opensRestaurant(kitchen)
    expect(await visitor.page.getByRole('button', { name: 'Add to Cart: Zobo' }).isDisabled()).toBe(true)

    const other = await insertVendor(app.db)
    await app.db
      .update(food)
      .set({ sold_out_until: new Date('9999-01-01') })
      .where(eq(food.vendor_id, other.user_id))
    await ada.opensRestaurant(other)
    expect(await visitor.page.getByRole('button', { name: 'Add to Cart: Zobo' }).isDisabled()).toBe(true)
  })

  walk('paid, but our answer is lost: the page says so, and never that the payment failed', async () => {
    await come([/500/, /ERR_FAILED/])
    const kitchen = await insertVendor(app.db)
    await ada.comesToPay(kitchen, 'Zobo')
    await ada.opensWindow()
    await bank.behave({ webhook: 'none' })
    await visitor.page.route('**/order-summary/attempt', (route) =>
      route.request().postData()?.includes('confirm') ? route.fulfill({ status: 500 }) : route.continue(),
    )
    await ada.paysByCard()
    await visitor.page.getByText('Payment successful, but there was an error saving your order.').waitFor()
    // The poller asks the provider a few seconds later, and the page shows the truth by itself.
    await ada.holdsReceipt()
  })

  walk('without an order there is nothing to pay, and an unknown link tells nothing', async () => {
    await come([/404/])
    await visitor.page.goto(`${app.url}/order-summary`)
    await visitor.page.getByText('No order details available.').waitFor()
    await visitor.page.goto(`${app.url}/order-summary?order=somebody-elses`)
    await visitor.page.getByText('No order details available.').waitFor()
  })
})
