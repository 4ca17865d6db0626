import { afterEach, describe, expect, test } from 'vitest'
import { newVisitor, screens, type Visitor } from '../browser.ts'
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
  test('a restaurant is opened under its name, also by an older link', async () => {
    visitor = await newVisitor(browser, screen)
    const { page } = visitor
    const kitchen = await insertVendor(app.db, { name: 'Ìyá Basira & Sons' })
    const present = `${app.url}/restaurant/${kitchen.slug}`
    await page.goto(`${app.url}/restaurants?q=basira`)
    await page.locator(`a[href="/restaurant/${kitchen.slug}"]`).click()
    await page.getByRole('heading', { name: kitchen.name ?? '', level: 1 }).waitFor()
    expect(page.url()).toBe(present)
    await page.goto(`${app.url}/Restaurant/${kitchen.user_id}`)
    expect(page.url()).toBe(present)
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(present)
    const shared = await page.locator('meta[property="og:image"]').getAttribute('content')
    expect((await page.request.get(shared ?? '')).headers()['content-type']).toBe('image/jpeg')
    const said = await page.locator('script[type="application/ld+json"]').textContent()
    expect(JSON.parse(said ?? '')).toMatchObject({ '@type': 'Restaurant', name: kitchen.name })
    await holdsUp(page)
  })

  test('the list is narrowed to a category and to what is open', async () => {
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
