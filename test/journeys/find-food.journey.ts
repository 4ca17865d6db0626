import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, newVisitor, screens, type Visitor } from '../browser.ts'
import { startTestApp, type TestApp } from '../start-app.ts'
import { insertVendor } from '../world.ts'

let app: TestApp
let browser: Browser

beforeAll(async () => {
  app = await startTestApp()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await app?.stop()
})

let visitor: Visitor
afterEach(async () => {
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

describe('finding something to eat', () => {
  test('search forgives spelling and starts at page 1; the address carries search, sort and page', async () => {
    visitor = await newVisitor(browser, screens[1])
    const { page } = visitor
    for (let more = 0; more < 13; more++) await insertVendor(app.db, { rating: 3 + more / 10 })
    const best = await insertVendor(app.db, { name: 'Mama Shawarma', rating: 5 })
    await page.goto(`${app.url}/Restaurants`)
    await page.getByRole('link', { name: 'Next' }).click()
    await page.waitForURL(/page=2/)
    await page.getByText(/Page 2 of \d+/).waitFor()
    await page.getByPlaceholder('Search vendors...').fill('mama shwarma')
    await page.waitForURL(/q=mama\+shwarma/)
    expect(page.url()).not.toContain('page=')
    await page.getByRole('link', { name: best.name ?? '' }).waitFor()
    await page.getByPlaceholder('Search vendors...').fill('')
    await page.getByLabel('Sort By').selectOption('rating')
    await page.waitForURL(/sort=rating/)
    await expect.poll(() => page.locator('main li h2').first().textContent()).toBe('Mama Shawarma')
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
    await page.route(`**/restaurant/${best.user_id}.data*`, async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.keyboard.press('Escape')
    await page.locator(`a[href="/restaurant/${best.user_id}"]`).click()
    const preloader = page.getByRole('status').filter({ hasText: 'Loading the menu' })
    await preloader.waitFor()
    const box = await preloader.boundingBox()
    expect(box?.width).toBe(360)
    letThrough()
    await page.getByRole('heading', { name: 'Mama Shawarma', level: 1 }).waitFor()
    expect(await preloader.count()).toBe(0)
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
