import { eq } from 'drizzle-orm'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, describe, expect } from 'vitest'
import { secretHeader } from '../../app/storefront/group-order/member-cookie.server.ts'
import { addDish } from '../../domain/checkout/group-orders/change-lines.ts'
import type { Asking } from '../../domain/checkout/group-orders/find-group.ts'
import { group_orders } from '../../domain/checkout/group-orders/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { orders } from '../../domain/orders/tables.ts'
import { createPromotion } from '../../domain/promotions/create-promotion.ts'
import { officeOn } from '../admin-office.ts'
import { isAwake, newVisitor, screens } from '../browser.ts'
import { vendorActor } from '../delivery.ts'
import { everyOther } from '../every-other.ts'
import { groupsUnder, jollof, press, zobo } from '../group-orders.ts'
import { openJourney } from '../open-journey.ts'
import { blank_promotion } from '../promotions.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertAccount } from '../sign-in.ts'
import { complete_profile } from '../world.ts'
import { customer } from './customer.ts'

const { app, browser } = await openJourney()
const deps = await app.services()
const { started } = groupsUnder({ deps, sandbox: app.sandbox })
afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

/** The browser of somebody who has joined. */
async function sits(context: BrowserContext, page: Page, { token, secret }: Asking): Promise<string> {
  const [pair = ''] = (await secretHeader(token, secret, app.url)).split(';')
  const at = pair.indexOf('=')
  const cookie = { name: pair.slice(0, at), value: pair.slice(at + 1), url: `${app.url}/group` }
  await context.addCookies([cookie])
  const url = `${app.url}/group/${token}`
  await page.goto(url)
  await page.getByRole('heading', { name: 'Who has what' }).waitFor()
  return url
}
const orderFrom = async (vendor_id: string) =>
  (await app.db.select().from(orders).where(eq(orders.vendor_id, vendor_id)).orderBy(orders.id)).at(-1)

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const { comes } = officeOn(screen, app, browser)

  walk('while she pays nothing changes, until she stops it; what the kitchen cannot cook is said to all', async () => {
    const { vendor, starter, joins } = await started({}, complete_profile)
    const friend = await joins('Tunde')
    for (const member of [starter, friend]) await addDish(deps, member, zobo, press())
    const ada = await newVisitor(browser, screen, [/409/, /422/])
    const tunde = await newVisitor(browser, screen)
    const url = await sits(ada.context, ada.page, starter)
    await sits(tunde.context, tunde.page, friend)
    await ada.page.getByRole('link', { name: 'Order and pay for all' }).click()
    const she = customer(ada.page, app.url)
    await she.fillsForm()
    await she.proceeds()
    await she.reachesSummary()
    const before = ada.page.url()
    await she.opensWindow()
    await tunde.page.reload()
    await tunde.page.getByText('Ada is paying for it now. Nothing can be changed meanwhile.').waitFor()
    await snap(tunde.page, 'group-being-paid')
    await ada.page.goto(url)
    await ada.page.getByText('A payment for it is under way. Nothing can be changed meanwhile.').waitFor()
    await snap(ada.page, 'group-own-payment')
    await holdsUp(ada.page)
    await ada.page.getByRole('button', { name: 'Stop it, and change the order' }).click()
    // The same dishes once more, by the same form, can be paid.
    const ordersAgain = async () => {
      await ada.page.getByRole('link', { name: 'Order and pay for all' }).click()
      await she.fillsForm()
      await she.proceeds()
      await she.reachesSummary()
      await ada.page.getByRole('button', { name: /^Pay ₦/ }).waitFor()
    }
    await ordersAgain()
    expect(ada.page.url()).not.toBe(before)
    await ada.page.goto(url)
    await ada.page.getByRole('button', { name: 'Remove Zobo', exact: true }).click()
    await ada.page.getByText('Nothing yet').waitFor()
    await ada.page.goto(before)
    await ada.page.getByText('The group order was changed since').waitFor()
    await snap(ada.page, 'group-changed-since')
    await holdsUp(ada.page)
    await ada.page.getByRole('link', { name: 'Go to the group order' }).click()
    await ordersAgain()
    await she.opensWindow()
    await she.paysByCard()
    await she.holdsReceipt()
    await tunde.page.reload()
    await tunde.page.getByText('Ada has ordered and paid it').waitFor()

    const owner = await insertAccount(app.db, 'vendor', { user_id: vendor.user_id })
    const desk = await comes(owner.email, '/vendor-dashboard')
    await isAwake(desk)
    await desk.getByRole('button', { name: 'Reject' }).click()
    await desk.getByLabel('Why?').fill('The zobo is out')
    await desk.getByRole('button', { name: 'Reject and refund' }).click()
    await expect.poll(async () => (await orderFrom(vendor.user_id))?.status).toBe('Cancelled')
    await tunde.page.reload()
    await tunde.page.getByText(`${vendor.name} could not cook it. Nothing of it comes`).waitFor()
    await snap(tunde.page, 'group-called-off')
    await holdsUp(tunde.page)
    await ada.page.goto(url)
    await ada.page.getByText(`${vendor.name} could not cook it. Nothing of it comes`).waitFor()
    await ordersAgain()
    await ada.page.goto(url)
    await ada.page.getByRole('button', { name: 'Open it again for 15 minutes' }).click()
    await ada.page.getByRole('button', { name: 'Add Jollof Rice' }).click()
    await ada.page.getByText('1 × Jollof Rice').waitFor()
    expect([ada.complaints, tunde.complaints]).toEqual([[], []])
    await ada.leave()
    await tunde.leave()
  })

  walk('who pays vanishes: another takes over at the offer’s price, and one orders only the own dishes', async () => {
    const { vendor, starter, joins } = await started({}, complete_profile)
    const offer = { ...blank_promotion, taken: 'itself' as const, percent: '20' }
    expect(await createPromotion(deps, vendorActor(vendor), offer)).toMatchObject({ ok: true })
    const [friend, other] = [await joins('Tunde'), await joins('Bola')]
    for (const member of [starter, friend, other]) await addDish(deps, member, jollof, press())
    const over = (minutes: number) =>
      app.db
        .update(group_orders)
        .set({ choose_until: new Date(Date.now() - minutes * 60_000) })
        .where(eq(group_orders.link_token, starter.token))
    await over(1)
    const tunde = await newVisitor(browser, screen, [/422/])
    const bola = await newVisitor(browser, screen)
    await sits(bola.context, bola.page, other)
    await bola.page.getByText(/If Ada has not paid by .*, one of you can take it over here\./).waitFor()
    await snap(bola.page, 'group-waits-for-payer')
    await over(11)
    await bola.page.reload()
    await bola.page.getByText('Ada has not ordered yet. Nothing was paid, and your dishes are kept.').waitFor()
    await snap(bola.page, 'group-payer-vanished')
    await holdsUp(bola.page)
    await bola.page.getByRole('button', { name: 'Order only my own dishes' }).click()
    await bola.page.getByRole('dialog', { name: 'Cart' }).getByText('Jollof Rice').waitFor()
    await bola.page.goto(`${app.url}/group/${starter.token}`)
    await bola.page.getByText('Nothing yet').waitFor()
    // Her cart has them; had the answer been lost, she would have them by this.
    await bola.page.getByRole('button', { name: 'Take them once more' }).click()
    await bola.page.getByRole('dialog', { name: 'Cart' }).getByText('Jollof Rice').waitFor()
    const cart = await bola.page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]'))
    expect(cart).toMatchObject([{ name: 'Jollof Rice', qty: 1 }])

    await sits(tunde.context, tunde.page, friend)
    await tunde.page.getByText('Offer: 20 % off').waitFor()
    await tunde.page.getByRole('button', { name: 'I order and pay for all' }).click()
    await tunde.page.getByText('You order and pay').waitFor()
    await tunde.page.getByText('₦1,500, with delivery and what comes off ₦1,500').first().waitFor()
    await snap(tunde.page, 'group-taken-over')
    await tunde.page.getByRole('link', { name: 'Order and pay for all' }).click()
    const he = customer(tunde.page, app.url)
    await he.fillsForm()
    await tunde.page.getByLabel('₦200').check()
    await he.proceeds()
    await he.reachesSummary()
    await tunde.page.getByText('Offer: 20 % off').waitFor()
    await tunde.page.getByText('₦3,200', { exact: true }).waitFor()
    await he.opensWindow()
    await he.paysByCard()
    await he.holdsReceipt()
    await tunde.page.goto(`${app.url}/group/${starter.token}`)
    await tunde.page.getByText('with delivery, tip and what comes off ₦1,600 to you').waitFor()
    await snap(tunde.page, 'group-parts-paid')
    await holdsUp(tunde.page)
    expect([tunde.complaints, bola.complaints]).toEqual([[], []])
    await tunde.leave()
    await bola.leave()
  })
})
