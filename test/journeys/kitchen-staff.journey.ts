import { describe, expect, test } from 'vitest'
import { officeOn } from '../admin-office.ts'
import { every_screen, isAwake, newVisitor } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertAccount, logIn, PASSWORD, postForm } from '../sign-in.ts'
import { complete_profile, insertVendor } from '../world.ts'
import { findsLinkInText, member } from './member.ts'
import { staffedKitchen } from './staffed-kitchen.ts'

const { app, browser } = await openJourney()
const { kitchen, cookieOf } = await staffedKitchen(app)

/** An owner sits at a tablet as often as at a phone. */
const tablet_first = every_screen.toReversed()
describe.each(tablet_first)('on $name', (screen) => {
  const walk = everyOther(screen, tablet_first)
  const { comes, holdsUp, snap } = officeOn(screen, app, browser)

  walk('an owner invites a cook, who accepts an order by name, and ends them again', async () => {
    const email = `sade-${screen.viewport.width}@example.com`
    const buka = await insertVendor(app.db, { ...complete_profile, name: `Bose ${screen.viewport.width}` })
    const bose = await insertAccount(app.db, 'vendor', { user_id: buka.user_id, name: 'Bose' })
    const page = await comes(bose.email, '/vendor-staff', [/422/])
    const form = page.getByRole('region', { name: 'Invite somebody' })
    const send = form.getByRole('button', { name: 'Send the invitation' })
    await isAwake(page)
    await send.click()
    await form.getByText('Please choose a role.').waitFor()
    await form.getByLabel('Name').fill('Sade')
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Role').selectOption('cook')
    await send.click()
    await page.getByText(`The invitation is on its way to ${email}.`).waitFor()
    const link = new URL(await member(page, app).findsLinkInMail(email))
    const chosen = { token: link.searchParams.get('token') ?? '', password: PASSWORD, confirmation: PASSWORD }
    expect((await postForm(app.url, link.pathname, chosen)).status).toBe(200)

    const order_id = await paidOrderFor(app, buka)
    const sade = await comes(email, `/vendor-order/${order_id}`, [/403/])
    const sidebar = sade.getByRole('navigation', { name: 'Back office', includeHidden: true }).first()
    expect(await sidebar.getByRole('link', { includeHidden: true }).allTextContents()).toEqual([
      'Dashboard',
      'Order',
      'Food',
      'Security',
    ])
    await isAwake(sade)
    await sade.getByRole('button', { name: 'Accept', exact: true }).click()
    await sade.getByText('by Sade,').first().waitFor()
    await snap(sade, 'staff-order')
    await sade.goto(`${app.url}/request-payout`)
    await sade.getByText('a kitchen’s account with the role Cook').waitFor()
    await sade.goto(`${app.url}/vendor-dashboard`)
    await sade.getByRole('heading', { name: 'Orders now' }).waitFor()
    expect(await sade.getByText('Earnings').count()).toBe(0)
    await snap(sade, 'staff-cook-board')
    await sade.goto(`${app.url}/food`)
    await sade.getByLabel('Availability of Zobo').waitFor()
    expect(await sade.getByRole('button', { name: /Add Food|Edit|Delete|Move/ }).count()).toBe(0)
    await holdsUp(sade)
    await snap(sade, 'staff-cook-food')

    const card = page.getByRole('listitem').filter({ hasText: email })
    await card.getByText('Another role…').click()
    await card.getByLabel('Role').selectOption('manager')
    await holdsUp(page)
    await snap(page, 'staff-role')
    await card.getByRole('button', { name: 'Give this role' }).click()
    await card.getByText('Manager. Here since').waitFor()
    await sade.goto(`${app.url}/account`)
    await sade.getByRole('heading', { name: 'Opening hours' }).waitFor()
    await holdsUp(sade)
    await snap(sade, 'staff-manager-account')
    // What a manager changes, the owner reads.
    await sade.goto(`${app.url}/food`)
    await isAwake(sade)
    await sade.getByRole('button', { name: 'Edit Jollof Rice' }).click()
    await sade.getByLabel('Price').fill('1800')
    await sade.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await sade.getByText('Food item updated successfully!').waitFor()
    await page.reload()
    await isAwake(page)
    const history = page.getByRole('region', { name: 'What was done here' })
    const line = history.getByRole('listitem').first()
    await line.getByText('Changed the price of Jollof Rice from ₦1,500 to ₦1,800').waitFor()
    await line.getByText(/, by Sade$/).waitFor()
    await history.getByText('Made Sade, who was Cook, Manager').waitFor()
    await history.getByText('Invited Sade as Cook').waitFor()
    await snap(page, 'staff-history')
    await holdsUp(page)

    // Whoever is ended is sent to the login by the page that is open.
    await card.getByText('End…').click()
    await card.getByRole('button', { name: 'End their work here' }).click()
    await card.getByText('Ended on').waitFor()
    await snap(page, 'staff')
    await sade.goto(`${app.url}/vendor-dashboard`)
    await sade.waitForURL('**/login**')
    await member(sade, app).fillsLogin(email)
    await sade.getByText('You do not work in this kitchen any more').waitFor()
    await page.close()
    await sade.close()
  })
})

