import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { createPromotion } from '../../domain/promotions/create-promotion.ts'
import { officeOn } from '../admin-office.ts'
import { newVisitor, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { friendsUnderTest, somebody } from '../friends.ts'
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
  return made.value.code ?? ''
}
const deps = await app.services()
const { buys } = friendsUnderTest(
  () => ({ deps, sandbox: app.sandbox }),
  () => ({ user_id: crypto.randomUUID(), role: 'admin', admin_role: 'owner', email: 'ngozi@example.com' }),
)
const ownerOf = (vendor_id: string) => insertAccount(app.db, 'vendor', { kitchen: { vendor_id, role: 'owner' } })
/** With a plate of Jollof Rice in the cart, and the form filled. */
async function atCheckout(ada: ReturnType<typeof customer>, kitchen: Kitchen, phone: string) {
  await ada.opensRestaurant(kitchen)
  await ada.adds('Jollof Rice')
  await ada.proceedsToCheckout()
  await ada.fillsForm({ phone })
}
type Kitchen = Awaited<ReturnType<typeof insertVendor>>
const promo = (page: Page) => page.getByLabel('Promo code (optional)')

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const { adminComes, comes, holdsUp, snap } = officeOn(screen, app, browser)

  walk('a customer types a code in lower case with a space, and pays less', async () => {
    const code = await codeOf({ percent: '20', minimum: '1000' })
    const kitchen = await insertVendor(app.db)
    const { page, complaints, leave } = await newVisitor(browser, screen, [/422/])
    const ada = customer(page, app.url)
    await atCheckout(ada, kitchen, '0803 555 0001')
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

  walk('of a code for one use a second phone reads that others were faster, and orders without', async () => {
    const code = await codeOf({ percent: '20', most_uses: '1' })
    const kitchen = await insertVendor(app.db)
    const { page, complaints, leave } = await newVisitor(browser, screen, [/422/])
    const ada = customer(page, app.url)
    await atCheckout(ada, kitchen, '0803 555 0005')
    // Another phone is faster while she types.
    expect((await buys(somebody(), code)).checkout.discount).toBe(300_00)
    await promo(page).fill(code)
    await ada.proceeds()
    await page.getByText('Others were faster: this code is used up. Please leave it out.').waitFor()
    expect(await promo(page).inputValue()).toBe(code)
    expect(await page.getByLabel('First Name').inputValue()).toBe('Ada')
    await promo(page).scrollIntoViewIfNeeded()
    await snap(page, 'promo-used-up')
    await holdsUp(page)
    await promo(page).fill('')
    await ada.proceeds()
    await ada.reachesSummary()
    expect(await page.getByText(`Promotion ${code}`).count()).toBe(0)
    expect(complaints).toEqual([])
    await leave()
  })

  walk('an admin makes a code, sees its use and its cost, and ends it', async () => {
    const page = await adminComes('/admin/promotions', [/422/])
    const code = `LUNCH${screen.viewport.width}`
    await page.getByLabel('Code', { exact: true }).fill(`lunch ${screen.viewport.width}`)
    await page.getByRole('button', { name: 'Make the promotion' }).click()
    await page.getByText('From 1 to 90 %: something is always left to pay.').waitFor()
    await page.getByLabel('Percent').fill('10')
    await page.getByLabel('Uses per phone').fill('1')
    await page.getByRole('button', { name: 'Make the promotion' }).click()
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

  walk('a kitchen makes a code of its own, pays for it by name, and ends it', async () => {
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
    await page.getByRole('button', { name: 'Make the promotion' }).click()
    await page.getByText(`The code ${code} is made.`).waitFor()
    const { page: phone, leave } = await newVisitor(browser, screen)
    const ada = customer(phone, app.url)
    await atCheckout(ada, kitchen, '0803 555 0003')
    await promo(phone).fill(code.toLowerCase())
    await ada.proceeds()
    await ada.reachesSummary()
    await ada.opensWindow()
    await ada.paysByCard()
    await phone.getByRole('heading', { name: 'Payment confirmed' }).waitFor()
    await leave()
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: code })
    await row.getByText('₦300', { exact: true }).waitFor()
    await row.getByText('1 order with dishes of ₦1,500; you earned ₦1,200. First orders here: 1').waitFor()
    await snap(page, 'kitchen-promotions')
    // The next one is first held against what was ordered.
    await page.getByLabel('Code', { exact: true }).fill('second one')
    await page.getByLabel('Percent').fill('50')
    await page.getByRole('button', { name: 'Make the promotion' }).click()
    await page.getByText('it would have counted for 1 of 1 orders').waitFor()
    await page.getByText('₦750').first().waitFor()
    await snap(page, 'kitchen-look-back')
    await holdsUp(page)
    await page.getByLabel('Percent').fill('10')
    await page.getByRole('button', { name: 'Make it', exact: true }).click()
    // The first promotion, which took ₦300 off that order, is as if it had not counted.
    await page.getByText('₦1,350, ₦150 less').waitFor()
    await page.getByText('You earn without it').waitFor()
    await page.getByRole('button', { name: 'Make it', exact: true }).click()
    await page.getByText('The code SECONDONE is made.').waitFor()
    const second = page.getByRole('row').filter({ hasText: 'SECONDONE' })
    await second.getByText('Nothing yet').waitFor()
    await second.getByText('End…').click()
    await second.getByRole('button', { name: 'End SECONDONE' }).click()
    await second.getByText(/^Ended on/).waitFor()
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

  walk('a kitchen makes an offer, and who orders sees it on the card, the menu and the summary', async () => {
    const kitchen = await insertVendor(app.db, complete_profile)
    const page = await comes((await ownerOf(kitchen.user_id)).email, '/vendor-promotions', [/422/])
    await page.getByLabel('How customers get it').selectOption('itself')
    await page.getByLabel('Percent').fill('20')
    await page.getByLabel('From (time of day)').fill('14:00')
    await page.getByLabel('Until (time of day)').fill('11:00')
    await page.getByRole('button', { name: 'Make the promotion' }).click()
    await page.getByText('It would end before it begins.').waitFor()
    await page.getByLabel('From (time of day)').fill('')
    await page.getByLabel('Until (time of day)').fill('')
    await page.getByRole('button', { name: 'Make the promotion' }).click()
    await page.getByText('The offer is made.').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'Applies by itself' })
    await row.getByText('Counts now').waitFor()
    await snap(page, 'kitchen-offers')
    const { page: phone, leave } = await newVisitor(browser, screen)
    await phone.goto(`${app.url}/restaurants?q=${encodeURIComponent(kitchen.name ?? '')}`)
    await phone
      .getByRole('link', { name: new RegExp(kitchen.name ?? '') })
      .getByText('20 % off')
      .waitFor()
    await snap(phone, 'offer-card')
    const ada = customer(phone, app.url)
    await ada.opensRestaurant(kitchen)
    await phone.getByRole('complementary', { name: 'Offers' }).getByText('20 % off').waitFor()
    await snap(phone, 'offer-menu')
    await holdsUp(phone)
    await ada.adds('Jollof Rice')
    await phone.getByRole('button', { name: /^Open cart/ }).click()
    const cart = phone.getByRole('dialog', { name: 'Cart' })
    await cart.getByText('Offer: 20 % off').waitFor()
    await cart.getByText('₦1,200').waitFor()
    await snap(phone, 'offer-cart')
    await cart.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await ada.fillsForm({ phone: '0803 555 0004' })
    await phone.getByRole('main').getByText('Your dishes then').waitFor()
    await snap(phone, 'offer-checkout')
    await holdsUp(phone)
    await ada.proceeds()
    await ada.reachesSummary()
    await phone.getByText('Offer: 20 % off').waitFor()
    await phone.getByText('-₦300').waitFor()
    await snap(phone, 'offer-summary')
    await leave()
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
