import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { createPromotion } from '../../domain/promotions/create-promotion.ts'
import { officeOn } from '../admin-office.ts'
import { newVisitor, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { blank_promotion, newCode } from '../promotions.ts'
import { insertAccount } from '../sign-in.ts'
import { insertVendor } from '../world.ts'
import { customer } from './customer.ts'

const { app, browser } = await openJourney()

afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

const clock = { now: () => new Date() }
async function codeOf(form: Partial<typeof blank_promotion>) {
  const admin = await insertAccount(app.db, 'admin', { admin_role: 'owner' })
  const made = await createPromotion({ db: app.db, clock }, admin, { ...blank_promotion, code: newCode(), ...form })
  if (!made.ok) throw new Error(made.reason)
  return made.value.code
}
const promo = (page: Page) => page.getByLabel('Promo code (optional)')

describe.each(screens)('on a screen of $name', (screen) => {
  const test = everyOther(screen)
  const { adminComes, holdsUp, snap } = officeOn(screen, app, browser)

  test('a customer types a code in lower case with a space, and pays less', async () => {
    const code = await codeOf({ percent: '20', minimum: '1000' })
    const kitchen = await insertVendor(app.db)
    const { page, complaints, leave } = await newVisitor(browser, screen, [/422/])
    const ada = customer(page, app.url)
    await ada.opensRestaurant(kitchen)
    await ada.adds('Jollof Rice')
    await ada.proceedsToCheckout()
    await ada.fillsForm({ phone: '0803 555 0001' })
    await promo(page).fill('freshers 99')
    await ada.proceeds()
    await page.getByText('We do not know the code freshers 99.').waitFor()
    expect(await promo(page).inputValue()).toBe('freshers 99')
    expect(await page.getByLabel('First Name').inputValue()).toBe('Ada')
    await promo(page).scrollIntoViewIfNeeded()
    await snap(page, 'promo-refused')
    await holdsUp(page)
    await promo(page).fill(`${code.slice(0, 3).toLowerCase()} ${code.slice(3).toLowerCase()}`)
    await ada.proceeds()
    await ada.reachesSummary()
    await page.getByText(`Promotion ${code}`).waitFor()
    await page.getByText('-₦300').waitFor()
    await snap(page, 'promo-summary')
    await page.getByRole('link', { name: 'Change this' }).click()
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()
    expect(await promo(page).inputValue()).toBe(code)
    await ada.proceeds()
    await ada.reachesSummary()
    await page.getByText('-₦300').waitFor()
    await ada.opensWindow()
    await ada.paysByCard()
    await page.getByRole('heading', { name: 'Payment confirmed' }).waitFor()
    await page.getByText(`Promotion ${code}`).waitFor()
    await snap(page, 'promo-receipt')
    expect(complaints).toEqual([])
    await leave()
  })

  test('an admin makes a code, sees its use and its cost, and ends it', async () => {
    const page = await adminComes('/admin/promotions', [/422/])
    const code = `LUNCH${screen.viewport.width}`
    await page.getByLabel('Code', { exact: true }).fill(`lunch ${screen.viewport.width}`)
    await page.getByRole('button', { name: 'Make the code' }).click()
    await page.getByText('From 1 to 90 %: something is always left to pay.').waitFor()
    await page.getByLabel('Percent').fill('10')
    await page.getByLabel('Uses per phone').fill('1')
    await page.getByRole('button', { name: 'Make the code' }).click()
    await page.getByText(`The code ${code} is made.`).waitFor()
    const row = page.getByRole('row').filter({ hasText: code })
    await row.getByText('Counts now').waitFor()
    await row.getByText('Once per phone').waitFor()
    await snap(page, 'promotions')
    await holdsUp(page)
    await row.getByText('End…').click()
    await row.getByRole('button', { name: `End ${code}` }).click()
    await row.getByText(/^Ended on/).waitFor()
    await page.goto(`${app.url}/admin/audit`)
    await page.getByText(`ended the promotion ${code}`).waitFor()
  })
})

test('without script the code is kept where something is refused, and counts', async () => {
  const code = await codeOf({ kind: 'free_delivery', first_order_only: true })
  const kitchen = await insertVendor(app.db)
  const [screen] = screens
  const { viewport, hasTouch, isMobile } = screen
  const context = await browser.newContext({ viewport, hasTouch, isMobile, javaScriptEnabled: false })
  const page = await context.newPage()
  const ada = customer(page, app.url, 'page')
  await ada.opensRestaurant(kitchen)
  await page.getByRole('button', { name: 'Add to Cart: Jollof Rice' }).click()
  await page.getByRole('heading', { name: 'Jollof Rice', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await ada.fillsForm({ phone: '12' })
  await promo(page).fill(code.toLowerCase())
  await ada.proceeds()
  await page.getByText('This phone number does not exist.').waitFor()
  expect(await promo(page).inputValue()).toBe(code.toLowerCase())
  await page.getByLabel('Phone').fill('0803 555 0002')
  await ada.proceeds()
  await ada.reachesSummary()
  await page.getByText(`Promotion ${code}`).waitFor()
  await context.close()
})