describe.each(every_screen)('a cook without a mail address, on $name', (screen) => {
  const walk = everyOther(screen, every_screen)
  const { comes, holdsUp, snap } = officeOn(screen, app, browser)

  walk('gets a link by text message, makes a login with the number, and logs in with it', async () => {
    const width = screen.viewport.width
    const number = `0803 100 ${String(width).padStart(4, '0')}`
    const buka = await insertVendor(app.db, { ...complete_profile, name: `Iya ${width}` })
    const bose = await insertAccount(app.db, 'vendor', { user_id: buka.user_id, name: 'Bose' })
    const page = await comes(bose.email, '/vendor-staff', [/422|409/])
    const form = page.getByRole('region', { name: 'Invite somebody' })
    await isAwake(page)
    await form.getByLabel('Name').fill('Uche')
    await form.getByLabel('Email or phone number').fill('0803 12')
    await form.getByLabel('Role').selectOption('cook')
    await form.getByRole('button', { name: 'Send the invitation' }).click()
    await form.getByText('This is no Nigerian number.').waitFor()
    await form.getByLabel('Email or phone number').fill(number)
    await form.getByRole('button', { name: 'Send the invitation' }).click()
    await page.getByText(`The invitation is on its way to ${number}.`).waitFor()
    const card = page.getByRole('listitem').filter({ hasText: number })
    await card.getByText('the link works for a day').waitFor()
    await holdsUp(page)
    await snap(page, 'staff-invited-by-phone')

    const uche = (await newVisitor(browser, screen, [/422/])).page
    const link = await findsLinkInText(app, number)
    await uche.goto(link)
    await uche.getByRole('heading', { name: `Work at Iya ${width}` }).waitFor()
    await isAwake(uche)
    await uche.getByRole('button', { name: 'Yes, make my login' }).click()
    await uche.getByText('at least 8 characters.').first().waitFor()
    await holdsUp(uche)
    await snap(uche, 'staff-join')
    await uche.getByLabel('Password').fill(PASSWORD)
    await uche.getByRole('button', { name: 'Yes, make my login' }).click()
    await uche.getByRole('heading', { name: 'Orders now' }).waitFor()
    await uche.getByText(number).first().waitFor({ state: 'attached' })
    await uche.context().clearCookies()
    await member(uche, app).logsIn(number)
    await uche.getByRole('heading', { name: 'Orders now' }).waitFor()

    // The link was used: for everybody else it is over.
    await page.goto(link)
    await page.getByText('This link was used, taken back, or is too old.').waitFor()
    await holdsUp(page)
    await page.goto(`${app.url}/vendor-staff`)
    await page.getByRole('listitem').filter({ hasText: number }).getByText('Cook. Here since').waitFor()
    await uche.close()
  })
})

test('who has a login says yes or no by the texted link without script', async () => {
  const cookie = cookieOf('manager')
  const invite = async (email: string) => {
    await postForm(app.url, '/vendor-staff', { intent: 'invite', name: 'Obi', email, role: 'cook' }, cookie)
    return new URL(await findsLinkInText(app, email)).pathname
  }
  const obi = await insertAccount(app.db, 'vendor')
  const rider = await insertAccount(app.db, 'rider')
  const path = await invite('0803 200 0001')
  const as = async (email: string) => ({ cookie: await logIn(app.url, email) })
  expect((await postForm(app.url, path, { intent: 'join' }, await as(rider.email))).status).toBe(403)
  expect((await postForm(app.url, path, { intent: 'join' })).headers.get('location')).toContain('/login')
  expect((await postForm(app.url, path, { intent: 'join' }, cookie)).status).toBe(409)
  const joined = await postForm(app.url, path, { intent: 'join' }, await as(obi.email))
  expect(joined.headers.get('location')).toBe('/vendor-dashboard')
  const declined = await invite('0803 200 0002')
  expect(await (await postForm(app.url, declined, { intent: 'decline' })).text()).toContain('You said no.')
  expect((await postForm(app.url, declined, { intent: 'join' }, await as(obi.email))).status).toBe(409)
  expect((await fetch(`${app.url}/join/AbCdEfGhIjKlMnOpQrStUv`)).status).toBe(404)
})

test('staff are invited and ended without script', async () => {
  const { email } = await insertAccount(app.db, 'vendor', { kitchen: { vendor_id: kitchen.user_id, role: 'manager' } })
  const cookie = { cookie: await logIn(app.url, email) }
  const invitation = { intent: 'invite', name: 'Uche', email: 'uche@example.com', role: 'cook' }
  const invited = await (await postForm(app.url, '/vendor-staff', invitation, cookie)).text()
  expect(invited).toContain('The invitation is on its way to uche@example.com.')
  const [, user_id = ''] = /name="user_id" value="([\w-]+)"/.exec(invited) ?? []
  const ended = await (await postForm(app.url, '/vendor-staff', { intent: 'end', user_id }, cookie)).text()
  expect(ended).toContain('Ended, and logged out everywhere.')
})
