import { and, eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect } from 'vitest'
import { food } from '../../domain/catalog/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { kobo } from '../../domain/money.ts'
import { orders } from '../../domain/orders/tables.ts'
import { isAwake, newVisitor, screens } from '../browser.ts'
import { size } from '../dish-options.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertVendor } from '../world.ts'
import { customer } from './customer.ts'

const { app, browser } = await openJourney()
/** A page of a group order is loaded again within this time. */
const LOOKS_AGAIN_MS = 21_000
afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

async function kitchenWithChoices() {
  const vendor = await insertVendor(app.db, { address: 'Shop 7', email: `${crypto.randomUUID()}@example.com` })
  const is_jollof = and(eq(food.vendor_id, vendor.user_id), eq(food.name, 'Jollof Rice'))
  await app.db
    .update(food)
    .set({ option_groups: [size] })
    .where(is_jollof)
  return vendor
}

const joins = async (page: Page, url: string, name: string) => {
  await page.goto(url)
  await page.getByLabel('Your first name').fill(name)
  await page.getByRole('button', { name: 'Join and choose' }).click()
  await page.getByRole('heading', { name: 'Who has what' }).waitFor()
}
const adds = (page: Page, dish: string) => page.getByRole('button', { name: `Add ${dish}` }).click()

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  walk('friends choose by a link, one without script, and one of them pays for all', async () => {
    const vendor = await kitchenWithChoices()
    const ada = await newVisitor(browser, screen, [/409/, /422/])
    await customer(ada.page, app.url).opensRestaurant(vendor)
    await ada.page.getByRole('link', { name: 'Order together with friends' }).click()
    await ada.page.getByRole('heading', { name: `Order together from ${vendor.name}` }).waitFor()
    await ada.page.getByLabel('Your first name').fill('www.ada.com')
    expect(await ada.page.getByLabel('Bring it to').inputValue()).toBe('')
    await ada.page.getByLabel('Bring it to').selectOption({ label: 'Jadesola Hall' })
    await ada.page.getByRole('button', { name: 'Start the group order' }).click()
    await ada.page.getByText('Please write a first name of at most 20 letters').waitFor()
    await snap(ada.page, 'group-start')
    await holdsUp(ada.page)
    await ada.page.getByLabel('Your first name').fill('Ada')
    await ada.page.getByRole('button', { name: 'Start the group order' }).click()
    const url = await ada.page.getByLabel('Send it to them').inputValue()
    expect(ada.page.url()).toBe(url)
    const whatsapp = await ada.page.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href')
    expect(decodeURIComponent(whatsapp ?? '')).toContain(`from ${vendor.name}! Add your own dishes until`)

    // What a messenger sees of the link: the kitchen's own picture, and nobody's name or place.
    const preview = await (await fetch(url)).text()
    const head = preview.slice(0, preview.indexOf('</head>'))
    const picture = /property="og:image" content="([^"]+)"/.exec(head)?.[1] ?? ''
    expect((await fetch(picture)).headers.get('content-type')).toBe('image/jpeg')
    for (const secret of ['Ada', 'Jadesola']) expect(head).not.toContain(secret)
    const cut_off = await fetch(`${app.url}/group/${'x'.repeat(24)}`)
    expect([cut_off.status, await cut_off.text()]).toEqual([404, expect.stringContaining('We do not know this link')])

    const { viewport, hasTouch, isMobile } = screen
    const still = await browser.newContext({ viewport, hasTouch, isMobile, javaScriptEnabled: false })
    const tunde = await still.newPage()
    await joins(tunde, url, 'Tunde')
    await tunde.getByRole('link', { name: 'Choose Jollof Rice' }).click()
    await tunde.getByRole('button', { name: 'Add to the group order' }).click()
    await tunde.getByText('Please look at your choices again.').waitFor()
    await tunde.getByLabel('Large').check()
    await tunde.getByRole('button', { name: 'Add to the group order' }).click()
    await tunde.getByText('1 × Jollof Rice (Large)').waitFor()
    await tunde.getByRole('button', { name: 'One more: Jollof Rice (Large)' }).click()
    await tunde.getByText('2 × Jollof Rice (Large)').waitFor()
    await adds(tunde, 'Zobo')
    await tunde.getByText('1 × Zobo').waitFor()
    await snap(tunde, 'group-member')

    await ada.page.reload()
    await adds(ada.page, 'Zobo')
    await ada.page.getByText('2 × Jollof Rice (Large)').waitFor()
    await ada.page.getByText('₦4,500, with delivery ₦4,800').waitFor()
    await snap(ada.page, 'group-starter')
    await holdsUp(ada.page)
    await ada.page.getByRole('button', { name: 'Remove Zobo of Tunde' }).click()
    await ada.page.getByText('₦4,000, with delivery ₦4,300').waitFor()

    // The kitchen becomes dearer: whose dish that is, is said.
    const is_zobo = and(eq(food.vendor_id, vendor.user_id), eq(food.name, 'Zobo'))
    await app.db
      .update(food)
      .set({ price: kobo(600_00) })
      .where(is_zobo)
    await ada.page.reload()
    await ada.page.getByText('For you: Zobo now costs ₦600').waitFor()
    await snap(ada.page, 'group-changed')
    await ada.page.getByRole('button', { name: 'Go on with this' }).click()
    await ada.page.getByRole('link', { name: 'Order and pay for all' }).click()
    await ada.page.getByRole('heading', { name: 'Order for all' }).waitFor()
    expect(await ada.page.getByLabel('First Name').inputValue()).toBe('Ada')
    await ada.page.getByRole('button', { name: 'Proceed' }).click()
    await ada.page.getByText('What is your last name?').waitFor()
    await snap(ada.page, 'group-checkout')
    await holdsUp(ada.page)
    const she = customer(ada.page, app.url)
    await she.fillsForm()
    await she.proceeds()
    await she.reachesSummary()
    await ada.page.getByText('for Tunde').waitFor()
    await ada.page.getByText('₦5,200', { exact: true }).waitFor()
    await snap(ada.page, 'group-summary')
    await ada.page.getByRole('link', { name: 'Change this' }).click()
    await ada.page.getByRole('heading', { name: 'Order for all' }).waitFor()
    expect(await ada.page.getByLabel('Phone').inputValue()).not.toBe('')
    await she.proceeds()
    await she.reachesSummary()

    await tunde.reload()
    await tunde.getByText('The time to choose is over.').waitFor()
    await ada.page.getByLabel('I can wait for a rider').check()
    await she.opensWindow()
    await she.paysByCard()
    await she.holdsReceipt()
    await tunde.reload()
    await tunde.getByText('Ada has ordered and paid it').waitFor()
    await tunde.getByText('Your part: ₦4,300. Please pay it to Ada.').waitFor()
    await tunde.getByText('2 × Jollof Rice (Large)').waitFor()
    await snap(tunde, 'group-ordered')
    await still.close()

    expect(ada.complaints).toEqual([])
    await ada.leave()
    const placed = await app.db.select().from(orders).where(eq(orders.vendor_id, vendor.user_id))
    expect(placed).toHaveLength(1)
  })

  walk('each pays their own part of one ride, and reads beforehand what it costs at most', async () => {
    const vendor = await insertVendor(app.db)
    const ada = await newVisitor(browser, screen, [/422/])
    await ada.page.goto(`${app.url}/restaurant/${vendor.slug}/group`)
    await ada.page.getByLabel('Your first name').fill('Ada')
    await ada.page.getByLabel('Everybody pays their own').check()
    await ada.page.getByLabel('Bring it to').selectOption({ label: 'Jadesola Hall' })
    await ada.page.getByRole('button', { name: 'Start the group order' }).click()
    await ada.page.getByText('Please choose a time, so that your orders go together.').waitFor()
    const slot = (await ada.page.getByLabel('When?').locator('option').last().getAttribute('value')) ?? ''
    await ada.page.getByLabel('When?').selectOption(slot)
    await ada.page.getByRole('button', { name: 'Start the group order' }).click()
    const url = await ada.page.getByLabel('Send it to them').inputValue()
    const bola = await newVisitor(browser, screen)
    await joins(bola.page, url, 'Bola')
    await adds(bola.page, 'Jollof Rice')
    await bola.page.getByText('₦420 where two pay').waitFor()
    await bola.page.getByText('You never pay more than ₦2,100 in all.').waitFor()
    await snap(bola.page, 'group-each')
    await holdsUp(bola.page)
    await bola.page.getByRole('link', { name: 'Pay my part' }).click()
    await bola.page.getByLabel('Last Name').fill('Ojo')
    await bola.page.getByLabel('Email').fill('bola@example.com')
    await bola.page.getByLabel('Phone').fill('0803 123 4568')
    await bola.page.getByLabel('Where at Jadesola Hall?').fill('Room 7')
    await snap(bola.page, 'group-each-checkout')
    const she = customer(bola.page, app.url)
    await she.proceeds()
    await she.reachesSummary()
    await bola.page.getByText('You share the ride to Jadesola Hall: delivery ₦600, alone ₦600.').waitFor()
    await bola.page.getByText('₦2,100', { exact: true }).waitFor()
    await she.opensWindow()
    await she.paysByCard()
    await she.holdsReceipt()
    await bola.page.goto(url)
    await bola.page.getByText('Your dishes are ordered and paid. Nobody else has paid yet.').waitFor()
    await snap(bola.page, 'group-each-paid')
    await ada.page.reload()
    await ada.page.getByText('Not paid yet').waitFor()
    expect(bola.complaints).toEqual([])
    expect(ada.complaints).toEqual([])
    await bola.leave()
    await ada.leave()
  })

  walk('who pays sets what each friend may choose for, and who chooses more reads what is left', async () => {
    const vendor = await insertVendor(app.db, { address: 'Shop 7', email: `${crypto.randomUUID()}@example.com` })
    const ada = await newVisitor(browser, screen, [/422/])
    await ada.page.goto(`${app.url}/restaurant/${vendor.user_id}/group`)
    await ada.page.getByLabel('Your first name').fill('Ada')
    await ada.page.getByLabel('Bring it to').selectOption({ label: 'Jadesola Hall' })
    await ada.page.getByLabel('Each friend may choose for (₦, optional)').fill('a lot')
    await ada.page.getByRole('button', { name: 'Start the group order' }).click()
    await ada.page.getByText('Please write the amount in figures, like 2000, or leave it empty.').waitFor()
    await snap(ada.page, 'group-limit-start')
    await holdsUp(ada.page)
    await ada.page.getByLabel('Each friend may choose for (₦, optional)').fill('₦2,000')
    await ada.page.getByRole('button', { name: 'Start the group order' }).click()
    const url = await ada.page.getByLabel('Send it to them').inputValue()
    const tunde = await newVisitor(browser, screen, [/409/])
    await tunde.page.clock.install()
    await tunde.page.goto(url)
    await isAwake(tunde.page)
    // Whoever types a name is not disturbed by a page that looks again.
    const name = tunde.page.getByLabel('Your first name')
    await name.fill('Tun')
    const asked: string[] = []
    tunde.page.on('request', (request) => asked.push(request.url()))
    await tunde.page.clock.runFor(LOOKS_AGAIN_MS)
    await name.pressSequentially('de')
    expect(await name.inputValue()).toBe('Tunde')
    expect(asked.filter((address) => address.includes('.data'))).toEqual([])
    await joins(tunde.page, url, 'Tunde')
    await tunde.page.getByText('Ada pays for all, dishes of up to ₦2,000 for each.').waitFor()
    await adds(tunde.page, 'Jollof Rice')
    await tunde.page.getByText('1 × Jollof Rice').first().waitFor()
    await adds(tunde.page, 'Jollof Rice')
    await tunde.page
      .getByText('That is more than whoever pays gives each of you, which is ₦2,000 for dishes.')
      .waitFor()
    await tunde.page.getByText('₦500 is left for you').waitFor()
    await snap(tunde.page, 'group-limit-over')
    await holdsUp(tunde.page)
    // What others do comes in; what was refused is still read, and who is in the midst of the page stays there.
    await adds(ada.page, 'Zobo')
    await ada.page.getByText('1 × Zobo').first().waitFor()
    await isAwake(tunde.page)
    await tunde.page.getByRole('link', { name: 'Send by WhatsApp' }).focus()
    await tunde.page.clock.runFor(LOOKS_AGAIN_MS)
    await tunde.page.getByText('1 × Zobo').first().waitFor()
    await tunde.page.getByText('₦500 is left for you').waitFor()
    expect(await tunde.page.evaluate(() => document.activeElement?.textContent)).toBe('Send by WhatsApp')
    await ada.leave()
    await tunde.leave()
  })
})
