import { globSync, readFileSync } from 'node:fs'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { setting_groups } from '../../app/admin/settings/setting-groups.ts'
import { users } from '../../domain/accounts/tables.ts'
import { type AdminRole, admin_role_names } from '../../domain/admin-roles.ts'
import { orders } from '../../domain/orders/tables.ts'
import { officeOn } from '../admin-office.ts'
import { isAwake, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertAccount, logIn, PASSWORD, postForm } from '../sign-in.ts'
import { insertVendor } from '../world.ts'
import { member } from './member.ts'

/**
 * What each role of an admin may see and do, for every screen and every form of theirs. It is written here a second
 * time, by the people in it, so that a slip in app/admin/rights.ts shows.
 */
const everybody: readonly AdminRole[] = admin_role_names
const money: readonly AdminRole[] = ['owner', 'finance', 'read_only']

const NOBODY = '00000000-0000-4000-8000-000000000000'

const seen_by: Readonly<Record<string, readonly AdminRole[]>> = {
  '/admin/dashboard': everybody,
  '/admin/search': everybody,
  '/admin/orders': everybody,
  '/admin/orders/1': everybody,
  '/admin/vendors': everybody,
  '/admin/review': everybody,
  '/admin/cases': everybody,
  '/admin/cases/1': everybody,
  '/admin/claims': everybody,
  '/admin/refunds': everybody,
  '/admin/dispatch': everybody,
  '/admin/shifts': everybody,
  '/admin/windows': everybody,
  '/admin/analytics': money,
  '/admin/riders': everybody,
  '/admin/messages': everybody,
  '/admin/ratings': everybody,
  '/admin/campus': everybody,
  '/admin/settings': everybody,
  '/admin/views': everybody,
  '/admin/transactions': money,
  '/admin/payout': money,
  '/admin/promotions': money,
  '/admin/referrals': money,
  '/admin/books': money,
  [`/admin/books/vendor/${NOBODY}`]: money,
  '/admin/books/journals.csv': money,
  '/admin/export/analytics.csv': money,
  [`/admin/books/vendor/${NOBODY}/statement.csv`]: money,
  '/admin/reconciliation': money,
  '/admin/audit': money,
  '/admin/customers': ['owner', 'operations', 'support'],
  '/admin/tell': ['owner', 'operations', 'support'],
  '/admin/exports': ['owner', 'finance'],
  '/admin/export/orders.csv': ['owner', 'finance'],
  '/admin/export/payouts.csv': ['owner', 'finance'],
  '/admin/export/ledger.csv': ['owner', 'finance'],
  '/admin/export/vendors.csv': ['owner', 'finance'],
  '/admin/export/riders.csv': ['owner', 'finance'],
  '/admin/export/campus.geojson': ['owner', 'operations'],
  '/admin/kitchens': ['owner', 'operations'],
  '/admin/kitchens/lines.csv': ['owner', 'operations'],
  '/admin/team': ['owner'],
}

/** Each panel of settings is a form whose intent is its key; these two have forms with names of their own. */
const owners_settings = setting_groups
  .flatMap(({ settings }) => settings.map(({ key }) => key))
  .filter((key) => !['service_hours', 'notice', 'message_texts'].includes(key))

