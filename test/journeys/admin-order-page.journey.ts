import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { founderOf } from '../../domain/accounts/actor.ts'
import { system_clock } from '../../domain/clock.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { completeOrder } from '../../domain/orders/complete-order.ts'
import { refunds } from '../../domain/payments/tables.ts'
import { reactions } from '../../domain/reactions.ts'
import { officeOn } from '../admin-office.ts'
import { screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertRider } from '../rider.ts'
import { insertAccount, logIn } from '../sign-in.ts'
import { ride } from '../tracked-order.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()

afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

async function paidOrder(name: string) {
  const kitchen = await insertVendor(app.db, { name })
  return { kitchen, id: await paidOrderFor(app, kitchen) }
}
const refundsOf = (id: number) => app.db.select().from(refunds).where(eq(refunds.order_id, id))

describe.each(screens)('the page of an order on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const { adminComes, holdsUp, snap } = officeOn(screen, app, browser)

  walk('has one timeline of everything, filtered by links, and does what the dialog does', async () => {
    const { kitchen, id } = await paidOrder(`Iya Timeline ${screen.name}`)
    const deps = { db: app.db, clock: system_clock, announce: reactions({ public_url: app.url }) }
    await acceptOrder(deps, founderOf(kitchen), { order_id: id, minutes: 15 })
    await completeOrder(deps, founderOf(kitchen), id)
    const rider = await insertRider(app.db, { name: `Bayo ${screen.name}`, on_duty_since: null })
    await ride(app, rider, id, 'assign', 'pick_up')
    const page = await adminComes(`/admin/orders?order=${id}`, [/404/, /422/])
    await page.getByRole('dialog').getByRole('link', { name: 'The whole order' }).click()
    await page.getByRole('heading', { name: `Order ${id}`, level: 1 }).waitFor()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    for (const line of ['The order was placed', 'The kitchen accepted it', `Given to Bayo ${screen.name}`, 'SMS: Paid'])
      await timeline.getByText(line).first().waitFor()
    await page
      .getByRole('region', { name: 'Who and when' })
      .getByText(/By .*\d\d:\d\d/)
      .first()
      .waitFor()
    await snap(page, 'order-page')
    await holdsUp(page)
    await timeline.getByRole('link', { name: /^Messages/ }).click()
    await page.waitForURL(/show=message/)
    const told = timeline.getByRole('listitem').filter({ hasText: 'SMS: On the way' })
    await told.getByText('Read it').click()
    await told.getByText('PIN ••••').waitFor()
    expect(await timeline.getByText('The kitchen accepted it').count()).toBe(0)
    await snap(page, 'order-page-messages')
    await holdsUp(page)
    const amount = await unfoldOn(page, 'Refund an amount…')
    await amount.getByLabel('Amount in naira').fill('200')
    await amount.getByLabel('Why?').fill('A spoon was missing')
    await amount.getByLabel('Who bears it?').selectOption('platform')
    await amount.getByRole('button', { name: 'Give this back' }).click()
    await amount.getByRole('button', { name: 'Give ₦200 back' }).click()
    await page.getByText('The money is on its way back').waitFor()
    expect(await refundsOf(id)).toMatchObject([{ amount: 200_00, borne_by: 'platform' }])
    await timeline.getByRole('link', { name: /^Money/ }).click()
    await timeline.getByText('₦200 goes back').waitFor()
    for (const missing of ['999999999', 'x', '1e3'])
      expect((await page.goto(`${app.url}/admin/orders/${missing}`))?.status()).toBe(404)
  })
})

async function unfoldOn(page: Page, ask: string) {
  await page.getByText(ask, { exact: true }).click()
  return page.getByRole('group').filter({ hasText: ask })
}

describe('without scripts', () => {
  test('the page of an order shows its timeline, and one kind of it by a link', async () => {
    const { id } = await paidOrder('Iya Plain Page')
    const read_only = (await insertAccount(app.db, 'admin', { admin_role: 'read_only' })).email
    const [boss, looker] = await Promise.all([
      logIn(app.url, (await insertAccount(app.db, 'admin')).email),
      logIn(app.url, read_only),
    ])
    const read = async (cookie: string, query = '') =>
      (await fetch(`${app.url}/admin/orders/${id}${query}`, { headers: { cookie } })).text()
    const page = await read(boss)
    expect(page).toContain('The order was placed')
    expect(page).toContain(`/admin/orders/${id}?show=money`)
    expect(page).toContain('0803 123 4567')
    expect(await read(boss, '?show=money')).not.toContain('The order was placed')
    const masked = await read(looker)
    expect(masked).toContain('+23480•••4567')
    expect(masked).not.toContain('0803 123 4567')
    expect(masked).not.toContain('ada@example.com')
  })
})
