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
import { complete_profile, insertVendor } from '../world.ts'
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
const ownerOf = (vendor_id: string) => insertAccount(app.db, 'vendor', { kitchen: { vendor_id, role: 'owner' } })
const promo = (page: Page) => page.getByLabel('Promo code (optional)')

describe.each(screens)('on a screen of $name', (screen) => {
  const test = everyOther(screen)
  const { adminComes, comes, holdsUp, snap } = officeOn(screen, app, browser)

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

  test('a kitchen makes a code of its own, pays for it by name, and ends it', async () => {
    const kitchen = await insertVendor(app.db, complete_profile)
    await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
    const { email } = await insertAccount(app.db, 'vendor', {
      kitchen: { vendor_id: kitchen.user_id, role: 'manager' },
    })
    const page = await comes(email, '/vendor-promotions', [/422/])
    await page.getByText('You pay the difference').waitFor()
    const code = `SUYA${screen.viewport.width}`
    await page.getByLabel('Code', { exact: true }).fill(`suya ${screen.viewport.width}`)
    await page.getByLabel('Percent').fill('20')
    await page.getByRole('button', { name: 'Make the code' }).click()
    await page.getByText(`The code ${code} is made.`).waitFor()
    const { page: phone, leave } = await newVisitor(browser, screen)
    const ada = customer(phone, app.url)
    await ada.opensRestaurant(kitchen)
    await ada.adds('Jollof Rice')
    await ada.proceedsToCheckout()
    await ada.fillsForm({ phone: '0803 555 0003' })
    await promo(phone).fill(code.toLowerCase())
    await ada.proceeds()
    await ada.reachesSummary()
    await ada.opensWindow()
    await ada.paysByCard()
    await phone.getByRole('heading', { name: 'Payment confirmed' }).waitFor()
    await leave()
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: code })
    await row.getByText('₦300').waitFor()
    await snap(page, 'kitchen-promotions')
    await holdsUp(page)
    await row.getByText('End…').click()
    await row.getByRole('button', { name: `End ${code}` }).click()
    await row.getByText(/^Ended on/).waitFor()
    const owner = await comes((await ownerOf(kitchen.user_id)).email, '/request-payout/statement')
    await owner.getByText(/^Promotion, order/).waitFor()
    await owner.getByText('-₦300').waitFor()
    await snap(owner, 'kitchen-promotion-statement')
    await owner.getByRole('link', { name: /^Promotion, order/ }).click()
    await owner.getByText('₦300 less by your promotion').waitFor()
    const admin = await adminComes('/admin/promotions')
    await admin
      .getByRole('row')
      .filter({ hasText: code })
      .getByText(kitchen.name ?? '')
      .waitFor()
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
