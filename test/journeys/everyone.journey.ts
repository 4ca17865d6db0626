import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { axeFindings } from '../axe.ts'
import { newVisitor, screens, type Visitor } from '../browser.ts'
import { openJourney } from '../open-journey.ts'
import { allHoldUp } from '../screen-checks.ts'
import { insertVendor } from '../world.ts'
import { customer } from './customer.ts'

const { app, browser } = await openJourney()
let kitchen: Awaited<ReturnType<typeof insertVendor>>

beforeAll(async () => {
  kitchen = await insertVendor(app.db, { name: 'Iya Bose Buka', description: 'Amala at noon.' })
  await insertVendor(app.db, { name: 'Closed Corner', week_hours: [[], [], [], [], [], [], []] })
  for (let more = 0; more < 12; more++) await insertVendor(app.db)
})

let visitor: Visitor
afterEach(async () => {
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

const pages = [
  ...['/', '/home', '/restaurants', '/about', '/vendors', '/contact', '/faqs', '/delivery', '/careers'],
  ...['/privacy', '/terms', '/cookies', '/register'],
  '/Restaurants?q=jolof&sort=price',
  '/restaurants?q=nothing-like-this',
  '/checkout',
  '/order-summary',
]

describe.each(screens)('on a screen of $name', (screen) => {
  test('every page is accessible in light and in dark, and none scrolls sideways', async () => {
    visitor = await newVisitor(browser, screen, [/404/])
    const paths = [...pages, `/restaurant/${kitchen.user_id}`, '/restaurant/nobody', '/no-such-page']
    await allHoldUp(visitor.page, app.url, paths)
  })

  test('axe finds nothing in the dialogs, the drawers, a refused form, the summary and the receipt', async () => {
    visitor = await newVisitor(browser, screen, [/422/])
    const { page } = visitor
    const ada = customer(page, app.url)
    await ada.opensRestaurant(kitchen)
    await page.getByRole('button', { name: 'Add to Cart: Jollof Rice' }).click()
    await page.getByRole('dialog', { name: 'Jollof Rice' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await ada.adds('Jollof Rice')
    await page.getByRole('button', { name: /^Open cart/ }).click()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await ada.fillsForm({ email: 'nobody@', phone: '12' })
    await ada.proceeds()
    await page.getByText('This phone number does not exist.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await page.getByLabel('Address').inputValue()).toBe('Room 12, Jadesola Hall')
    await ada.fillsForm()
    await ada.proceeds()
    await ada.reachesSummary()
    expect(await axeFindings(page)).toEqual([])
    await ada.opensWindow()
    await ada.paysByCard()
    await ada.holdsReceipt()
    expect(await axeFindings(page)).toEqual([])
  })
})

describe('without a mouse', () => {
  test('the keyboard alone gets through the order', async () => {
    visitor = await newVisitor(browser, screens[1])
    const { page } = visitor
    await page.goto(`${app.url}/restaurants`)
    const tabTo = async (name: RegExp) => {
      for (let presses = 0; presses < 80; presses++) {
        await page.keyboard.press('Tab')
        const focused = await page.evaluate(() => {
          const element = document.activeElement
          return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
        })
        if (name.test(focused)) return
      }
      throw new Error(`Tab never came to ${name}`)
    }
    await tabTo(/Iya Bose Buka/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Iya Bose Buka', level: 1 }).waitFor()
    await tabTo(/Add to Cart: Jollof Rice/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Jollof Rice' }).waitFor()
    await tabTo(/One more/)
    await page.keyboard.press('Space')
    await tabTo(/Add \(2 Items\)/)
    await page.keyboard.press('Enter')
    await page.getByText('2 Jollof Rice added to cart!').waitFor()
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.getByRole('button', { name: /^Open cart/ }).focus()
    await page.keyboard.press('Enter')
    await tabTo(/Proceed to Checkout/)
    await page.keyboard.press('Enter')
    await page.getByLabel('First Name').focus()
    for (const text of ['Ada', 'Obi', 'ada@example.com', '08031234567']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await expect
      .poll(() => page.getByLabel('Deliver it').evaluate((radio) => radio === document.activeElement))
      .toBe(true)
    // Past the time, and whether the ride is shared.
    for (let fields = 0; fields < 3; fields++) await page.keyboard.press('Tab')
    await expect.poll(() => page.getByLabel('Address').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('Room 12, Jadesola Hall')
    await tabTo(/^Proceed$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Order Summary' }).waitFor()
    await page.getByLabel('I can wait for a rider').press('Space')
    await tabTo(/^Pay ₦/)
    await page.keyboard.press('Enter')
    await page.frameLocator('iframe[name="checkout"]').getByText('You pay').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Payment cancelled').waitFor()
  })
})

describe('on a slow line', () => {
  test('no script is fetched before the first touch, and that touch is not lost', async () => {
    visitor = await newVisitor(browser, screens[0])
    const { page } = visitor
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { effectiveType: '2g', saveData: true } })
    })
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.goto(`${app.url}/restaurant/${kitchen.user_id}`, { waitUntil: 'networkidle' })
    expect(scripts).toEqual([])
    await page.getByRole('button', { name: 'Add to Cart: Jollof Rice' }).click()
    await page.getByRole('dialog', { name: 'Jollof Rice' }).waitFor()
    expect(scripts.length).toBeGreaterThan(0)
  })

  test('without any script the pages can be read and searched', async () => {
    visitor = await newVisitor(browser, screens[0])
    const { viewport } = screens[0]
    const context = await browser.newContext({ javaScriptEnabled: false, viewport })
    const page = await context.newPage()
    await page.goto(app.url)
    const photo = await page.getByRole('group', { name: /^1 of/ }).locator('img').boundingBox()
    expect((photo?.y ?? viewport.height) + (photo?.height ?? 0)).toBeLessThan(viewport.height)
    await page.getByLabel('What would you like to eat?').fill('iya bos')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL(/restaurants\?q=iya\+bos$/)
    await page.getByPlaceholder('Search vendors...').fill('iya bose')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: /Iya Bose Buka/ }).click()
    await page.getByRole('heading', { name: 'Jollof Rice' }).waitFor()
    await context.close()
  })
})

describe('an address that the script of the storefront does not know', () => {
  test('is asked of the server: a back office answers, or the page that says there is none', async () => {
    visitor = await newVisitor(browser, screens[1], [/404/])
    const { page } = visitor
    const goTo = async (path: string) => {
      await page.goto(`${app.url}/orders`)
      await page.getByText('No orders yet.').waitFor()
      const table = 'Object.keys(window.__reactRouterManifest.routes).join()'
      expect(await page.evaluate(table)).not.toMatch(/admin|vendor\/|rider/)
      await page.evaluate((to) => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, path)
    }
    await goTo('/vendor-dashboard')
    await page.getByText('You come back to the page you wanted.').waitFor()
    expect(page.url()).toBe(`${app.url}/login?next=%2Fvendor-dashboard`)
    await goTo('/no-such-page?x=1')
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor()
    expect(page.url()).toBe(`${app.url}/no-such-page?x=1`)
  })
})

describe('two tabs', () => {
  test('see one cart', async () => {
    visitor = await newVisitor(browser, screens[1])
    const second = await visitor.context.newPage()
    await second.goto(`${app.url}/restaurants`)
    const ada = customer(visitor.page, app.url)
    await ada.opensRestaurant(kitchen)
    await ada.adds('Zobo', 3)
    await second.getByRole('button', { name: 'Open cart, 3 items' }).waitFor()
    await second.getByRole('button', { name: /^Open cart/ }).click()
    await second.getByRole('button', { name: 'Remove Zobo' }).click()
    await second.getByText('Your cart is empty.').waitFor()
    await visitor.page.getByRole('button', { name: 'Open cart', exact: true }).waitFor()
  })
})
