import { not } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { kitchen_tablets, sessions } from '../../domain/accounts/tables.ts'
import { isTablet } from '../../domain/accounts/tablet-sessions.ts'
import { officeOn } from '../admin-office.ts'
import { every_screen, isAwake } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertAccount, logInBrowser, postForm } from '../sign-in.ts'
import { complete_profile, insertVendor } from '../world.ts'

const { app, browser } = await openJourney()

/** A tablet asks, so its own screen takes the turn. */
const tablet_first = every_screen.toReversed()
describe.each(tablet_first)('on $name', (screen) => {
  const walk = everyOther(screen, tablet_first)
  const { comes, holdsUp, snap } = officeOn(screen, app, browser)

  walk('a tablet asks who is there, and what they do is theirs', async () => {
    const kitchen = await insertVendor(app.db, { ...complete_profile, name: 'Bose Buka' })
    const owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id, name: 'Bose Buka' })
    await insertAccount(app.db, 'vendor', { kitchen: { vendor_id: kitchen.user_id, role: 'cook' }, name: 'Ada' })
    const order_id = await paidOrderFor(app, kitchen)
    const page = await comes(owner.email, '/vendor-staff', [/40[139]/, /42[29]/])
    await isAwake(page)
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Ada' }) })
    await card.getByText('No PIN for the tablet yet').click()
    await card.getByLabel('PIN of four to six figures').fill('1234')
    await card.getByRole('button', { name: 'Set the PIN' }).click()
    await card.getByText('Please write four to six figures, not all the same or in a row.').waitFor()
    await snap(page, 'tablet-pins')
    await card.getByLabel('PIN of four to six figures').fill('4826')
    await card.getByRole('button', { name: 'Set the PIN' }).click()
    await card.getByText('Has a PIN for the tablet').waitFor()
    await holdsUp(page)
    await page.getByRole('button', { name: 'Make this device the kitchen’s tablet' }).click()

    await page.waitForURL('**/vendor-dashboard')
    const who = page.getByRole('region', { name: 'Who is here?' })
    await who.waitFor()
    await page.getByText(`#${order_id}`).first().waitFor()
    expect(await page.getByRole('button', { name: /^Accept/ }).count()).toBe(0)
    expect(await page.getByText('Earnings').count()).toBe(0)
    await holdsUp(page)
    await snap(page, 'tablet-asks')
    // It goes on telling of new orders, and nobody stills it by the bell.
    const later_id = await paidOrderFor(app, kitchen)
    await page.getByText(`#${later_id}`).first().waitFor()
    await page.getByRole('button', { name: 'Notifications, 2 new' }).waitFor()
    await expect.poll(() => page.title()).toMatch(/^\(2\) New order/)
    const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    expect(cookies).not.toContain('session_token')
    const press = (path: string, fields: Record<string, string>) => postForm(app.url, path, fields, { cookie: cookies })
    const order = { intent: 'accept', order_id: String(order_id), minutes: '15' }
    expect((await press('/back-office/notifications', { up_to: '999999' })).status).toBe(403)
    expect((await press('/vendor-dashboard', order)).status).toBe(403)
    // One press on the name and four figures: the last one sends them.
    await isAwake(page)
    await who.getByText('Ada', { exact: true }).click()
    await page.keyboard.type('9999')
    await who.getByText('That is not your PIN. 4 more tries.').waitFor()
    await snap(page, 'tablet-wrong-pin')
    await page.keyboard.type('4826')
    await page.getByRole('region', { name: 'Who is here', exact: true }).getByText('Ada is here.').waitFor()
    // What was shown to nobody, or to another, changes nothing in Ada's name.
    for (const shown_to of ['', kitchen.user_id]) {
      expect((await press('/vendor-dashboard', { ...order, _present: shown_to })).status).toBe(409)
    }
    await page.getByRole('button', { name: 'Accept, 15 min' }).first().click()
    await page.getByRole('button', { name: /^Undo/ }).first().waitFor()
    await holdsUp(page)
    await snap(page, 'tablet-present')
    await page.goto(`${app.url}/vendor-order/${order_id}`)
    await page
      .getByText(/by Ada/)
      .first()
      .waitFor()
    for (const barred of ['/request-payout', '/vendor-staff', '/vendor-kitchens', '/account-security']) {
      await page.goto(app.url + barred)
      await page.waitForURL('**/unauthorized')
    }
    await app.db.update(kitchen_tablets).set({ present_until: new Date(Date.now() + 15_000) })
    await page.goto(`${app.url}/vendor-dashboard`)
    await isAwake(page)
    await page
      .getByRole('article', { name: `Order ${later_id}` })
      .getByRole('button', { name: 'Reject' })
      .click()
    const rejection = page.getByRole('dialog', { name: `Reject order ${later_id}` })
    await rejection.getByLabel('Why?').fill('The rice is out')
    const question = page.getByRole('dialog', { name: 'Who is here?' })
    await question.getByText('Ada', { exact: true }).click()
    await snap(page, 'tablet-asks-again')
    await holdsUp(page)
    await question.getByLabel('Your PIN').fill('4826')
    await question.waitFor({ state: 'detached' })
    expect(await rejection.getByLabel('Why?').inputValue()).toBe('The rice is out')
    await rejection.getByRole('button', { name: 'Cancel' }).click()
    await page.goto(`${app.url}/vendor-tablet`)
    await isAwake(page)
    await page.getByRole('button', { name: 'I am done' }).click()
    await who.waitFor()

    // Somebody's own login covers the tablet for half an hour, or until they give it back.
    await page.getByRole('link', { name: 'log in as yourself for half an hour' }).click()
    await page.getByText('This is the kitchen’s tablet. Log in as yourself').waitFor()
    await snap(page, 'tablet-login')
    await logInBrowser(page.context(), app.url, owner.email)
    await page.goto(`${app.url}/vendor-staff`)
    const covers = page.getByRole('region', { name: 'On the kitchen’s tablet' })
    await covers.getByText(/^You are logged in as yourself on the kitchen’s tablet until \d\d:\d\d/).waitFor()
    await page.getByText('Set the PIN of Ada').waitFor()
    await page.getByText('Made a device the kitchen’s tablet').waitFor()
    await snap(page, 'tablet-covered')
    await holdsUp(page)
    await covers.getByRole('button', { name: 'Give it back' }).click()
    await page.waitForURL('**/vendor-dashboard')
    await who.waitFor()
    const half_an_hour_ago = new Date(Date.now() - 31 * 60_000)
    await logInBrowser(page.context(), app.url, owner.email)
    await app.db.update(sessions).set({ created_at: half_an_hour_ago }).where(not(isTablet))
    await page.goto(`${app.url}/vendor-dashboard`)
    await who.waitFor()

    // Another owner ends it from a phone of their own.
    const works = { kitchen: { vendor_id: kitchen.user_id, role: 'owner' } } as const
    const other = await insertAccount(app.db, 'vendor', { ...works, name: 'Tunde' })
    const phone = await comes(other.email, '/vendor-staff')
    const tablets = phone.getByRole('list', { name: 'Tablets' })
    await tablets.getByText(/^Made by Bose Buka on /).waitFor()
    await snap(phone, 'tablet-ended')
    await tablets.getByRole('button', { name: 'Log it out' }).click()
    await tablets.waitFor({ state: 'detached' })
    await phone.getByText('Logged a tablet out').waitFor()
    await page.goto(`${app.url}/vendor-dashboard`)
    await page.waitForURL(/\/login/)
  })
})