const done_by: readonly [screen: string, intents: string, roles: readonly AdminRole[]][] = [
  ['/admin/orders', 'deliver cancel', ['owner', 'operations', 'support']],
  ['/admin/orders/1', 'deliver cancel write close_talk', ['owner', 'operations', 'support']],
  [
    '/admin/orders',
    'give_items_back give_amount_back give_checkout_back',
    ['owner', 'operations', 'finance', 'support'],
  ],
  ['/admin/review', 'refund accept close', ['owner', 'operations', 'finance', 'support']],
  ['/admin/cases', 'open', ['owner', 'operations', 'finance', 'support']],
  ['/admin/cases/1', 'note assign set_due close reopen', ['owner', 'operations', 'finance', 'support']],
  ['/admin/claims', 'approve confirm_dearer refuse', ['owner', 'operations', 'finance', 'support']],
  ['/admin/refunds', 'retry by_hand recognise covered', ['owner', 'finance']],
  ['/admin/payout', 'transfer transfer_chosen retry hand cancel looked_up confirm_account', ['owner', 'finance']],
  ['/admin/promotions', 'create end', ['owner', 'finance']],
  ['/admin/referrals', 'allow turn_down', ['owner', 'finance']],
  ['/admin/books', 'bank_settlement', ['owner', 'finance']],
  ['/admin/reconciliation', 'compare settle ask_again ignore', ['owner', 'finance']],
  [
    '/admin/dispatch',
    'assign unassign extend withdraw arrive pick_up see_hand_over deliver decide_incident come_back pay_way refuse_way',
    ['owner', 'operations', 'support'],
  ],
  ['/admin/shifts', 'plan copy publish call_off', ['owner', 'operations', 'support']],
  ['/admin/vendors', 'activate deactivate suspend restore unlock place act_for stop_acting', ['owner', 'operations']],
  ['/admin/vendors', 'commission', ['owner']],
  ['/admin/kitchens', 'bring take_in', ['owner', 'operations']],
  ['/admin/riders', 'activate reject suspend restore', ['owner', 'operations']],
  ['/admin/customers', 'quiet allow', ['owner', 'operations', 'support']],
  ['/admin/messages', 'retry release drop', ['owner', 'operations', 'support']],
  ['/admin/tell', 'message_chosen', ['owner', 'operations', 'support']],
  ['/admin/ratings', 'hide', ['owner', 'operations', 'support']],
  [
    '/admin/campus',
    'add_place change_place close_place reopen_place retire_place bring_back_place add_way change_way retire_way ' +
      'bring_back_way close_way reopen_way lay_plan place_plan remove_plan read_file import',
    ['owner', 'operations'],
  ],
  ['/admin/settings', 'service_hours notice', ['owner', 'operations', 'support']],
  ['/admin/settings', `${owners_settings.join(' ')} message_text message_text_reset`, ['owner']],
  ['/admin/team', 'invite role end restore end_second_step', ['owner']],
  ['/admin/views', 'save_view drop_view', everybody],
]

const { app, browser } = await openJourney()
let order_id: number
const cookies = new Map<AdminRole, string>()
beforeAll(async () => {
  order_id = await paidOrderFor(app, await insertVendor(app.db))
  for (const admin_role of admin_role_names) {
    const { email } = await insertAccount(app.db, 'admin', { admin_role })
    cookies.set(admin_role, await logIn(app.url, email))
  }
})

const cookieOf = (role: AdminRole) => ({ cookie: cookies.get(role) ?? '' })

