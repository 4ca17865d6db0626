import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { kitchen_staff, sessions } from '../../domain/accounts/tables.ts'
import { officeOn } from '../admin-office.ts'
import { every_screen, isAwake } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { openSecondKitchen } from '../second-kitchen.ts'
import { insertAccount, logIn, postForm } from '../sign-in.ts'
import { complete_profile, insertVendor } from '../world.ts'

const { app, browser } = await openJourney()

async function owner(name: string) {
  const kitchen = await insertVendor(app.db, { ...complete_profile, name })
  const actor = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id, name })
  return { kitchen, actor }
}

describe.each(every_screen)('on $name', (screen) => {
  const walk = everyOther(screen, every_screen)
  const { comes, holdsUp, snap } = officeOn(screen, app, browser)
  const is_wide = screen.viewport.width >= 1024

  walk('an owner opens another kitchen from the account, with the same login', async () => {
    const { actor } = await owner(`Bose opens ${screen.viewport.width}`)
    const page = await comes(actor.email, '/account')
    await isAwake(page)
    await page.getByRole('link', { name: 'Open another kitchen' }).click()
    await holdsUp(page)
    await page.getByRole('button', { name: 'Open another kitchen' }).click()
    await page.waitForURL('**/account')
    await page.getByLabel('Business Name').waitFor()
    if (is_wide) {
      const places = page.getByRole('complementary').getByRole('region', { name: 'Your kitchens' })
      await places.getByText('New kitchen').waitFor()
      await places.getByRole('button', { name: /^Bose opens/ }).click()
    } else {
      await page.getByRole('link', { name: /New kitchen/ }).click()
      await page.getByRole('button', { name: /^Go to Bose opens/ }).click()
    }
    await page.waitForURL('**/vendor-dashboard')
    await page.getByRole('heading', { name: 'Orders now' }).waitFor()
  })

  walk('an owner of two sees what waits in each, and a stale tab changes nothing', async () => {
    const { kitchen, actor } = await owner(`Bose ${screen.viewport.width}`)
    const second = await openSecondKitchen(app.db, actor, 'Bose at the gate')
    const order_id = await paidOrderFor(app, kitchen)
    const page = await comes(actor.email, '/vendor-dashboard', [/409/])
    await page
      .getByRole('button', { name: /^Accept/ })
      .first()
      .waitFor()
    const there = await paidOrderFor(app, second)
    if (is_wide) {
      const places = page.getByRole('complementary').getByRole('region', { name: 'Your kitchens' })
      await places.getByRole('button', { name: 'Bose at the gate 1 new' }).waitFor()
    } else {
      await page.getByRole('link', { name: /1 new elsewhere/ }).waitFor()
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Bose at the gate 1 new' }).waitFor()
      await snap(page, 'kitchens-drawer')
      await page.getByRole('button', { name: 'Close menu' }).click()
    }
    await holdsUp(page)
    await snap(page, 'kitchens-board')

    // News of the other one say so, and lead there by a press.
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByRole('link', { name: /^Bose at the gate: / }).click()
    await page.waitForURL('**/vendor-kitchens?**')
    await page.getByText('This is about').waitFor()
    await holdsUp(page)
    await snap(page, 'kitchens')

    const other = await page.context().newPage()
    await page.goto(`${app.url}/vendor-order/${order_id}`)
    await isAwake(page)
    await other.goto(`${app.url}/vendor-kitchens?to=${second.user_id}&next=/vendor-order/${there}`)
    await other.getByRole('region', { name: 'Another kitchen', exact: true }).getByRole('button').click()
    await other.getByRole('heading', { name: new RegExp(`Order ${there}`) }).waitFor()
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByText('Nothing was changed.').first().waitFor()
    await page.getByText('Bose at the gate is in front of you now, by another tab.').first().waitFor()
    await snap(page, 'kitchens-stale')
    await isAwake(other)
    await other.getByRole('button', { name: 'Accept', exact: true }).click()
    await other
      .getByText(/by .*,/)
      .first()
      .waitFor()
    await other.close()
  })

  walk('somebody with a kitchen of their own works in another too', async () => {
    const [sade, iya] = [await owner(`Sade ${screen.viewport.width}`), await owner(`Iya ${screen.viewport.width}`)]
    const invitation = { intent: 'invite', name: 'Sade', email: sade.actor.email, role: 'cook' }
    const cookie = await logIn(app.url, iya.actor.email)
    const sent = await (await postForm(app.url, '/vendor-staff', invitation, { cookie })).text()
    expect(sent).toContain('The invitation is on its way')
    const page = await comes(sade.actor.email, '/vendor-kitchens')
    await isAwake(page)
    const invited = page.getByRole('region', { name: `Invitation of ${iya.kitchen.name}` })
    await invited.getByText('Cook: orders').waitFor()
    await holdsUp(page)
    await snap(page, 'kitchens-invited')
    await invited.getByRole('button', { name: 'Work there too' }).click()
    await page.waitForURL('**/vendor-dashboard')
    await page.getByRole('heading', { name: 'Orders now' }).waitFor()
    expect(await page.getByText('Earnings').count()).toBe(0)
    const staff = await (await fetch(`${app.url}/vendor-staff`, { headers: { cookie } })).text()
    expect(staff).toContain(sade.kitchen.name ?? '')
  })
})

