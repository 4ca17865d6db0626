import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { axeFindings } from '../axe.ts'
import { newVisitor, type Screen, screens, type Visitor } from '../browser.ts'
import { startHangingLine } from '../hanging-line.ts'
import { openJourney } from '../open-journey.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()

let visitor: Visitor
afterEach(async () => {
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

describe('before the page is awake', () => {
  /** Comes to a page whose script waits until it is let through. */
  const comesTo = async (path: string, screen: Screen = screens[0]) => {
    visitor = await newVisitor(browser, screen, [/ERR_|Failed to load/])
    const { page, context } = visitor
    const scripts = '**/assets/**'
    let fails = 0
    await context.route(scripts, (route) => {
      fails++
      return route.abort()
    })
    await page.goto(app.url + path)
    return {
      page,
      news: page.locator('#page-news'),
      hasFailed: () => expect.poll(() => fails).toBeGreaterThan(0),
      scriptComes: () => context.unroute(scripts),
      line: (there: boolean) => context.setOffline(!there),
    }
  }
  const twoDishes = async () => {
    const kitchen = await insertVendor(app.db, { name: 'Iya Bose Buka' })
    return `/restaurant/${kitchen.slug}`
  }

  test('a script that failed comes by itself, and what was tapped happens in its order', async () => {
    const { page, news, hasFailed, scriptComes } = await comesTo(await twoDishes())
    await hasFailed()
    const dish = page.getByRole('button', { name: 'Add to Cart: Jollof Rice' })
    const cart = page.getByRole('button', { name: 'Open cart' })
    await dish.click()
    expect(await dish.getAttribute('aria-busy')).toBe('true')
    await dish.click()
    await news.getByText('Weak network. What you tapped is kept').waitFor()
    expect(await axeFindings(page)).toEqual([])
    // What the browser does alone needs no script.
    const drawer = page.getByRole('dialog', { name: 'Cart' })
    await cart.click()
    await drawer.getByText('Your cart is empty.').waitFor()
    await scriptComes()
    await drawer.getByRole('button', { name: 'Close cart' }).click()
    await page.getByRole('dialog', { name: 'Jollof Rice' }).getByRole('button', { name: 'Cancel' }).click()
    expect(await page.locator('dialog[open], [aria-busy]').count()).toBe(0)
    expect(await news.textContent()).toBe('')
  })

  test('a dish that waits too long goes to its own page, but not beneath what is open', async () => {
    const { page } = await comesTo('/')
    await page.clock.install()
    await page.goto(app.url + (await twoDishes()))
    await page.getByRole('button', { name: 'Add to Cart: Jollof Rice' }).click()
    await page.getByRole('button', { name: 'Open cart' }).click()
    await page.evaluate(() => addEventListener('submit', () => document.body.classList.add('sent')))
    await page.clock.runFor(15_000)
    expect(await page.locator('body.sent').count()).toBe(0)
    const drawer = page.getByRole('dialog', { name: 'Cart' })
    await drawer.getByRole('button', { name: 'Close cart' }).click()
    await page.clock.runFor(2000)
    await page.waitForURL(/\/add\?/)
  })

  test('a tap without a network says so, and happens when the network is back', async () => {
    const { page, news, scriptComes, line } = await comesTo(await twoDishes())
    await line(false)
    await page.getByRole('button', { name: 'Add to Cart: Jollof Rice' }).focus()
    await page.keyboard.press('Enter')
    await news.getByText('You are offline. What you tapped is kept').waitFor()
    await scriptComes()
    await line(true)
    await page.getByRole('dialog', { name: 'Jollof Rice' }).waitFor()
  })

  test('what was typed and chosen is asked for', async () => {
    await insertVendor(app.db, { name: 'Mama Shawarma' })
    const { page, scriptComes } = await comesTo('/restaurants', screens[1])
    await page.getByPlaceholder('Search vendors...').pressSequentially('mama')
    await page.getByLabel('Sort By').selectOption('price')
    await scriptComes()
    await page.waitForURL(/q=mama&sort=price/)
    expect(await page.getByPlaceholder('Search vendors...').inputValue()).toBe('mama')
  })

  test('links and forms go their own way when the script never comes', async () => {
    const { page, line } = await comesTo('/')
    await page.getByRole('link', { name: 'FAQs' }).first().click()
    await page.waitForURL(/faqs/)
    await line(false)
    await page.getByRole('link', { name: 'Terms' }).first().click()
    await page.locator('#page-news').getByText('You are offline.').waitFor()
    await line(true)
    await page.waitForURL(/terms/)
    await page.clock.install()
    await page.goto(`${app.url}/login`)
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.clock.runFor(12_000)
    await page.getByText('Invalid').waitFor()
  })

  /** A menu of which nothing more comes behind its dishes, for as long as the line hangs. */
  async function comesInHalf() {
    const address = await twoDishes()
    visitor = await newVisitor(browser, screens[0], [/ERR_|Failed to load/])
    const { page } = visitor
    const line = await startHangingLine(app.url)
    onTestFinished(() => line.close())
    await page.clock.install()
    await page.setExtraHTTPHeaders({ 'accept-encoding': 'identity' })
    line.hangAfter('down', (await (await fetch(app.url + address)).text()).indexOf('<footer'))
    await page.goto(line.url + address, { waitUntil: 'commit' })
    await page.getByRole('banner').waitFor()
    line.hangAfter('down', 0)
    await page.clock.runFor(20_000)
    return { page, line }
  }

  test('a document whose line broke is asked for again, and stays while there is none', async () => {
    const { page, line } = await comesInHalf()
    expect(await page.locator('footer').count()).toBe(0)
    await page.getByRole('banner').waitFor()
    line.mend()
    await page.clock.runFor(20_000)
    await page.locator('footer').waitFor()
  })

  test('whoever pressed a link of such a document gets there', async () => {
    const { page, line } = await comesInHalf()
    const home = `${line.url}/`
    // It hangs where the line does not mend.
    await page.route(home, () => new Promise(() => {}), { times: 1 })
    await page.getByRole('banner').getByRole('link', { name: 'Home' }).first().click({ noWaitAfter: true })
    line.mend()
    await page.clock.runFor(20_000)
    await page.waitForURL(home)
    await page.locator('footer').waitFor()
  })

  test('a document that ends too early is asked for again', async () => {
    visitor = await newVisitor(browser, screens[0])
    const { page } = visitor
    const address = app.url + (await twoDishes())
    await page.route(
      address,
      async (route) => {
        const response = await route.fetch()
        const [beginning] = (await response.text()).split('<footer')
        await route.fulfill({ response, body: beginning ?? '' })
      },
      { times: 1 },
    )
    await page.goto(address, { waitUntil: 'commit' })
    await page.locator('footer').waitFor()
  })
})
