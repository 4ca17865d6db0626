import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { food } from '../../domain/catalog/tables.ts'
import { kobo } from '../../domain/money.ts'
import { isAwake, newVisitor, screens, type Visitor } from '../browser.ts'
import { size } from '../dish-options.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()

let visitor: Visitor
afterEach(async () => {
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  walk('a restaurant is opened under its name, also by an older link', async () => {
    visitor = await newVisitor(browser, screen)
    const { page } = visitor
    const kitchen = await insertVendor(app.db, { name: 'Ìyá Basira & Sons' })
    const present = `${app.url}/restaurant/${kitchen.slug}`
    await page.goto(`${app.url}/restaurants?q=basira`)
    await isAwake(page)
    const told = page.locator('#title-told')
    await told.waitFor({ state: 'attached' })
    await page.locator(`a[href="/restaurant/${kitchen.slug}"]`).click()
    await page.getByRole('heading', { name: kitchen.name ?? '', level: 1 }).waitFor()
    expect(page.url()).toBe(present)
    await expect.poll(() => told.textContent()).toContain(kitchen.name)
    await page.goto(`${app.url}/Restaurant/${kitchen.user_id}`)
    expect(page.url()).toBe(present)
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(present)
    const shared = await page.locator('meta[property="og:image"]').getAttribute('content')
    expect((await page.request.get(shared ?? '')).headers()['content-type']).toBe('image/jpeg')
    const said = await page.locator('script[type="application/ld+json"]').textContent()
    expect(JSON.parse(said ?? '')).toMatchObject({ '@type': 'Restaurant', name: kitchen.name })
    await holdsUp(page)
  })

  test('the longest names and the highest prices fit on the narrowest screen', async () => {
    visitor = await newVisitor(browser, screen)
    const { page } = visitor
    const name = 'Abcdefghijklmnopqrstuvwxyz'.repeat(3).slice(0, 60)
    const kitchen = await insertVendor(app.db, { name, category: name, description: name })
    const dish = { vendor_id: kitchen.user_id, name, description: name, price: kobo(2_500_000_00) }
    await app.db.insert(food).values({ ...dish, option_groups: [size] })
    await page.setViewportSize({ width: 320, height: 700 })
    for (const path of [`/restaurants?q=${name}`, `/restaurant/${kitchen.slug}`]) {
      await page.goto(app.url + path)
      await page.getByRole('heading', { name }).first().waitFor()
      expect(await cutOff(page), path).toEqual([])
    }
    await holdsUp(page)
  })

  walk('the list is narrowed to a category and to what is open', async () => {
    visitor = await newVisitor(browser, screen)
    const { page } = visitor
    const category = `Grill of ${screen.name}`
    const open = await insertVendor(app.db, { category })
    const closed = await insertVendor(app.db, { category, week_hours: [] })
    const cards = () => page.locator('main li h2').allTextContents()
    await page.goto(`${app.url}/restaurants?category=${encodeURIComponent(category.toUpperCase())}`)
    expect(await cards()).toEqual([open.name, closed.name])
    await page.getByRole('link', { name: 'Open now' }).click()
    await page.waitForURL(/open=1/)
    await expect.poll(cards).toEqual([open.name])
    await page.getByLabel('Sort By').selectOption('rating')
    await page.waitForURL(/sort=rating/)
    expect(page.url()).toContain('open=1&category=Grill')
    await expect.poll(cards).toEqual([open.name])
    await holdsUp(page)
    await snap(page, `narrowed-${screen.name}`)
    await page.getByRole('link', { name: 'Open now' }).click()
    await expect.poll(cards).toEqual([open.name, closed.name])
    await page.getByRole('list', { name: 'Show only' }).getByRole('link', { name: category }).click()
    await expect.poll(() => page.url()).toBe(`${app.url}/restaurants?sort=rating`)
  })
})

/** Texts that reach beyond their card or the screen. */
const cutOff = (page: Page) =>
  page.locator('main :is(h1, h2, h4, p, .money)').evaluateAll((parts) => {
    const range = document.createRange()
    return parts.flatMap((part) => {
      range.selectNodeContents(part)
      const most = part.closest('.card')?.getBoundingClientRect().right ?? document.documentElement.clientWidth
      return range.getBoundingClientRect().right > most + 1 ? [part.textContent] : []
    })
  })
