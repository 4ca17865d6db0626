import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { passwords } from '../../adapters/accounts/passwords.ts'
import { founderOf } from '../../domain/accounts/actor.ts'
import { kitchen_tablets } from '../../domain/accounts/tables.ts'
import { setKitchenPin } from '../../domain/catalog/staff/kitchen-pin.ts'
import { makeTablet } from '../../domain/catalog/staff/kitchen-tablet.ts'
import type { vendors } from '../../domain/catalog/tables.ts'
import { type KitchenRole, kitchen_role_names } from '../../domain/kitchen-roles.ts'
import { actingOn } from '../accepted-order.ts'
import { officeOn } from '../admin-office.ts'
import { every_screen, isAwake, newVisitor } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertAccount, logIn, PASSWORD, postForm } from '../sign-in.ts'
import { complete_profile, insertVendor } from '../world.ts'
import { findsLinkInText, member } from './member.ts'

/**
 * What each role in a kitchen may see and do, for every screen and every form of a vendor's back office. It is written
 * here a second time, by the people in it, so that a slip in app/vendor/rights.ts shows.
 */
const everybody: readonly KitchenRole[] = kitchen_role_names
const runs_it: readonly KitchenRole[] = ['owner', 'manager']
const owns_it: readonly KitchenRole[] = ['owner']

const seen_by: Readonly<Record<string, readonly KitchenRole[]>> = {
  '/vendor-dashboard': everybody,
  '/vendor-dashboard/figures': runs_it,
  '/vendor-order': everybody,
  '/food': everybody,
  '/food/menu.csv': runs_it,
  '/account': runs_it,
  '/vendor-kitchens': everybody,
  '/vendor-tablet': everybody,
  '/vendor-staff': runs_it,
  '/vendor-promotions': runs_it,
  '/request-payout': owns_it,
  '/request-payout/statement': owns_it,
  '/request-payout/statement.csv': owns_it,
}

const done_by: readonly [screen: string, intents: string, roles: readonly KitchenRole[]][] = [
  [
    '/vendor-order',
    'accept complete more_time missing found packs came_back undo reject collect not_collected',
    everybody,
  ],
  ['/food', 'sold_out', everybody],
  ['/food', 'save delete move import', runs_it],
  ['/account', 'hours times auto_accept pause resume photo', runs_it],
  ['/account', 'back next submit', owns_it],
  ['/vendor-kitchens', 'switch join decline', everybody],
  ['/vendor-kitchens', 'open', owns_it],
  ['/vendor-tablet', 'enter leave', everybody],
  ['/vendor-staff', 'invite withdraw role end restore pin no_pin tablet end_tablet', runs_it],
  ['/vendor-promotions', 'create end', runs_it],
  ['/request-payout', 'request', owns_it],
]

/** What is sent from a form without an intent of its own, or to an endpoint that answers for itself. */
const endpoints: readonly [path: string, fields: Record<string, string>, roles: readonly KitchenRole[]][] = [
  ['/account/draft', { name: 'Bose' }, owns_it],
  ['/account/bank-name', { bank: 'Access Bank', account_number: '0690000031' }, owns_it],
]

/** The kitchen's tablet while nobody said that they are there, and with a manager who did. */
const at_tablet = ['nobody', 'tablet'] as const
type AtTablet = (typeof at_tablet)[number]
const seen_at_tablet: Readonly<Record<string, readonly AtTablet[]>> = {
  '/vendor-dashboard': at_tablet,
  '/vendor-order': at_tablet,
  '/food': at_tablet,
  '/food/menu.csv': ['tablet'],
  '/account': ['tablet'],
  '/vendor-tablet': at_tablet,
}
const done_at_tablet: Readonly<Record<AtTablet, readonly string[]>> = {
  nobody: ['/vendor-tablet enter', '/vendor-tablet leave'],
  tablet: [
    ...['accept', 'complete', 'more_time', 'missing', 'found', 'packs', 'came_back', 'undo', 'reject', 'collect'].map(
      (intent) => `/vendor-order ${intent}`,
    ),
    '/vendor-order not_collected',
    ...['sold_out', 'save', 'delete', 'move', 'import'].map((intent) => `/food ${intent}`),
    ...['hours', 'times', 'auto_accept', 'pause', 'resume', 'photo'].map((intent) => `/account ${intent}`),
    ...['/vendor-tablet enter', '/vendor-tablet leave'],
  ],
}

const { app, browser } = await openJourney()
let kitchen: typeof vendors.$inferSelect
const cookies = new Map<KitchenRole, string>()
beforeAll(async () => {
  kitchen = await insertVendor(app.db, { ...complete_profile, name: 'Bose Buka' })
  await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id, name: 'Bose Buka' })
  for (const role of kitchen_role_names) {
    const { email } = await insertAccount(app.db, 'vendor', { kitchen: { vendor_id: kitchen.user_id, role } })
    cookies.set(role, await logIn(app.url, email))
  }
})

const cookieOf = (role: KitchenRole) => ({ cookie: cookies.get(role) ?? '' })

