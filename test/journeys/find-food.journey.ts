import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { food } from '../../domain/catalog/tables.ts'
import { isAwake, newVisitor, screens, type Visitor } from '../browser.ts'
import { extras, size } from '../dish-options.ts'
import { openJourney } from '../open-journey.ts'
import { snap } from '../screen-checks.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()

let visitor: Visitor
afterEach(async () => {
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

/** How many pixels of the screen do not move when one scrolls. */
const heightThatStays = () =>
  [...document.querySelectorAll('body *')]
    .filter((element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position))
    .reduce((sum, element) => sum + element.getBoundingClientRect().height, 0)

describe('finding something to eat', () => {
  test('search forgives spelling and starts at page 1; the address carries search, sort and page', async () => {
    visitor = await newVisitor(browser, screens[1])
    const { page } = visitor
    for (let more = 0; more < 13; more++) await insertVendor(app.db, { rating: 3 + more / 10 })
    const best = await insertVendor(app.db, { name: 'Mama Shawarma', rating: 5 })
    await page.goto(`${app.url}/Restaurants`)
    await isAwake(page)
    await page.getByRole('link', { name: 'Next' }).press('Enter')
    await page.waitForURL(/page=2/)
    await page.getByText(/Page 2 of \d+/).waitFor()
    // The keyboard stays at what turns the list, though there is nothing further.
    await page.locator('a[rel]:focus', { hasText: 'Previous' }).waitFor()
    await page.getByPlaceholder('Search vendors...').fill('mama shwarma')
    await page.waitForURL(/q=mama\+shwarma/)
    expect(page.url()).not.toContain('page=')
    await page.getByRole('link', { name: best.name ?? '' }).waitFor()
    await page.getByPlaceholder('Search vendors...').fill('')
    await page.getByLabel('Sort By').selectOption('rating')
    await page.waitForURL(/sort=rating/)
    await expect.poll(() => page.locator('main li h2').first().textContent()).toBe('Mama Shawarma')
  })

  test('a sort chosen before the page is awake is asked for once it is', async () => {
    visitor = await newVisitor(browser, screens[0])
    const { page } = visitor
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${app.url}/restaurants`)
    await page.getByLabel('Sort By').selectOption('price')
    letThrough()
    await page.waitForURL(/sort=price/)
    expect(await page.getByLabel('Sort By').inputValue()).toBe('price')
  })

  test('a search without a line leaves what is there, and comes with the line', async () => {
    visitor = await newVisitor(browser, screens[0], [/ERR_|Failed to load/])
    const { page, context } = visitor
    await insertVendor(app.db, { name: 'Suya Spot by the Gate' })
    await page.goto(`${app.url}/restaurants?sort=rating`)
    await isAwake(page)
    const shown = page.locator('main h2').first()
    await shown.waitFor()
    await context.setOffline(true)
    await page.getByPlaceholder('Search vendors...').fill('suya spot')
    const news = page.locator('#page-news')
    await news.getByText('You are offline. The page comes when the network is back.').waitFor()
    await shown.waitFor()
    await snap(page, 'search-without-line')
    await context.setOffline(false)
    await page.waitForURL(/q=suya\+spot/)
    await page.getByRole('link', { name: 'Suya Spot by the Gate' }).waitFor()
    expect(await news.textContent()).toBe('')
  })

  test('a full-screen logo stands there while a menu is on its way', async () => {
    visitor = await newVisitor(browser, screens[0])
    const { page } = visitor
    const best = await insertVendor(app.db, { name: 'Mama Shawarma' })
    await page.goto(`${app.url}/restaurants?q=mama+shawarma`)
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route(`**/restaurant/${best.slug}.data*`, async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator(`a[href="/restaurant/${best.slug}"]`).click()
    const preloader = page.getByRole('status').filter({ hasText: 'Loading the menu' })
    await preloader.waitFor()
    const box = await preloader.boundingBox()
    expect(box?.width).toBe(360)
    letThrough()
    await page.getByRole('heading', { name: 'Mama Shawarma', level: 1 }).waitFor()
    expect(await preloader.count()).toBe(0)
  })

  test.each([
    { what: 'a small phone', width: 320, height: 640, text: '100%' },
    { what: 'a desk zoomed to 400 %', width: 320, height: 256, text: '100%' },
    { what: 'text of twice the size', width: 360, height: 740, text: '200%' },
  ])('on $what the dish dialog and the cart are used', async ({ width, height, text }) => {
    visitor = await newVisitor(browser, { ...screens[0], viewport: { width, height } })
    const { page } = visitor
    const kitchen = await insertVendor(app.db)
    await app.db
      .update(food)
      .set({ option_groups: [size, extras] })
      .where(eq(food.vendor_id, kitchen.user_id))
    await page.goto(`${app.url}/restaurant/${kitchen.user_id}`)
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text)
    expect(await page.evaluate(heightThatStays)).toBeLessThanOrEqual(height / 2)
    await page.getByRole('button', { name: 'Add to Cart: Jollof Rice' }).click()
    const dialog = page.getByRole('dialog', { name: 'Jollof Rice' })
    await dialog.getByLabel('Large').check()
    await dialog.getByRole('button', { name: 'One more' }).click()
    expect(await dialog.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
    await dialog.getByRole('button', { name: 'Add (2 Items)' }).click()
    const cart = page.getByRole('button', { name: 'Open cart, 2 items' })
    const place = await cart.boundingBox()
    expect((place?.x ?? 0) + (place?.width ?? width)).toBeLessThanOrEqual(width)
    await cart.click()
    const drawer = page.getByRole('dialog', { name: 'Cart' })
    await drawer.getByRole('button', { name: /^One more: Jollof Rice/ }).click()
    await drawer.getByRole('button', { name: /^One less: Jollof Rice/ }).click()
    await drawer.getByRole('button', { name: /^One less: Jollof Rice/ }).click()
    expect(await drawer.getByRole('button', { name: /^One less/ }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Open cart, 1 item' }).waitFor({ state: 'attached' })
    await drawer.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()
  })

  test('the first restaurant stands on the first screen of a phone', async () => {
    visitor = await newVisitor(browser, screens[0])
    await insertVendor(app.db)
    await visitor.page.goto(app.url)
    const first = await visitor.page.getByRole('heading', { level: 3 }).first().boundingBox()
    expect((first?.y ?? Number.POSITIVE_INFINITY) + (first?.height ?? 0)).toBeLessThanOrEqual(740)
  })

  test('the menu drawer is 240 px wide and leads to both places', async () => {
    visitor = await newVisitor(browser, screens[0])
    const { page } = visitor
    await page.goto(app.url)
    await page.getByRole('button', { name: 'Open menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(240)
    await drawer.getByRole('link', { name: 'Restaurants' }).click()
    await page.getByRole('heading', { name: 'Discover Restaurants' }).waitFor()
    expect(await drawer.isVisible()).toBe(false)
  })
})

describe('on the way to another page', () => {
  test('the drawer closes at once, and what comes shows that it is on its way', async () => {
    visitor = await newVisitor(browser, screens[0])
    const { page } = visitor
    await page.goto(app.url)
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route('**/restaurants.data*', async (route) => {
      await held
      await route.continue()
    })
    // Before that a link leads on as a document, which the browser itself shows to be on its way.
    await isAwake(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Restaurants' }).click()
    await page.locator('.on-its-way').waitFor()
    await page.getByRole('status').getByText('Loading the page').waitFor({ state: 'attached' })
    expect(await page.getByRole('dialog', { name: 'Menu' }).isVisible()).toBe(false)
    letThrough()
    await page.getByRole('heading', { name: 'Discover Restaurants' }).waitFor()
    expect(await page.locator('.on-its-way, .preview').count()).toBe(0)
  })

  test('a menu that a link leads to answers from its first tap on', async () => {
    await insertVendor(app.db, { name: 'Tap Kitchen' })
    visitor = await newVisitor(browser, screens[0])
    const { page } = visitor
    await page.goto(`${app.url}/restaurants?q=tap`)
    await isAwake(page)
    await page.route('**/assets/dish-taps*', (route) => setTimeout(() => route.continue(), 1000))
    await page.getByRole('link', { name: 'Tap Kitchen' }).first().click()
    await page.getByRole('button', { name: 'Add to Cart: Jollof Rice' }).click()
    await page.getByRole('dialog', { name: 'Jollof Rice' }).waitFor()
  })

  test('a page whose script does not come keeps the old one, and comes once the network is back', async () => {
    visitor = await newVisitor(browser, screens[0], [/ERR_|Failed to load/])
    const { page, context } = visitor
    await page.goto(app.url)
    await isAwake(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await context.setOffline(true)
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Restaurants' }).click()
    await page.locator('#page-news').getByText('You are offline. The page comes').waitFor()
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Discover Restaurants' }).waitFor()
    expect(page.url()).toBe(`${app.url}/restaurants`)
  })
})
