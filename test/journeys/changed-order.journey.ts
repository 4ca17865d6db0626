import { eq } from 'drizzle-orm'
import { afterEach, describe, expect } from 'vitest'
import { checkouts } from '../../domain/checkout/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { newVisitor, screens, type Visitor } from '../browser.ts'
import { control } from '../control.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { checkoutAt } from '../paid-order.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertVendor } from '../world.ts'
import { customer } from './customer.ts'

const { app, browser } = await openJourney()

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  let visitors: Visitor[] = []
  const comes = async () => {
    const visitor = await newVisitor(browser, screen, [/409/])
    visitors.push(visitor)
    return visitor
  }
  afterEach(async () => {
    const complaints = visitors.flatMap((visitor) => visitor.complaints)
    for (const { leave } of visitors) await leave()
    visitors = []
    expect(complaints).toEqual([])
    expect(await findViolations(app.db)).toEqual([])
  })

  walk('what is changed takes the place of the order before, in another tab and for who was asked to pay', async () => {
    const visitor = await comes()
    const ada = customer(visitor.page, app.url)
    await ada.opensRestaurant(await insertVendor(app.db))
    await ada.adds('Zobo')
    await ada.proceedsToCheckout()
    await ada.fillsForm()
    await ada.proceeds()
    const before = await ada.reachesSummary()
    const { page } = visitor
    const other_tab = await visitor.context.newPage()
    await other_tab.goto(`${app.url}/order-summary?order=${before}`)
    await page.getByRole('link', { name: 'Someone else pays' }).click()
    await page.getByLabel('I can wait for a rider').check()
    await page.getByRole('button', { name: 'Make the link' }).click()
    const to_pay = await page.getByLabel('Send this to whoever pays').inputValue()
    const mummy = await comes()
    await mummy.page.goto(to_pay)

    await page.goto(`${app.url}/order-summary?order=${before}`)
    await page.getByRole('link', { name: 'Change this' }).click()
    // What was typed before stands there again.
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('Room 12, Jadesola Hall')
    await page.getByLabel('Or another amount in naira').fill('350')
    await ada.proceeds()
    const now = await ada.reachesSummary()
    expect(now).not.toBe(before)
    const total = await page.getByRole('button', { name: /^Pay ₦/ }).textContent()

    await other_tab.getByLabel('I can wait for a rider').check()
    await other_tab.getByRole('button', { name: /^Pay ₦/ }).click()
    await other_tab.waitForURL(`**/order-summary?order=${now}`)
    await other_tab.close()

    // The page that was open shows the order as it was, and pays nothing.
    await mummy.page.getByLabel('Your email').fill('mummy@example.com')
    await mummy.page.getByRole('button', { name: /^Pay ₦/ }).click()
    await mummy.page.getByText('has changed this order. Please look at it once more. You paid nothing.').waitFor()
    await snap(mummy.page, 'changed-for-who-pays')
    await holdsUp(mummy.page)
    await mummy.page.getByLabel('Your email').fill('mummy@example.com')
    await mummy.page.getByRole('button', { name: total ?? '' }).click()
    await mummy.page.waitForURL(/\/pay\/hosted\//)
  })

  walk('money that still comes for the order before goes back, and its pages say so and lead on', async () => {
    const { page } = await comes()
    const ada = customer(page, app.url)
    const before = await checkoutAt(app, await insertVendor(app.db))
    await page.goto(`${app.url}/order-summary?order=${before}`)
    await page.getByRole('link', { name: 'Someone else pays' }).click()
    await page.getByLabel('I can wait for a rider').check()
    await page.getByRole('button', { name: 'Make the link' }).click()
    const to_pay = await page.getByLabel('Send this to whoever pays').inputValue()
    await page.goto(`${app.url}/order-summary?order=${before}`)
    await ada.pressesPay()
    await ada.closesWindow()
    await page.getByText('Payment cancelled').waitFor()
    await page.getByRole('button', { name: 'Collect it at the restaurant instead' }).click()
    await page.waitForURL((url) => url.pathname === '/order-summary' && url.searchParams.get('order') !== before)
    const now = await ada.reachesSummary()

    const [old] = await app.db.select().from(checkouts).where(eq(checkouts.link_token, before))
    await control(app).pay({ tx_ref: old?.tx_ref ?? '', amount: (old?.total ?? 0) / 100 })
    // What the provider said when she changed it is remembered for a second.
    const comesBack = async () => {
      await page.goto(`${app.url}/order-summary?order=${before}&status=successful`)
      return new URL(page.url()).searchParams.get('order')
    }
    await expect.poll(comesBack, { timeout: 30_000 }).toBe(before)
    await page.getByText('What comes for it goes back.').waitFor()
    await snap(page, 'changed-and-paid-before')
    await holdsUp(page)
    await page.getByRole('link', { name: 'Go to your order' }).click()
    await page.waitForURL(`**/order-summary?order=${now}`)
    await page.goto(to_pay)
    await page.getByText('That payment is on its way back to whoever paid it.').waitFor()
    await snap(page, 'paid-before-for-who-pays')
    await holdsUp(page)
  })
})
