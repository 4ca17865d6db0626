import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { order_keys } from '../../domain/delivery/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { orders } from '../../domain/orders/tables.ts'
import { settings } from '../../domain/settings/tables.ts'
import { officeOn } from '../admin-office.ts'
import { isAwake, newVisitor, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { friendsUnderTest, numberOf, somebody } from '../friends.ts'
import { openJourney } from '../open-journey.ts'
import { insertAccount } from '../sign-in.ts'
import { insertVendor } from '../world.ts'
import { customer } from './customer.ts'

const { app, browser } = await openJourney()
const deps = await app.services()
const admin = await insertAccount(app.db, 'admin', { admin_role: 'owner' })
const {
  offered,
  buys,
  comes: isBrought,
  referrer,
  rewardCodeOf,
  rewardsOf,
  codeOf,
} = friendsUnderTest(
  () => ({ deps, sandbox: app.sandbox }),
  () => admin,
)
beforeEach(() => offered())
afterEach(async () => {
  expect(await findViolations(app.db)).toEqual([])
  await app.db.delete(settings)
})

const trackOf = async (order_id: number) => {
  const [key] = await app.db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  return key?.track_token ?? ''
}

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const { adminComes, comes, holdsUp, snap } = officeOn(screen, app, browser)

  walk('whoever has eaten has a link to send, and what a chat shows of it names nobody', async () => {
    const ada = somebody()
    const { order, checkout } = await buys(ada)
    const phone = await newVisitor(browser, screen)
    await phone.page.goto(`${app.url}/track/${await trackOf(order.id)}`)
    await phone.page.getByRole('link', { name: 'Receipt' }).waitFor()
    // Nobody who waits for food is asked to bring anybody.
    expect(await phone.page.getByRole('heading', { name: 'Bring a friend' }).count()).toBe(0)
    await isBrought(order)
    await phone.page.reload()
    await phone.page.getByRole('heading', { name: 'Bring a friend' }).waitFor()
    const code = await codeOf(ada)
    const link = phone.page.getByLabel(`Your code is ${code}. Send your link:`)
    const url = await link.inputValue()
    const whatsapp = await phone.page.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href')
    expect(decodeURIComponent(whatsapp ?? '')).toContain(`₦300 off your first order at ChowGate, from me: ${url}`)
    await link.scrollIntoViewIfNeeded()
    await snap(phone.page, 'friend-track')
    await holdsUp(phone.page)
    // It is the page's script that remembers the order.
    await isAwake(phone.page)
    await phone.page.goto(`${app.url}/order-summary?order=${checkout.link_token}`)
    await phone.page.getByLabel(`Your code is ${code}.`).scrollIntoViewIfNeeded()
    await snap(phone.page, 'friend-receipt')
    await phone.page.goto(`${app.url}/orders`)
    await phone.page.getByRole('link', { name: 'Bring a friend' }).waitFor()
    await snap(phone.page, 'friend-orders')
    await holdsUp(phone.page)
    await phone.leave()

    const preview = await (await fetch(url)).text()
    const head = preview.slice(0, preview.indexOf('</head>'))
    expect(head).toContain('property="og:title" content="A friend gives you ₦300 off your first order"')
    const picture = /property="og:image" content="([^"]+)"/.exec(head)?.[1] ?? ''
    expect((await fetch(picture)).headers.get('content-type')).toBe('image/png')
  })

  walk('a friend pays less by the link, and who sent it once that order came', async () => {
    const { who: ada, code } = await referrer()
    const url = `${app.url}/friend/${code}`
    const { page, leave, complaints } = await newVisitor(browser, screen, [/422/])
    await page.goto(url)
    await page.getByRole('heading', { name: '₦300 off your first order' }).waitFor()
    await snap(page, 'friend-link')
    await holdsUp(page)
    await page.getByRole('link', { name: 'See the restaurants' }).click()
    await page.waitForURL('**/restaurants')
    const kitchen = await insertVendor(app.db)
    const tunde = customer(page, app.url)
    await tunde.opensRestaurant(kitchen)
    await tunde.adds('Jollof Rice')
    await page.getByRole('button', { name: /^Open cart/ }).click()
    await page.getByText('₦300 off from your friend, for dishes of ₦1,000 and more, on your first order').waitFor()
    await snap(page, 'friend-cart')
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    const friend = somebody()
    await tunde.fillsForm({ phone: friend.phone, email: friend.email })
    await page.getByLabel('First Name').fill('Tunde')
    await tunde.proceeds()
    await tunde.reachesSummary()
    await page.getByText(`Friend’s code ${code}`).waitFor()
    await page.getByText('-₦300').waitFor()
    await snap(page, 'friend-summary')
    await tunde.opensWindow()
    await tunde.paysByCard()
    await tunde.holdsReceipt()
    await page.getByText(`Friend’s code ${code}`).waitFor()
    const number = await page.getByText(/^\d+$/).first().textContent()
    expect(await rewardsOf(ada)).toEqual([])
    await isBrought({ id: Number(number) })
    expect(await rewardsOf(ada)).toHaveLength(1)
    // Another try of the same friend is no first order, and nobody has to read why.
    await tunde.opensRestaurant(kitchen)
    await tunde.adds('Jollof Rice')
    await tunde.proceedsToCheckout()
    await tunde.fillsForm({ phone: friend.phone, email: friend.email })
    await tunde.proceeds()
    await tunde.reachesSummary()
    await page.getByText('Grand Total').waitFor()
    expect(await page.getByText('-₦300').count()).toBe(0)
    expect(complaints).toEqual([])
    await leave()

    const back = await newVisitor(browser, screen)
    const own = await app.db
      .select()
      .from(orders)
      .where(eq(orders.customer_phone, numberOf(ada)))
    await back.page.goto(`${app.url}/track/${await trackOf(own[0]?.id ?? 0)}`)
    await back.page.getByText('₦300 comes off your next order with the code').scrollIntoViewIfNeeded()
    await snap(back.page, 'friend-earned')
    const reward_code = await rewardCodeOf(ada)
    await back.page.getByText(reward_code).waitFor()
    const she = customer(back.page, app.url)
    await she.opensRestaurant(kitchen)
    await she.adds('Jollof Rice')
    await she.proceedsToCheckout()
    await she.fillsForm({ phone: ada.phone, email: ada.email })
    await back.page.getByLabel('Promo code (optional)').fill(reward_code)
    await she.proceeds()
    await she.reachesSummary()
    await back.page.getByText(`For bringing a friend: ${reward_code}`).waitFor()
    await snap(back.page, 'friend-reward')
    await back.leave()
  })

  walk('who brings themselves by a second number waits for an admin, who sees why and decides', async () => {
    const ada = somebody()
    const { order } = await buys(ada)
    await isBrought(order)
    const code = await codeOf(ada)
    const { page, leave } = await newVisitor(browser, screen, [/422/])
    await page.goto(`${app.url}/track/${await trackOf(order.id)}`)
    await page.getByLabel(`Your code is ${code}.`).waitFor()
    const kitchen = await insertVendor(app.db)
    const she = customer(page, app.url)
    await she.opensRestaurant(kitchen)
    await she.adds('Jollof Rice')
    await she.proceedsToCheckout()
    await she.fillsForm({ phone: ada.phone, email: 'second@example.com' })
    await page.getByLabel('First Name').fill('Somebody')
    const promo = page.getByLabel('Promo code (optional)')
    await promo.fill(`${code.slice(0, 4).toLowerCase()} ${code.slice(4).toLowerCase()}`)
    await she.proceeds()
    await page.getByText('This is your own code: it is for a friend’s first order.').waitFor()
    await promo.scrollIntoViewIfNeeded()
    await snap(page, 'friend-own-code')
    const second = somebody()
    await page.getByLabel('Phone').fill(second.phone)
    await she.proceeds()
    await she.reachesSummary()
    await page.getByText('-₦300').waitFor()
    await she.opensWindow()
    await she.paysByCard()
    await she.holdsReceipt()
    const number = await page.getByText(/^\d+$/).first().textContent()
    await isBrought({ id: Number(number) })
    await leave()
    expect(await rewardsOf(ada)).toEqual([])

    // Whose code it is reads that somebody looks at it.
    const own = await newVisitor(browser, screen)
    await own.page.goto(`${app.url}/track/${await trackOf(order.id)}`)
    await own.page.getByText('One friend’s order is being looked at: here you read what comes of it.').waitFor()
    await own.page.getByText('One friend’s order is').scrollIntoViewIfNeeded()
    await snap(own.page, 'friend-looked-at')
    await holdsUp(own.page)

    const desk = await adminComes('/admin/dashboard', [/422/])
    await desk.getByText('brought a friend who has to be looked at').first().waitFor()
    await desk.goto(`${app.url}/admin/referrals?status=In+review`)
    const row = desk.getByRole('row').filter({ hasText: code })
    await row.getByText('In review: the same browser').waitFor()
    await row.getByRole('link', { name: `#${number}` }).waitFor()
    await snap(desk, 'friend-review')
    await holdsUp(desk)
    await row.getByText('Allow…').click()
    await row.getByLabel('Reason').first().fill('no')
    await row.getByRole('button', { name: 'Give the reward' }).click()
    await desk.getByText('Please say why, in a few words.').first().waitFor()
    await row.getByLabel('Reason').first().fill('Two sisters, one phone')
    await row.getByRole('button', { name: 'Give the reward' }).click()
    await desk.getByText('The reward is given.').first().waitFor()
    expect(await rewardsOf(ada)).toHaveLength(1)
    await own.page.reload()
    await own.page.getByText('₦300 comes off your next order with the code').waitFor()
    expect(await own.page.getByText('being looked at').count()).toBe(0)

    await own.leave()
    await desk.goto(`${app.url}/admin/referrals`)
    await row.getByText('Rewarded, not used yet').waitFor()
    await snap(desk, 'referrals')
    await holdsUp(desk)
    await desk.goto(`${app.url}/admin/audit`)
    await desk
      .getByText(/allowed the reward of/)
      .first()
      .waitFor()
    const reader = await insertAccount(app.db, 'admin', { admin_role: 'read_only' })
    const readonly = await comes(reader.email, '/admin/referrals')
    await readonly.getByText('Who brought whom, by the rules under Settings.').waitFor()
    expect(await readonly.getByText('Allow…').count()).toBe(0)
  })

  walk('whose friend is turned down reads why in one line, and the number to call', async () => {
    const { who: ada, code, order } = await referrer()
    const { order: brought } = await buys(somebody({ email: ada.email }), code)
    await isBrought(brought)
    const { page, leave } = await newVisitor(browser, screen)
    await page.goto(`${app.url}/track/${await trackOf(order.id)}`)
    await page.getByText('One friend’s order is being looked at').waitFor()
    const desk = await adminComes('/admin/referrals?status=In+review')
    const row = desk.getByRole('row').filter({ hasText: code })
    await row.getByText('In review: the same email').waitFor()
    await row.getByText('Turn down…').click()
    await row.getByText('whoever brought them reads so under their order').waitFor()
    await row.getByLabel('Reason').last().fill('She says so herself')
    await row.getByRole('button', { name: 'Turn it down' }).click()
    await desk.getByText('It is turned down.').first().waitFor()
    expect(await rewardsOf(ada)).toEqual([])
    await page.reload()
    await page.getByText('One friend’s order took nothing off yours: it looked like an order of your own.').waitFor()
    await page.getByText('took nothing off yours').scrollIntoViewIfNeeded()
    await snap(page, 'friend-turned-down')
    await holdsUp(page)
    await leave()
  })

  walk('an admin sets what friends get', async () => {
    await app.db.delete(settings)
    const page = await adminComes('/admin/settings', [/422/])
    const panel = page.getByRole('region', { name: 'Bring a friend' })
    await panel.locator('summary').first().click()
    await panel.getByLabel('Off a friend’s first order (₦)').fill('20')
    await panel.getByRole('button', { name: 'Save what friends get' }).click()
    await panel.getByText('At least ₦50: less is no reason to bring anybody.').waitFor()
    await panel.getByLabel('Off a friend’s first order (₦)').fill('450')
    await panel.getByLabel('Customers can bring friends').selectOption('yes')
    await panel.getByRole('button', { name: 'Save what friends get' }).click()
    await page.getByText('What friends get is saved').first().waitFor()
    await panel.scrollIntoViewIfNeeded()
    await snap(page, 'friend-settings')
    const { who, code } = await referrer()
    expect((await buys(somebody(), code)).checkout.discount).toBe(450_00)
    expect(numberOf(who)).toMatch(/^\+234/)
  })
})

test('without script the link, the code and what comes off are the same', async () => {
  const { code } = await referrer()
  const kitchen = await insertVendor(app.db)
  const [screen] = screens
  const { viewport, hasTouch, isMobile } = screen
  const context = await browser.newContext({ viewport, hasTouch, isMobile, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${app.url}/friend/${code.toLowerCase()}`)
  await page.getByRole('heading', { name: '₦300 off your first order' }).waitFor()
  const tunde = customer(page, app.url, 'page')
  await tunde.opensRestaurant(kitchen)
  await page.getByRole('button', { name: 'Add to Cart: Jollof Rice' }).click()
  await page.getByRole('heading', { name: 'Jollof Rice', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await tunde.fillsForm({ phone: somebody().phone })
  await tunde.proceeds()
  await tunde.reachesSummary()
  await page.getByText(`Friend’s code ${code}`).waitFor()
  await page.goto(`${app.url}/friend/NOSUCHCODE`)
  await page.getByRole('heading', { name: 'This code does not count any more' }).waitFor()
  await context.close()
})
