import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect } from 'vitest'
import { food, vendors } from '../../domain/catalog/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { moveOrder } from '../../domain/orders/move-order.ts'
import { orders } from '../../domain/orders/tables.ts'
import { payouts } from '../../domain/payouts/tables.ts'
import { reactions } from '../../domain/reactions.ts'
import { axeFindings } from '../axe.ts'
import { isAwake, newVisitor, screens, type Visitor } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { some } from '../movers.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { complete_profile, insertVendor } from '../world.ts'
import { member } from './member.ts'

const { app, browser } = await openJourney()

afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

describe.each(screens)('a back office without a network, on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  let visitor: Visitor
  afterEach(async () => {
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  const comes = async (path: string) => {
    const kitchen = await insertVendor(app.db, complete_profile)
    const actor = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
    visitor = await newVisitor(browser, screen, [/ERR_|Failed to load|Failed to fetch/])
    await logInBrowser(visitor.context, app.url, actor.email)
    const { page } = visitor
    const opens = async (address: string) => {
      await page.goto(app.url + address)
      await isAwake(page)
    }
    await opens(path)
    const line = (there: boolean) => visitor.context.setOffline(!there)
    return { page, kitchen, email: actor.email, opens, line }
  }

  walk('the menu says what is as before, and does it once there is one again', async () => {
    const { page, kitchen, line } = await comes('/food')
    const dishes = () => app.db.select().from(food).where(eq(food.vendor_id, kitchen.user_id))
    await line(false)
    await page.getByLabel('Availability of Zobo').selectOption('Sold out')
    await page.getByText('Zobo may be as before.').waitFor()
    expect(await page.getByLabel('Availability of Zobo').inputValue()).toBe('no')
    expect(await axeFindings(page)).toEqual([])
    await line(true)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Zobo is sold out until you change it.').waitFor()

    await line(false)
    await page.getByRole('button', { name: 'Move Zobo' }).press('ArrowUp')
    await page.getByText('The dish may not have moved.').waitFor()
    await line(true)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => page.locator('[data-dish] h3').allTextContents()).toEqual(['Zobo', 'Jollof Rice'])

    await page.getByText('Menu as a spreadsheet (CSV)').click()
    const csv = Buffer.from('name,price\nEba,300\n')
    await page.getByLabel('CSV file').setInputFiles({ name: 'menu.csv', mimeType: 'text/csv', buffer: csv })
    await line(false)
    await page.getByRole('button', { name: 'Import' }).click()
    await page.getByText('Your file may not have been imported.').waitFor()
    await line(true)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('1 added, 0 changed, 0 as before').waitFor()

    await page.getByRole('button', { name: 'Delete Eba' }).click()
    await line(false)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Eba may still be on your menu.').waitFor()
    await line(true)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Food item deleted successfully!').waitFor()
    expect((await dishes()).map(({ name }) => name).toSorted()).toEqual(['Jollof Rice', 'Zobo'])
  })

  walk('hours and times keep what was typed, also when the session has ended', async () => {
    const { page, kitchen, email, opens, line } = await comes('/account')
    const row = async () => (await app.db.select().from(vendors).where(eq(vendors.user_id, kitchen.user_id)))[0]
    await page.getByLabel('Monday, opens').fill('07:30')
    await page.getByLabel('Monday, closes').fill('21:00')
    await line(false)
    await page.getByRole('button', { name: 'Save hours' }).click()
    await page.getByText('The hours may be as before.').waitFor()
    expect(await page.getByLabel('Monday, opens').inputValue()).toBe('07:30')
    await page.getByRole('button', { name: '15 minutes' }).click()
    await page.getByText('Orders may still come in.').waitFor()
    await line(true)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Orders are paused' }).waitFor()

    await page.getByRole('button', { name: 'Monday’s hours for every day' }).click()
    await page.getByRole('button', { name: 'Add a date' }).click()
    await page.getByLabel('Date', { exact: true }).fill('2099-12-25')
    await page.getByLabel('Preparation time in minutes').fill('35')
    await visitor.context.clearCookies()
    await page.getByRole('button', { name: 'Save hours' }).click()
    await page.waitForURL(/\/login\?next=%2Faccount/)
    await member(page, app).fillsLogin(email)
    await page.waitForURL(`${app.url}/account`)
    const unsaved = page.getByText('You typed this before. It is not saved yet.')
    await expect.poll(() => unsaved.count()).toBe(2)
    expect(await page.getByLabel('Sunday, closes').inputValue()).toBe('21:00')
    expect(await page.getByLabel('Date', { exact: true }).inputValue()).toBe('2099-12-25')
    expect(await page.getByLabel('Preparation time in minutes').inputValue()).toBe('35')
    await page.getByRole('button', { name: 'Save hours' }).click()
    await page.getByText('Opening hours saved.').waitFor()
    await page.getByRole('button', { name: 'Save times' }).click()
    await page.getByText('Times saved.').waitFor()
    expect(await row()).toMatchObject({
      opening_hours: 'Mon-Sun 07:30-21:00',
      hours_exceptions: [{ date: '2099-12-25', stretches: [] }],
      preparation_minutes: 35,
    })
    await opens('/account')
    expect(await unsaved.count()).toBe(0)
  })

  walk('an order is accepted once, and its money is requested once, though no answer came', async () => {
    const { page, kitchen, opens, line } = await comes('/vendor-order')
    const board = page.getByRole('heading', { level: 1 })
    const title = await board.textContent()
    let fails = 0
    await page.route('**/vendor-order.data*', (route) => {
      fails += 1
      return fails === 1 ? route.abort() : route.fulfill({ status: fails === 2 ? 500 : 503 })
    })
    const order_id = await paidOrderFor(app, kitchen)
    await expect.poll(() => fails).toBeGreaterThan(2)
    expect(await board.textContent()).toBe(title)
    await page.unroute('**/vendor-order.data*')
    await page.getByText(`#${order_id}`).waitFor()
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByLabel('Ready in how many minutes?').fill('25')
    await line(false)
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await page.getByText(`Order ${order_id} may be as before.`).waitFor()
    expect(await page.getByLabel('Ready in how many minutes?').inputValue()).toBe('25')
    await line(true)
    await losesAnswer(page, '**/vendor-order.data')
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await page.getByText(`Order ${order_id} may be as before.`).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await page.getByText(`Order ${order_id} is Accepted already; nothing was changed.`).waitFor()

    await app.db.transaction((tx) =>
      moveOrder(tx, reactions({ public_url: '' }), {
        order_id,
        verb: 'deliver',
        by: some('admin'),
        now: new Date(),
      }),
    )
    await opens('/request-payout')
    await page.getByRole('button', { name: 'Request for Payout' }).click()
    await losesAnswer(page, '**/request-payout.data')
    await page.getByRole('button', { name: 'Confirm Request' }).click()
    await page.getByText('Your request may not have reached us.').waitFor()
    await page.getByRole('button', { name: 'Confirm Request' }).click()
    await page.getByText('Payout request sent!').waitFor()
    const [order] = await app.db.select().from(orders).where(eq(orders.id, order_id))
    expect(order?.payout_id).not.toBeNull()
    const claims = await app.db.select().from(payouts).where(eq(payouts.vendor_id, kitchen.user_id))
    expect(claims).toHaveLength(1)
  })

  walk('the bell goes on counting what could not be marked as read', async () => {
    const { page, kitchen, line } = await comes('/vendor-order')
    const order_id = await paidOrderFor(app, kitchen)
    await page.getByText(`#${order_id}`).waitFor()
    // What waits for an answer now is not read by a press; this order is for tomorrow.
    const begin_at = new Date(Date.now() + 86_400_000)
    await app.db.update(orders).set({ begin_at }).where(eq(orders.id, order_id))
    await page.getByRole('button', { name: 'Notifications, 1 new' }).click()
    await line(false)
    await page.getByRole('button', { name: 'Mark as read' }).click()
    await page.getByText('The news may still count as new.').waitFor()
    await line(true)
    await page.getByRole('button', { name: 'Mark as read' }).click()
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  })
})

/** The next press arrives and is carried out, and its answer is lost on the way back. */
async function losesAnswer(page: Page, address: string): Promise<void> {
  await page.route(
    address,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
}
