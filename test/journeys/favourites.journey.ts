import { describe, expect } from 'vitest'
import { screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { visitorsOn } from '../visitors.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()

describe.each(screens)('the favourites of a phone, on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const visits = visitorsOn(screen, browser)

  walk('a heart on a card and on a menu makes one; Yours lists them, also after the heart is taken back', async () => {
    const bose = await insertVendor(app.db, { name: `Iya Bose ${screen.viewport.width}` })
    const musa = await insertVendor(app.db, { name: `Musa Suya ${screen.viewport.width}` })
    const { page } = await visits()
    const heart = (name: string | null) => page.getByRole('button', { name: `Keep ${name} among yours` })
    await page.goto(`${app.url}/restaurants`)
    await page.keyboard.press('Tab')
    await heart(bose.name).click()
    await page.getByRole('button', { name: `Keep ${bose.name} among yours`, pressed: true }).waitFor()
    await snap(page, 'favourites-list')
    await holdsUp(page)
    // While other restaurants are looked for, these and what was drawn into them stay as they are (page/still.tsx).
    const drawn = await heart(musa.name).elementHandle()
    await page.route('**/restaurants.data*', () => {})
    await page.getByRole('searchbox').fill('rice')
    await page.getByText('Looking…').waitFor()
    expect(await drawn?.evaluate((button) => button.isConnected)).toBe(true)
    await page.unrouteAll()

    await page.goto(`${app.url}/restaurant/${musa.slug}`)
    await page.keyboard.press('Tab')
    await heart(musa.name).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Keep ${musa.name} among yours`, pressed: true }).waitFor()
    await snap(page, 'favourites-menu')
    await holdsUp(page)

    // The address that the server knows leads to what the phone keeps.
    await page.goto(`${app.url}/restaurants?only=`)
    await page.getByText('You have no favourites on this phone yet.').waitFor()
    await page.keyboard.press('Tab')
    await page.waitForURL(/only=[^&]+/)
    await page.getByText('2 restaurants', { exact: true }).waitFor()
    await page.keyboard.press('Tab')
    await heart(musa.name).click()
    await page.getByRole('link', { name: 'Yours', exact: true }).click()
    await page.waitForURL((url) => !url.searchParams.has('only'))
    await page.keyboard.press('Tab')
    await page.locator('a[data-yours][href*="only=iya"]').click()
    await page.getByText('1 restaurant', { exact: true }).waitFor()
    await page.getByRole('link', { name: bose.name ?? '' }).waitFor()
    await snap(page, 'favourites-yours')

    // On the home page it stands in a row that has its room from the beginning.
    await page.goto(app.url)
    const ways = page.getByRole('list', { name: 'Short ways' })
    const heading = page.getByRole('heading', { name: 'Featured Restaurants' })
    const before = await heading.boundingBox()
    await page.keyboard.press('Tab')
    const way = ways.getByRole('link', { name: `♥ ${bose.name}` })
    await way.waitFor()
    expect(await heading.boundingBox()).toEqual(before)
    await snap(page, 'favourites-home')
    await holdsUp(page)
    await way.click()
    await page.getByRole('heading', { name: bose.name ?? '', level: 1 }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('favourites'))).toBe(JSON.stringify([bose.slug]))
  })
})