describe.each(kitchen_role_names)('%s', (role) => {
  test('sees what is theirs, and not even the data of the rest', async () => {
    const wrong: string[] = []
    for (const [path, roles] of Object.entries(seen_by)) {
      const address = path.endsWith('.csv') ? path : `${path}.data`
      const answer = await fetch(app.url + address, { headers: cookieOf(role), redirect: 'manual' })
      const body = await answer.text()
      const seen = !`${answer.headers.get('location')} ${body}`.includes('/unauthorized')
      if (answer.status >= 500 || seen !== roles.includes(role)) wrong.push(`${address}: ${answer.status}`)
    }
    expect(wrong).toEqual([])
  })

  test('is shown no more money than is theirs', async () => {
    const read = async (path: string) =>
      (await fetch(`${app.url}${path}.data`, { headers: cookieOf(role), redirect: 'manual' })).text()
    const shown = {
      takings: (await read('/vendor-dashboard')).includes('earnings'),
      bank: (await read('/account')).includes(complete_profile.account_number),
    }
    expect(shown).toEqual({ takings: runs_it.includes(role), bank: owns_it.includes(role) })
  })

  test('does what is theirs; the rest is refused in words', async () => {
    const wrong: string[] = []
    for (const [screen, intents, roles] of done_by) {
      for (const intent of intents.split(' ')) {
        // Its answer alone, without the screen around it.
        const answer = await postForm(app.url, `${screen}.data`, { intent }, cookieOf(role))
        const body = await answer.text()
        const refused = answer.status === 403 || body.includes('/unauthorized')
        const said = seen_by[screen]?.includes(role) === false || body.includes('Nothing was changed: your role here,')
        if (answer.status >= 500 || refused === roles.includes(role) || (refused && !said)) {
          wrong.push(`${screen} ${intent}: ${answer.status}`)
        }
      }
    }
    for (const [path, fields, roles] of endpoints) {
      const answer = await postForm(app.url, path, fields, cookieOf(role))
      if (answer.status >= 500 || (answer.status !== 403) !== roles.includes(role))
        wrong.push(`${path}: ${answer.status}`)
    }
    expect(wrong).toEqual([])
  })
})

describe.each(at_tablet)('at the tablet, %s', (who) => {
  let headers: { cookie: string }
  let manager_id: string
  beforeAll(async () => {
    const owner = founderOf(kitchen)
    const works = { kitchen: { vendor_id: kitchen.user_id, role: 'manager' } } as const
    manager_id = (await insertAccount(app.db, 'vendor', works)).user_id
    await setKitchenPin({ ...actingOn(app), passwords }, owner, { user_id: manager_id, pin: '4826' })
    const made = await makeTablet(actingOn(app), owner)
    if (!made.ok) throw new Error(made.reason)
    headers = { cookie: `chowgate.tablet=${made.value.secret}` }
  })
  const isThere = async () => {
    const present_until = new Date(Date.now() + 60_000)
    const present = who === 'tablet' ? { present_id: manager_id, present_until } : { present_id: null }
    await app.db.update(kitchen_tablets).set(present)
  }

  test('is shown and does what is written here, and nothing else', async () => {
    const wrong: string[] = []
    await isThere()
    for (const path of Object.keys(seen_by)) {
      const address = path.endsWith('.csv') ? path : `${path}.data`
      const answer = await fetch(app.url + address, { headers, redirect: 'manual' })
      const body = `${answer.headers.get('location')} ${await answer.text()}`
      const seen = !body.includes('/unauthorized') && !body.includes('/vendor-tablet?next')
      const expected = seen_at_tablet[path]?.includes(who) ?? false
      if (answer.status >= 500 || seen !== expected) wrong.push(`${address}: ${answer.status}`)
      if (body.includes('earnings') || body.includes(complete_profile.account_number)) wrong.push(`${address}: money`)
    }
    for (const [screen, intents] of done_by) {
      for (const intent of intents.split(' ')) {
        await isThere()
        const fields = { intent, _present: who === 'tablet' ? manager_id : '' }
        const answer = await postForm(app.url, `${screen}.data`, fields, headers)
        const body = await answer.text()
        const refused = answer.status === 403 || body.includes('/unauthorized') || body.includes('/vendor-tablet?next')
        const expected = done_at_tablet[who].includes(`${screen} ${intent}`)
        if (answer.status >= 500 || refused === expected) wrong.push(`${screen} ${intent}: ${answer.status}`)
      }
    }
    for (const [path, fields] of endpoints) {
      const answer = await postForm(app.url, path, fields, headers)
      if (answer.status !== 403) wrong.push(`${path}: ${answer.status}`)
    }
    expect(wrong).toEqual([])
  })
})

describe.each(every_screen)('on $name', (screen) => {
  const walk = everyOther(screen, every_screen)
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
  const cookie = { cookie: cookies.get('manager') ?? '' }
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

test('no form of a kitchen is missing on this page', () => {
  const known = new Set(done_by.flatMap(([, intents]) => intents.split(' ')))
  const found = (files: string, pattern: RegExp) =>
    globSync(files)
      // Its cases are refusals.
      .filter((path) => !path.endsWith('registration-action.server.ts'))
      .map((path) => readFileSync(path, 'utf8'))
      .flatMap((source) => [...source.matchAll(pattern)].map(([, intent = '']) => intent))
  const in_forms = found('app/vendor/**/*.tsx', /intent="([a-z_]+)"/g)
  // What an action can do, also where a form names it by a variable.
  const in_actions = found('app/vendor/**/*-action.server.ts', /^ +case '([a-z_]+)':/gm)
  expect([in_forms.length > 8, in_actions.length > 20]).toEqual([true, true])
  const used = [...in_forms, ...in_actions]
  expect(used.filter((intent) => !known.has(intent))).toEqual([])
})
