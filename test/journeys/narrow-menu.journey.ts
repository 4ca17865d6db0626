import { eq } from 'drizzle-orm'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { food } from '../../domain/catalog/tables.ts'
import { kobo } from '../../domain/money.ts'
import { screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()
let context: BrowserContext

afterEach(() => context?.close())

/** A kitchen with fourteen dishes in three sections; of three of them it says what is in them. */
async function kitchenOfManyDishes() {
  const vendor = await insertVendor(app.db)
  await app.db.delete(food).where(eq(food.vendor_id, vendor.user_id))
  const dish = { vendor_id: vendor.user_id, price: kobo(1_000_00) }
  await app.db
    .insert(food)
    .values([
      ...Array.from({ length: 11 }, (_, number) => ({ ...dish, name: `Rice plate ${number}`, section: 'Rice' })),
      { ...dish, name: 'Zobo', section: 'Drinks', diets: ['vegetarian', 'vegan'], allergens: [] },
      { ...dish, name: 'Fura da nono', section: 'Drinks', diets: ['vegetarian'], allergens: ['milk'] },
      { ...dish, name: 'Suya', section: 'From the grill', description: 'Hot, with dòdò', allergens: ['groundnut'] },
    ])
  return vendor
}

const dishesOn = (page: Page) => page.locator('main li h4:visible').allTextContents()

describe.each(screens)('a long menu, on a screen of $name', (screen) => {
  const walk = everyOther(screen, screens.toReversed())
  async function comes(script: boolean): Promise<Page> {
    const { viewport, hasTouch, isMobile } = screen
    context = await browser.newContext({ viewport, hasTouch, isMobile, javaScriptEnabled: script })
    return context.newPage()
  }

  walk('is searched and narrowed without a script', async () => {
    const { slug } = await kitchenOfManyDishes()
    const page = await comes(false)
    await page.goto(`${app.url}/restaurant/${slug}`)
    expect(await dishesOn(page)).toHaveLength(14)
    const shown = page.getByRole('list', { name: 'Show only' })
    expect(await shown.getByRole('link').allTextContents()).toEqual(['Vegetarian', 'Vegan', 'No groundnut', 'No milk'])
    await shown.getByRole('link', { name: 'No milk' }).click()
    await page.getByText('2 of 14 dishes. Of 11 more the restaurant has not said what is in them').waitFor()
    expect(await dishesOn(page)).toEqual(['Zobo', 'Suya'])
    await shown.getByRole('link', { name: 'Vegan' }).click()
    await page.getByText('1 of 14 dishes.').waitFor()
    await page.getByRole('link', { name: 'Show the whole menu' }).click()
    await page.getByLabel('Search this menu').fill('DODO')
    await page.getByRole('search').getByRole('button', { name: 'Search' }).click()
    await page.getByText('1 of 14 dishes.').waitFor()
    expect(await dishesOn(page)).toEqual(['Suya'])
    expect(await page.locator('main li').filter({ hasText: 'Suya' }).textContent()).toContain('Contains groundnut.')
  })

  test('is narrowed while somebody types, and its sections stay in view', async () => {
    const { slug } = await kitchenOfManyDishes()
    const page = await comes(true)
    await page.goto(`${app.url}/restaurant/${slug}`)
    await page.getByLabel('Deliver to').waitFor()
    await snap(page, 'narrow-menu')
    await page.getByLabel('Search this menu').fill('grill')
    await page.getByText('1 dish found.').waitFor()
    expect(await dishesOn(page)).toEqual(['Suya'])
    await page.getByLabel('Search this menu').press('Enter')
    await page.getByLabel('Search this menu').fill('')
    await expect.poll(() => dishesOn(page)).toHaveLength(14)
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Drinks' }).click()
    const heading = page.getByRole('heading', { name: 'Drinks' })
    await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeLessThan(screen.viewport.height)
    const bar = await page.getByRole('navigation', { name: 'Menu' }).boundingBox()
    expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0) - 1)
    expect(bar?.y).toBeGreaterThanOrEqual(0)
    await page.getByRole('button', { name: 'Add to Cart: Zobo' }).click()
    await page.getByRole('dialog', { name: 'Zobo' }).getByText('Vegan. No groundnut, milk').waitFor()
    await snap(page, 'narrow-menu-dialog')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Vegetarian' }).click()
    await page.getByText('2 of 14 dishes.').waitFor()
    await snap(page, 'narrow-menu-chosen')
    await holdsUp(page)
  })

  walk('and the list of restaurants is narrowed to a diet and to a price', async () => {
    const dear = await insertVendor(app.db, { avg_price: kobo(9_000_00) })
    await insertVendor(app.db, { avg_price: kobo(1_200_00) })
    const { slug, name } = await kitchenOfManyDishes()
    const page = await comes(false)
    await page.goto(`${app.url}/restaurants?sort=price`)
    await page.getByRole('link', { name: /^About ₦[\d,]+ or less$/ }).click()
    await page.waitForURL(/most=\d+/)
    expect(await page.getByRole('link', { name: dear.name ?? '' }).count()).toBe(0)
    await snap(page, 'narrow-list')
    await page.goto(`${app.url}/restaurants`)
    await page.getByRole('link', { name: 'Vegan' }).click()
    await page.waitForURL(/diet=vegan/)
    await page.locator(`a[href="/restaurant/${slug}"]`).first().waitFor()
    expect(await page.getByRole('link', { name: name ?? '' }).count()).toBeGreaterThan(0)
    expect(await page.getByRole('link', { name: dear.name ?? '' }).count()).toBe(0)

    await page.goto(`${app.url}/restaurants`)
    await page.getByRole('list', { name: 'Show only' }).getByRole('link', { name: 'No groundnut' }).click()
    await page.waitForURL(/without=groundnut/)
    const card = page.locator(`a[href="/restaurant/${slug}?without=groundnut"]`).first()
    await card.getByText('2 dishes without groundnut').waitFor()
    expect(await page.getByRole('link', { name: dear.name ?? '' }).count()).toBe(0)
    await snap(page, 'narrow-list-without')
    await card.click()
    await page.getByText('2 of 14 dishes. Of 11 more the restaurant has not said what is in them').waitFor()
    expect(await dishesOn(page)).toEqual(['Zobo', 'Fura da nono'])
  })
})
