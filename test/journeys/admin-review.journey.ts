import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect } from 'vitest'
import { checkouts } from '../../domain/checkout/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { orders } from '../../domain/orders/tables.ts'
import { payments, refunds, review_cases } from '../../domain/payments/tables.ts'
import { settings } from '../../domain/settings/tables.ts'
import { officeOn } from '../admin-office.ts'
import { axeFindings } from '../axe.ts'
import { screens } from '../browser.ts'
import { control } from '../control.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { checkoutAt } from '../paid-order.ts'
import { insertAccount, PASSWORD, postForm } from '../sign-in.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()
let admin: { email: string }

beforeAll(async () => {
  admin = await insertAccount(app.db, 'admin', { name: 'Ngozi' })
})
afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

/** Money under an unknown reference, as the webhook brought it to the review list. */
async function strangeMoney(amount: number): Promise<string> {
  return onReview(`OTHER-${randomUUID()}`, amount)
}

/** Half of what an order costs, with its checkout. */
async function halfPaid() {
  const link_token = await checkoutAt(app, await insertVendor(app.db))
  await postForm(app.url, '/order-summary/attempt', { order: link_token, intent: 'pay', wait: 'yes' })
  const [checkout] = await app.db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
  if (!checkout) throw new Error('no checkout')
  return { checkout, case_id: await onReview(checkout.tx_ref, checkout.total / 200) }
}

async function onReview(tx_ref: string, amount: number): Promise<string> {
  await control(app).pay({ tx_ref, amount })
  const caseOf = async () => {
    const [row] = await app.db
      .select({ id: review_cases.id })
      .from(review_cases)
      .innerJoin(payments, eq(payments.id, review_cases.payment_id))
      .where(eq(payments.tx_ref, tx_ref))
    return row?.id ?? ''
  }
  await expect.poll(caseOf).not.toBe('')
  return caseOf()
}

describe.each(screens)('on a screen of $name', (screen) => {
  const test = everyOther(screen)
  const { comes, holdsUp, snap } = officeOn(screen, app, browser)
  const adminAt = (path: string, expected: RegExp[] = []) => comes(admin.email, path, expected)

  test('money of nobody’s order is looked at and sent back; a second admin is told', async () => {
    const case_id = await strangeMoney(1234.5)
    const page = await adminAt('/admin/review', [/status of (409|422)/])
    const other = await adminAt('/admin/dashboard', [/status of 409/, /ERR_FAILED/])
    // The second admin gets no news, so the press comes from an outdated screen.
    await other.route('**/back-office/live*', (route) => route.abort())
    await other.goto(`${app.url}/admin/review?case=${case_id}`)
    await page.getByRole('link', { name: 'View case: Unknown reference, ₦1,234.50' }).first().click()
    const dialog = page.getByRole('dialog')
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByText('Send it back…').click()
    await dialog.locator('details[open]').getByLabel('Why?').fill('x')
    await dialog.getByRole('button', { name: /^Send ₦.* back$/ }).click()
    await dialog.getByText('Please say why, in a few words').waitFor()
    await dialog.locator('details[open]').getByLabel('Why?').fill('Not one of our orders')
    await dialog.getByRole('button', { name: /^Send ₦.* back$/ }).click()
    await dialog.getByText('It is on its way back to the customer.').waitFor()
    await dialog.getByText('Not one of our orders').waitFor()

    await other.getByText('Close it…').click()
    await other.locator('details[open]').getByLabel('Why?').fill('Seen elsewhere')
    await other.getByRole('button', { name: 'Close the case' }).click()
    await other.getByText('Somebody was faster').waitFor()
    const rows = await app.db.select().from(refunds).where(eq(refunds.reason, 'review'))
    expect(rows.filter((row) => row.explanation === 'Not one of our orders').length).toBeGreaterThan(0)
  })

  test('what is paid in part is accepted by who says that it is them, from an amount missing on', async () => {
    const { checkout, case_id } = await halfPaid()
    const money_leaves = { key: 'money_leaves', value: { prove_from_kobo: 500_00 }, updated_at: new Date() }
    await app.db.insert(settings).values(money_leaves)
    const page = await adminAt(`/admin/review?case=${case_id}`, [/status of 422/])
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Accept as paid…').click()
    const form = dialog.locator('details[open]')
    await form.getByLabel('Why?').fill('The bank kept the rest')
    const accept = form.getByRole('button', { name: 'Accept without ₦1,050' })
    await accept.click()
    await form.getByText('Ada Obi’s order is made although ₦1,050 of it is not paid.').waitFor()
    await snap(page, 'review-proof')
    await holdsUp(page)
    const ordersOf = () => app.db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
    expect(await ordersOf()).toEqual([])
    await form.getByLabel('Your password').fill(PASSWORD)
    await accept.click()
    await dialog.getByText('It counts as paid: the orders are with the kitchens.').waitFor()
    expect(await ordersOf()).toMatchObject([{ status: 'Pending' }])
    await app.db.delete(settings)
  })

  test('the lists fit 320 px, and axe finds nothing in the dark', async () => {
    await strangeMoney(50)
    for (const path of ['/admin/review', '/admin/review?status=Decided', '/admin/review?status=Sent+back+by+itself']) {
      const page = await adminAt(path)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      expect(await axeFindings(page)).toEqual([])
    }
  })
})