describe.each(admin_role_names)('%s', (role) => {
  test('sees what is theirs, and not even the data of the rest', async () => {
    const wrong: string[] = []
    for (const [path, roles] of Object.entries(seen_by)) {
      const address = /\.(csv|geojson)$/.test(path) ? path : `${path}.data`
      const answer = await fetch(app.url + address, { headers: cookieOf(role), redirect: 'manual' })
      const where = answer.headers.get('location') ?? (answer.status === 202 ? await answer.text() : '')
      if (!answer.bodyUsed) await answer.body?.cancel()
      const seen = !where.includes('/unauthorized')
      if (answer.status >= 500 || seen !== roles.includes(role)) wrong.push(`${address}: ${answer.status} ${where}`)
    }
    expect(wrong).toEqual([])
  })

  test('does what is theirs; the rest is refused in words', async () => {
    const wrong: string[] = []
    for (const [screen, intents, roles] of done_by) {
      for (const intent of intents.split(' ')) {
        // Its answer alone, without the screen around it.
        const answer = await postForm(app.url, `${screen}.data`, { intent }, cookieOf(role))
        const body = await answer.text()
        const refused = answer.status === 403
        const said = body.includes('Nothing was changed: your role,')
        if (answer.status >= 500 || refused === roles.includes(role) || (refused && !said)) {
          wrong.push(`${screen} ${intent}: ${answer.status}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })
})

describe.each(screens)('on $name', (screen) => {
  const test = everyOther(screen)
  const { adminComes, comes, holdsUp, snap } = officeOn(screen, app, browser)

  test('everything is found from anywhere, by keyboard, and without script', async () => {
    const row = await insertVendor(app.db, { name: `Iya Anywhere ${screen.name}`, phone: '+2348065551234' })
    const page = await adminComes('/admin/settings')
    await isAwake(page)
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search everything' })
    const box = dialog.getByRole('combobox')
    await box.fill('nothing is called so')
    await dialog.getByText('Nothing was found for “nothing is called so”.').waitFor()
    await box.fill(`anywhere ${screen.name}`)
    const found = dialog.getByRole('option', { name: row.name ?? '' })
    await found.first().waitFor()
    await snap(page, 'search')
    await holdsUp(page)
    await box.press('ArrowDown')
    await box.press('ArrowUp')
    await box.press('Enter')
    await page.getByRole('dialog', { name: row.name ?? '' }).waitFor()
    expect(await dialog.count()).toBe(0)
    await page.goto(`${app.url}/admin/search?q=${encodeURIComponent('+234 806 555 1234')}`)
    await page.getByRole('region', { name: 'Vendors' }).getByRole('link').first().waitFor()
    await snap(page, 'search-page')
    await holdsUp(page)
  })

  test('an owner invites somebody, who sees what is theirs, and ends them again', async () => {
    const email = `sade-${screen.viewport.width}@example.com`
    const owner = await insertAccount(app.db, 'admin', { name: 'Ngozi' })
    const page = await comes(owner.email, '/admin/team', [/422/, /409/])
    const form = page.getByRole('region', { name: 'Invite somebody' })
    const send = form.getByRole('button', { name: 'Send the invitation' })
    await isAwake(page)
    await send.click()
    await form.getByText('Please choose a role.').waitFor()
    await form.getByLabel('Name').fill('Sade')
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Role').selectOption('support')
    await send.click()
    await form.getByText('They act for us with the role Support').waitFor()
    await snap(page, 'team-proof')
    await form.getByLabel('Your password').fill(PASSWORD)
    await send.click()
    await page.getByText(`The invitation is on its way to ${email}.`).waitFor()
    const link = new URL(await member(page, app).findsLinkInMail(email))
    const chosen = { token: link.searchParams.get('token') ?? '', password: PASSWORD, confirmation: PASSWORD }
    expect((await postForm(app.url, link.pathname, chosen)).status).toBe(200)
    const sade = await comes(email, '/admin/dashboard', [/403/, /EventSource/])
    const sidebar = sade.getByRole('navigation', { name: 'Back office' }).first()
    expect(await sidebar.getByRole('link', { name: 'Payout' }).count()).toBe(0)
    await sade.goto(`${app.url}/admin/payout`)
    await sade.getByText('an admin’s account with the role Support').waitFor()

    await sade.goto(`${app.url}/admin/settings`)
    await sade.getByText('Delivery fees', { exact: true }).click()
    await sade.getByText('Only an owner changes this.').first().waitFor()
    await sade.goto(`${app.url}/admin/orders?order=${order_id}`)
    await sade.getByText('Cancel…').click()
    await sade.getByLabel('Why?').first().fill('The customer asked us to')
    await sade.getByLabel('Who bears it?').first().selectOption('platform')

    const tab = await sade.context().newPage()
    await tab.goto(`${app.url}/admin/tell?list=orders&chosen_${order_id}=yes`)
    await tab.getByLabel('Text message').fill('The gate is closed until two.')

    const card = page.getByRole('listitem').filter({ hasText: email })
    await card.getByText('Another role…').click()
    await card.getByLabel('Role').selectOption('read_only')
    await holdsUp(page)
    await snap(page, 'team-role')
    await card.getByRole('button', { name: 'Give this role' }).click()
    await card.getByLabel('Your password').fill(PASSWORD)
    await card.getByRole('button', { name: 'Give this role' }).click()
    await card.getByText('Read only. Here since').waitFor()
    // The role was taken away in the middle of a form: it is refused in words, and what was typed stays.
    await sade.getByRole('button', { name: 'Cancel this order' }).click()
    await sade.getByText('Nothing was changed: your role, Read only,').waitFor()
    expect(await app.db.select({ status: orders.status }).from(orders)).toEqual([{ status: 'Pending' }])
    // So is it on a screen that is not theirs any more.
    await tab.getByText('Your role was changed, and this screen is not part of it any more.').waitFor()
    await snap(tab, 'role-taken')
    await tab.getByRole('button', { name: 'See whom it reaches…' }).click()
    await tab.getByText('Nothing was changed: your role, Read only,').waitFor()
    expect(await tab.getByLabel('Text message').inputValue()).toBe('The gate is closed until two.')
    await tab.getByRole('link', { name: 'Back to the list' }).click()
    await tab.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
    await tab.close()

    await card.getByText('End…').click()
    await card.getByRole('button', { name: 'End as an admin' }).click()
    await card.getByLabel('Your password').fill(PASSWORD)
    await card.getByRole('button', { name: 'End as an admin' }).click()
    await card.getByText('Ended on').waitFor()
    await snap(page, 'team')

    // The last owner stays, whatever is pressed.
    const other_owner = and(eq(users.admin_role, 'owner'), ne(users.id, owner.user_id))
    const others = await app.db.update(users).set({ admin_role: 'support' }).where(other_owner).returning()
    const last = page.getByRole('listitem').filter({ hasText: '(you)' })
    await last.getByText('End…').click()
    await last.getByRole('button', { name: 'End as an admin' }).click()
    await last.getByLabel('Your password').fill(PASSWORD)
    await last.getByRole('button', { name: 'End as an admin' }).click()
    await page.getByText('This is the last owner: nobody would be left to say who is an admin.').first().waitFor()
    await snap(page, 'last-owner')
    const were = others.map(({ id }) => id)
    await app.db.update(users).set({ admin_role: 'owner' }).where(inArray(users.id, were))
    await sade.goto(`${app.url}/admin/dashboard`)
    await sade.waitForURL('**/login**')
    await page.close()
    await sade.close()
  })
})

test('no form and no screen of theirs is missing on this page', () => {
  const known = new Set(done_by.flatMap(([, intents]) => intents.split(' ')))
  const sources = globSync('app/admin/**/*.{ts,tsx}').map((path) => readFileSync(path, 'utf8'))
  // As an attribute, one of two in an attribute, or where the form is described elsewhere.
  const written = /intent(?:="([a-z_]+)"|=\{[^}]*\? '([a-z_]+)' : '([a-z_]+)'\}|: '([a-z_]+)')/g
  const used = sources.flatMap((source) => [...source.matchAll(written)].flatMap(([, ...intents]) => intents))
  const intents = used.filter((intent) => intent !== undefined)
  expect(intents.length).toBeGreaterThan(60)
  expect(intents.filter((intent) => !known.has(intent))).toEqual([])

  const paths = [...readFileSync('app/routes.ts', 'utf8').matchAll(/route\('(admin\/[^']+)'/g)].map(([, path]) => path)
  expect(paths.length).toBeGreaterThan(35)
  const as_asked = paths.map((path = '') => `/${path}`.replace(/:id/, path.includes('vendor/') ? NOBODY : '1'))
  expect(as_asked.filter((path) => !Object.hasOwn(seen_by, path))).toEqual([])
})