test('of several kitchens a form without its kitchen changes nothing, nor does that of a third one', async () => {
  const { actor, kitchen } = await owner('Bose forms')
  await openSecondKitchen(app.db, actor, 'Bose forms too')
  const order_id = await paidOrderFor(app, kitchen)
  const cookie = { cookie: await logIn(app.url, actor.email) }
  const accept = { intent: 'accept', order_id: String(order_id), id: String(order_id), minutes: '15' }
  const send = async (path: string, more: Record<string, string>) =>
    (await postForm(app.url, path, { ...accept, ...more }, cookie)).status
  expect(await send('/vendor-order', {})).toBe(409)
  expect(await send('/vendor-order', { _acts_for: (await owner('Else')).kitchen.user_id })).toBe(409)
  expect(await send('/account/draft', {})).toBe(409)
  expect(await send('/vendor-order', { _acts_for: kitchen.user_id })).toBe(200)
})

test('of several kitchens a link to a file means one, and the file says whose it is', async () => {
  const { actor, kitchen } = await owner('Bose files')
  const second = await openSecondKitchen(app.db, actor, 'Bose files too')
  const headers = { cookie: await logIn(app.url, actor.email) }
  for (const [path, name] of [
    ['/food/menu.csv?', 'menu-bose-files.csv'],
    ['/request-payout/statement.csv?', 'statement-bose-files.csv'],
    ['/request-payout/statement.csv?month=2026-03&', 'statement-bose-files-2026-03.csv'],
  ] as const) {
    for (const meant of ['', `kitchen=${kitchen.user_id}`]) {
      const file = await fetch(app.url + path + meant, { headers })
      expect([file.status, file.headers.get('content-disposition')]).toEqual([200, `attachment; filename="${name}"`])
    }
    const elsewhere = await fetch(`${app.url}${path}kitchen=${second.user_id}`, { headers })
    expect(elsewhere.status).toBe(409)
    expect(await elsewhere.text()).toContain('nothing was downloaded')
  }
  for (const page of ['/food', '/request-payout/statement']) {
    expect(await (await fetch(app.url + page, { headers })).text()).toContain(`kitchen=${kitchen.user_id}`)
  }
})

test('an owner’s old tab says that another kitchen is in front, not that a cook there may not', async () => {
  const [{ actor, kitchen }, elsewhere] = [await owner('Bose owns'), await owner('Bose cooks')]
  const { user_id } = actor
  const row = { user_id, invited_by: user_id, invited_at: new Date() }
  await app.db.insert(kitchen_staff).values([
    { ...row, vendor_id: kitchen.user_id, role: 'owner' },
    { ...row, vendor_id: elsewhere.kitchen.user_id, role: 'cook', invited_by: elsewhere.actor.user_id },
  ])
  const cookie = await logIn(app.url, actor.email)
  await app.db.update(sessions).set({ acts_for: elsewhere.kitchen.user_id }).where(eq(sessions.user_id, user_id))
  const add = async (meant: string) => {
    const answer = await postForm(app.url, '/food', { intent: 'add', _acts_for: meant }, { cookie })
    return { status: answer.status, text: await answer.text() }
  }
  expect(await add(kitchen.user_id)).toMatchObject({
    status: 409,
    text: expect.stringContaining('Another of your kitchens is in front'),
  })
  expect(await add(elsewhere.kitchen.user_id)).toMatchObject({ status: 403, text: expect.stringContaining('Cook') })
})
