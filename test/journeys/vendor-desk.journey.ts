import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect } from 'vitest'
import { founderOf } from '../../domain/accounts/actor.ts'
import { changeNote } from '../../domain/checkout/track/change-note.ts'
import { nextCampusMidnight } from '../../domain/clock.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { moveOrder } from '../../domain/orders/move-order.ts'
import { rejectOrder } from '../../domain/orders/refunds/reject-order.ts'
import { orders } from '../../domain/orders/tables.ts'
import { refunds } from '../../domain/payments/tables.ts'
import { reactions } from '../../domain/reactions.ts'
import { actingOn } from '../accepted-order.ts'
import { axeFindings } from '../axe.ts'
import { isAwake, newVisitor, screens, type Visitor } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { hearTones, sleeps } from '../heard-tones.ts'
import { some } from '../movers.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { keysOf } from '../tracked-order.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()

afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

async function openVendor(name: string) {
  const kitchen = await insertVendor(app.db, {
    name,
    bank_name: 'Access Bank',
    bank_code: '044',
    account_number: '0690000031',
    account_name: 'IYA BOSE KITCHEN',
  })
  const actor = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id, name: 'Bose Adeyemi' })
  return { ...kitchen, login: actor.email }
}

type Kitchen = Awaited<ReturnType<typeof openVendor>>

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const visitors: Visitor[] = []
  const come = async (expected: RegExp[] = []) => {
    const visitor = await newVisitor(browser, screen, expected)
    visitors.push(visitor)
    return visitor
  }
  const vendorComes = async (kitchen: Kitchen, path: string, expected: RegExp[] = []) => {
    const vendor = await come(expected)
    await logInBrowser(vendor.context, app.url, kitchen.login)
    await vendor.page.goto(app.url + path)
    return vendor.page
  }
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) {
      expect(visitor.complaints).toEqual([])
      await visitor.leave()
    }
  })

  /** A customer orders one Jollof Rice and pays; the order's id. */
  const orderAt = (kitchen: Kitchen) => paidOrderFor(app, kitchen)

  const rowOf = (page: Page, order_id: number) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: `Order ${order_id}`, exact: true }) })

  walk('a paid order rings, is accepted and completed, and its money is requested once it is delivered', async () => {
    const kitchen = await openVendor(`Iya Bose ${screen.name}`)
    const page = await vendorComes(kitchen, '/vendor-order')
    const tones = await hearTones(page.context())
    await page.reload()
    await page.getByText('No orders yet.').waitFor()
    await snap(page, 'orders-empty')

    const order_id = await orderAt(kitchen)
    await page.getByTestId('bell-badge').getByText('1').waitFor()
    await expect.poll(() => page.title()).toMatch(/^\(1\) New order/)
    const row = rowOf(page, order_id)
    await row.getByText('Jollof Rice x 1').waitFor()
    await row.getByText('₦1,500').waitFor()
    await page.getByRole('button', { name: 'Turn on sound' }).click()
    // Two tones when it is turned on, two at once for the order, and again after that.
    await expect.poll(() => tones(page)).toBeGreaterThanOrEqual(6)
    // After sleep or a call a device may be silent until somebody presses.
    await sleeps(page)
    await page.getByRole('button', { name: 'Turn on sound' }).click()
    await page.getByRole('button', { name: 'Turn on sound' }).waitFor({ state: 'detached' })
    await snap(page, 'orders-pending')
    await holdsUp(page)
    // A tablet has room for the table, all of it.
    const size = page.viewportSize() ?? screen.viewport
    await page.setViewportSize({ width: 820, height: 1180 })
    const table = page.locator('table')
    expect(await table.evaluate((shown) => getComputedStyle(shown).display)).toBe('table')
    const cut = (shown: HTMLTableElement) => shown.offsetWidth - (shown.parentElement?.clientWidth ?? 0)
    expect(await table.evaluate(cut)).toBe(0)
    expect(await page.locator('aside').isVisible()).toBe(false)
    await page.setViewportSize(size)

    // Completing cannot be taken back, so it asks first and does nothing until it is answered.
    await row.getByRole('button', { name: 'Mark as Completed' }).click()
    const question = page.getByRole('dialog', { name: `Mark order ${order_id} as completed?` })
    await snap(page, 'orders-complete')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await row.getByText('Pending', { exact: true }).waitFor()

    await row.getByRole('button', { name: 'Accept' }).click()
    const dialog = page.getByRole('dialog', { name: `Accept order ${order_id}` })
    await dialog.getByLabel('Ready in how many minutes?').fill('25')
    await snap(page, 'orders-accept')
    await holdsUp(page)
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await row.getByText('Accepted').waitFor()
    const ready_by = await row.getByText('ready by').boundingBox()
    expect(ready_by?.x).toBe((await row.getByText('Accepted', { exact: true }).boundingBox())?.x)
    // Once seen, the bell is quiet and the title is plain.
    await page.getByTestId('bell-badge').waitFor({ state: 'detached' })
    await expect.poll(() => page.title()).toMatch(/^Orders/)
    const heard = await tones(page)
    await page.waitForTimeout(4500)
    expect(await tones(page)).toBe(heard)
    // Another note is heard once, and asks for no answer.
    await changeNote(actingOn(app), (await keysOf(app, order_id)).track_token, 'No pepper, please')
    await row.getByText('“No pepper, please”').waitFor()
    await expect.poll(() => tones(page)).toBe(heard + 2)

    await row.getByRole('button', { name: 'Mark as Completed' }).click()
    await question.getByRole('button', { name: 'Yes, it is ready' }).click()
    await row.getByText('Completed', { exact: true }).waitFor()
    await row.getByRole('button').first().waitFor({ state: 'detached' })
    expect(await tones(page)).toBe(heard + 2)

    await page.goto(`${app.url}/request-payout`)
    expect(await page.getByRole('button', { name: 'Request for Payout' }).isDisabled()).toBe(true)
    await app.db.transaction((tx) =>
      moveOrder(tx, reactions({ public_url: '' }), {
        order_id,
        verb: 'deliver',
        by: some('admin'),
        now: new Date(),
      }),
    )
    await page.reload()
    await page.getByRole('button', { name: 'Request for Payout' }).click()
    const payout = page.getByRole('dialog', { name: 'Request for Payout' })
    for (const text of ['Access Bank', '0690000031', 'IYA BOSE KITCHEN', `Order ${order_id}`, '₦1,500']) {
      await payout.getByText(text).first().waitFor()
    }
    await snap(page, 'payout-dialog')
    await holdsUp(page)
    await payout.getByRole('button', { name: 'Confirm Request' }).click()
    await page.getByText('Payout request sent!').waitFor()
    await page.getByRole('row').filter({ hasText: '₦1,500' }).getByText('Pending').waitFor()
    expect(await page.getByRole('button', { name: 'Request for Payout' }).isDisabled()).toBe(true)
    await snap(page, 'payouts')

    await page.getByRole('link', { name: 'Statement' }).click()
    await page.getByText(`Sale, order ${order_id}`).waitFor()
    await snap(page, 'statement')
    await holdsUp(page)
    const csv = await page.request.get(`${app.url}/request-payout/statement.csv`)
    expect(await csv.text()).toContain(`Sale,${order_id},,1500.00,,1500.00`)

    const midnight = new Date(nextCampusMidnight(new Date()).getTime() - 24 * 60 * 60 * 1000)
    await app.db.update(orders).set({ created_at: midnight }).where(eq(orders.id, order_id))
    await page.goto(`${app.url}/vendor-dashboard`)
    await page.getByRole('heading', { name: 'Welcome, Bose Adeyemi' }).waitFor()
    // A long day has many hours; none of their names breaks.
    const labels = page.getByRole('figure', { name: 'Orders by hour' }).locator('p')
    const heights = await labels.evaluateAll((all) => all.map((label) => label.clientHeight))
    expect(Math.max(...heights)).toBeLessThan(24)
    const figure = (name: string) => page.getByRole('definition').and(page.locator(`dt:text-is("${name}") + dd`))
    expect(await figure('Orders').textContent()).toBe('1')
    expect(await figure('Menu Items').textContent()).toBe('2')
    expect(await figure('Earnings').textContent()).toBe('₦1,500')
    await snap(page, 'dashboard')
    await holdsUp(page)

    await page.getByRole('link', { name: 'How it went by day, week and month' }).click()
    await page.getByRole('heading', { name: 'Figures', exact: true }).waitFor()
    const takings = page.getByRole('figure', { name: 'Takings' })
    expect(await takings.getByRole('row').count()).toBe(14)
    await page.getByRole('link', { name: '12 weeks' }).click()
    await page.waitForURL(/by=week/)
    await page.getByText('An order counts for the week in which it was placed.').waitFor()
    expect(await takings.getByRole('row').last().textContent()).toMatch(/₦1,500$/)
    expect(await takings.getByRole('row').count()).toBe(12)
    await snap(page, 'figures')
    await holdsUp(page)
    await page.goto(`${app.url}/vendor-dashboard/figures?by=month`)
    await page.getByText('An order counts for the month in which it was placed.').waitFor()
  })

  walk('two devices: what one does the other shows, and a refusal is told', async () => {
    const kitchen = await openVendor(`Two Devices ${screen.name}`)
    const phone = await vendorComes(kitchen, '/vendor-order')
    const tablet = await vendorComes(kitchen, '/vendor-order', [/409/])
    const order_id = await orderAt(kitchen)
    await rowOf(tablet, order_id).getByRole('button', { name: 'Accept' }).click()

    await rowOf(phone, order_id).getByRole('button', { name: 'Reject' }).click()
    const rejection = phone.getByRole('dialog', { name: `Reject order ${order_id}` })
    await rejection.getByLabel('Why?').fill('Out of rice')
    await rejection.getByRole('button', { name: 'Reject and refund' }).click()
    await rowOf(phone, order_id).getByText('Cancelled').waitFor()
    await rowOf(tablet, order_id).getByText('Cancelled').waitFor()
    await tablet.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await tablet.getByText(`Order ${order_id} is Cancelled already; nothing was changed.`).waitFor()

    const [refund] = await app.db.select().from(refunds).where(eq(refunds.order_id, order_id))
    expect(refund).toMatchObject({ amount: 2_100_00, reason: 'rejected' })
  })

  walk('two who accept at once: the second reads that somebody was faster', async () => {
    const kitchen = await openVendor(`Both Accept ${screen.name}`)
    const phone = await vendorComes(kitchen, '/vendor-order')
    const tablet = await vendorComes(kitchen, '/vendor-order', [/409/])
    const order_id = await orderAt(kitchen)
    for (const page of [phone, tablet]) await rowOf(page, order_id).getByRole('button', { name: 'Accept' }).click()
    for (const page of [phone, tablet]) await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await tablet.getByText(`Somebody here was faster: order ${order_id} is Accepted already`).waitFor()
    await rowOf(tablet, order_id).getByText('Accepted').waitFor()
  })

  walk('the bell lists the news, and what is read on one device is read on the other', async () => {
    const kitchen = await openVendor(`Bell ${screen.name}`)
    const order_id = await orderAt(kitchen)
    const page = await vendorComes(kitchen, '/vendor-dashboard')
    const other = await vendorComes(kitchen, '/request-payout')
    await other.getByTestId('bell-badge').waitFor()
    await page.getByRole('button', { name: 'Notifications, 1 new' }).click()
    await page.getByRole('link', { name: `New order ${order_id}: 1 x Jollof Rice` }).waitFor()
    await snap(page, 'bell')
    expect(await axeFindings(page)).toEqual([])
    const marked = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await page.getByRole('button', { name: 'Mark as read' }).click()
    await marked
    // Nobody has answered the order: it stays new, and rings.
    await page.getByRole('button', { name: 'Notifications, 1 new' }).waitFor()
    await rejectOrder(actingOn(app), founderOf(kitchen), { order_id, reason: 'Out of rice' })
    await page.getByTestId('bell-badge').waitFor({ state: 'detached' })
    await other.getByTestId('bell-badge').waitFor({ state: 'detached' })
    // What session storage holds.
    const keys = await page.evaluate(() => Object.keys(sessionStorage))
    expect(keys).toEqual(expect.arrayContaining(['user', 'notifications', 'vendor-dashboard']))
  })

  walk('search and filter stand in the address, and the ticket prints alone', async () => {
    const kitchen = await openVendor(`Searched ${screen.name}`)
    const order_id = await orderAt(kitchen)
    const page = await vendorComes(kitchen, '/vendor-order')
    await page.getByLabel('Search by order id or item name').fill('jol')
    await page.waitForURL(/q=jol/)
    await page.getByLabel('Status').selectOption('Cancelled')
    await page.waitForURL(/status=Cancelled/)
    await page.getByText('No order matches.').waitFor()
    await page.getByRole('link', { name: 'Show all orders' }).click()
    await page.getByRole('link', { name: `Order ${order_id}`, exact: true }).click()
    await page.getByRole('heading', { name: `Order ${order_id}`, exact: true }).waitFor()
    await snap(page, 'order')
    await holdsUp(page)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Accept' }).isVisible()).toBe(false)
    const ticket = page.getByRole('region', { name: 'Kitchen ticket' })
    expect(await ticket.getByText(`Order ${order_id}`, { exact: true }).isVisible()).toBe(true)
    await snap(page, 'ticket')
  })

  walk('after a lost connection nothing is missed', async () => {
    const kitchen = await openVendor(`Lost Line ${screen.name}`)
    const page = await vendorComes(kitchen, '/vendor-order', [/ERR_|Failed to load/])
    await page.getByText('No orders yet.').waitFor()
    await isAwake(page)
    await page.context().setOffline(true)
    const order_id = await orderAt(kitchen)
    expect(await rowOf(page, order_id).count()).toBe(0)
    await page.context().setOffline(false)
    await rowOf(page, order_id).getByText('Jollof Rice x 1').waitFor()
  })

  walk("another kitchen's order is not found", async () => {
    const order_id = await orderAt(await openVendor(`Owner ${screen.name}`))
    const page = await vendorComes(await openVendor(`Stranger ${screen.name}`), '/vendor-dashboard', [/404/])
    for (const path of [`/vendor-order/${order_id}`, '/vendor-order/999999999', '/vendor-order/x']) {
      const answer = await page.goto(app.url + path)
      expect(answer?.status()).toBe(404)
    }
    // The screen alone is missing: the office around it goes on.
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor()
    await page.getByRole('button', { name: 'Notifications' }).first().waitFor()
    await page.getByRole('link', { name: 'Go to my dashboard' }).click()
    await page.waitForURL('**/vendor-dashboard')
  })
})
